// What a tool says about itself, so that no other room needs to know its name: the findings it can make and
// how they read, what its summary line counts, what it needs of the source of events. Every tool of the
// table (tools/tools.def) has `static constexpr ToolTraits kTraits`. Raw reports cross a process boundary
// with the tool's name and the index of the finding; the reader looks both up in the table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dynamic/factors.h"

namespace dh::dyn {

// What a finding is about: that decides which access comes first and which places are shown.
enum class FindingSubject : uint8_t {
  accesses,  // two accesses; the write first
  block,     // an atomic block, in the order of its steps
  waiting,   // threads that wait for each other, in the order of the cycle
};

// A kind of finding that a tool makes. The texts may contain:
//   {tool}                               the tool's name
//   {target}                             the variable or lock
//   {operation} {thread}                 the event that completed the finding: "write", "Thread 2"
//   {earlier_operation} {earlier_thread} the earlier access
//   {block}                              the atomic block: "Block f" or "The block"
//   {note}                               RawReport::note
struct FindingTraits {
  std::string_view rule;  // id in findings/rules.def
  FindingSubject subject = FindingSubject::accesses;
  std::string_view message;
  std::string_view hint;
  ConfidencePart certainty;  // where the confidence starts: 100 points if there are no false alarms
  ConfidencePart doubt;      // what is taken off, as negative points; 0 points: nothing

  constexpr int confidence() const { return certainty.points + doubt.points; }
  constexpr bool is_precise() const { return confidence() == 100; }
};

// What the number in a tool's summary line counts.
struct CountWords {
  std::string_view one = "event reported";
  std::string_view many = "events reported";
};

// What a tool needs of a live source of events, beyond the events themselves.
struct EventNeeds {
  bool values = false;  // Event::value of accesses, and Event::replace_value of reads
  // An id and a name for every variable and lock that ever was, and one order of all events. Otherwise a
  // source may use ids again and look up names only for reports.
  bool names = false;
  bool lock_names = false;  // the same of locks only, without that order
  bool stacks = false;      // of accesses, for reports
  // Every access of a replay, though a live source may settle accesses before the tool sees them.
  bool replayed_accesses = false;
  // Every access of any source: which write a read sees decides what the tool reports.
  bool all_accesses = false;

  constexpr EventNeeds operator|(EventNeeds other) const {
    return {values || other.values,
            names || other.names,
            lock_names || other.lock_names,
            stacks || other.stacks,
            replayed_accesses || other.replayed_accesses,
            all_accesses || other.all_accesses};
  }
};

// Tools that commands run without being asked for them by name.
enum class ToolRole : uint8_t {
  none,
  default_detector,   // runs when no chain is given
  recorder,           // writes a trace into the file of its option `file`
  live_recorder,      // the same of a live program, cheaply
  race_predictor,     // of a trace: races of other schedules
  deadlock_detector,  // reports threads that wait for each other
  idle,               // does nothing: for commands that need only the events
};

struct ToolTraits {
  std::span<const FindingTraits> findings = {};  // RawReport::finding is an index; empty: reports nothing
  CountWords counted = {};
  EventNeeds needs = {};
  // Whether a run over some locations (with all other events) reports the same about them as a run over all,
  // to the byte: what a tool does with an access depends on no access to another location, other events make
  // no reports, what finish() leaves depends on other events only, and handlers ask for no names, which grow
  // meanwhile.
  bool splits_by_location = false;
  // Leaves out accesses that detectors behind it may need: not before tools that need all of them.
  bool drops_accesses = false;
  ToolRole role = ToolRole::none;
};

}  // namespace dh::dyn
