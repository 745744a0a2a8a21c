// Deadlock: threads that can wait for each other for ever, from a run in which they did not.
//
// Cycles of the lock-order graph (lock_graph.h) are looked for; those that another schedule of the same
// events can close (deadlock_patterns.h) are replayed and reported as errors, the others as notes. With
// accesses (a replay has them) the values that threads read count, and a confirmed deadlock is real. A live
// run sees synchronization only, so that its fast paths stay on: a value could still forbid the schedule.
// Threads that wait for each other when the run ends are a deadlock that happened.
// Differences from the papers: read locks, locks that are tried, waits; cycles of any length are looked for
// at the end of a window of the log.
#pragma once

#include "tools/predict/interpreter.h"
#include "tools/predict/lock_graph.h"
#include "tools/predict/window_tool.h"

namespace dh::dyn {

class DeadlockAnalysis {
 public:
  explicit DeadlockAnalysis(ToolSetup& setup);
  void has_values() { has_values_ = true; }
  void analyse(const EventLog& log);
  void finish(const EventLog& log, ToolOutput& output);

 private:
  void report_stuck_threads(const EventLog& log);
  void report_stuck(const EventLog& log, const std::vector<ThreadId>& cycle);
  // A cycle of acquires that can meet; with a witness, one that can close.
  struct Candidate {
    std::vector<LogId> waiting;
    std::optional<Witness> witness;
    bool value_orders = false;
  };
  void report_candidates(const Sections& sections, const EventLog& log, std::vector<Candidate>& candidates);
  void report_cycle(const Sections& sections, const EventLog& log, const std::vector<LogId>& waiting,
                    uint8_t finding, const Witness* witness, const std::string& note);

  const std::string name_;
  ReportSink& reports_;
  CycleLimits limits_;
  bool has_values_ = false;
  bool cut_short_ = false;
  FlatSet<uint64_t> reported_;  // places
  FlatSet<uint64_t> noted_;
};

class Deadlock : public WindowTool<DeadlockAnalysis> {
 public:
  enum FindingIndex : uint8_t { kConfirmed, kWithoutValues, kInconsistentOrder, kHappened };
  static constexpr std::string_view kHint =
      "Acquire these locks in one order everywhere, or use one lock for both.";
  static constexpr std::string_view kMessage =
      "Deadlock is possible: {thread} waits for {target}, which {earlier_thread} holds while it waits in the "
      "same cycle.";
  static constexpr FindingTraits kFindings[] = {
      {
          .rule = "deadlock",
          .subject = FindingSubject::waiting,
          .message = kMessage,
          .hint = kHint,
          .certainty = factors::replayed_schedule,
          .doubt = {},
      },
      {
          .rule = "deadlock",
          .subject = FindingSubject::waiting,
          .message = kMessage,
          .hint = kHint,
          .certainty = factors::replayed_synchronization,
          .doubt = factors::values_not_recorded,
      },
      {
          .rule = "deadlock",
          .subject = FindingSubject::waiting,
          .message =
              "Locks are acquired in different orders: {thread} acquires {target} while another thread that "
              "holds it acquires a lock that {thread} holds.",
          .hint = kHint,
          .certainty = factors::lock_cycle,
          .doubt = factors::cycle_not_replayed,
      },
      {
          .rule = "deadlock",
          .subject = FindingSubject::waiting,
          .message = "Deadlock: {thread} waits for {target}, which {earlier_thread} holds while it waits in "
                     "the same "
                     "cycle.",
          .hint = kHint,
          .certainty = factors::still_waiting,
          .doubt = {},
      },
  };
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = {"cycle of threads that can wait for each other",
                  "cycles of threads that can wait for each other"},
      .needs = {.replayed_accesses = true},
      .role = ToolRole::deadlock_detector,
  };
  static constexpr bool kNeedsNoAccess = true;

  explicit Deadlock(ToolSetup& setup) : WindowTool(setup) {}
  // A live source has fast paths, which do not tell of every access: then none counts.
  Flow access(Event& e) { return e.concurrent ? Flow::pass : take(e); }
  Flow sync(Event& e) {
    if (!e.concurrent) analysis().has_values();
    return take(e);
  }
  Flow request(Event& e) { return take(e); }
};

}  // namespace dh::dyn
