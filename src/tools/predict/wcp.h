// WCP: weak causal precedence. D. Kini, U. Mathur, M. Viswanathan: Dynamic Race Prediction in Linear Time,
// PLDI 2017.
//
// Weaker than happens-before: a release is ordered before a later access under the same lock only if that
// access conflicts with one in the section, or if the sections are ordered by other events. If anything is
// reported, the trace has a predictable race or a predictable deadlock; which reports are real races the
// witness says: those that have one. Differences from the paper: sections are kept in lists by lock, so locks
// may be released in any order; read locks; volatiles, hand-overs and barriers order fully, as start and join
// do.
#pragma once

#include "tools/parts/access_clocks.h"
#include "tools/predict/pending_races.h"
#include "tools/predict/predicted_findings.h"

namespace dh::dyn {

class WCP {
 public:
  enum FindingIndex : uint8_t { kConfirmed, kFirst, kLater };
  static constexpr std::string_view kUnconfirmedMessage =
      "Possible data race on {target}: the {operation} by {thread} and the earlier {earlier_operation} by "
      "{earlier_thread} are not ordered by weak causal precedence.";
  static constexpr FindingTraits kFindings[] = {
      kPredictedRace,
      {
          .rule = "data-race",
          .message = kUnconfirmedMessage,
          .hint = kOneLockForBoth,
          .certainty = factors::first_weak_race,
          .doubt = factors::first_not_replayed,
      },
      {
          .rule = "data-race",
          .message = kUnconfirmedMessage,
          .hint = kOneLockForBoth,
          .certainty = factors::later_weak_race,
          .doubt = factors::later_not_replayed,
      },
  };
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kPredictedEvents,
      .needs = {.names = true, .all_accesses = true},
  };

  explicit WCP(ToolSetup& setup);

  Flow access(Event& e);
  Flow sync(Event& e);
  Flow notify(Event& e);
  Flow notify_all(Event& e) { return notify(e); }
  void finish(ToolOutput& output);

 private:
  static constexpr uint32_t kMaxThreads = 8192;  // clocks of all of them are quadratic in this
  using ClockId = uint32_t;                      // of a kept clock; 0: the empty one
  struct OpenSection {
    uint32_t lock;
    bool shared;
    uint32_t index;  // in the lock's list
    std::vector<uint32_t> reads;
    std::vector<uint32_t> writes;
  };
  // A thread that learns nothing between two releases keeps one clock for both: only its own time differs.
  // There may be millions of locks that one thread uses.
  struct Thread {
    VectorClock happens_before;
    ThreadClock known;                // WCP, with the thread's time in its own entry
    uint32_t own_known = 0;           // WCP's own entry: what comes back to the thread through others
    ClockId kept_happens_before = 0;  // 0: it has changed since
    ClockId kept_known = 0;
    std::vector<OpenSection> open;
  };
  // Of a thread at a release: the kept clock, and the thread's time then.
  struct Release {
    ClockId clock = 0;
    uint32_t time = 0;  // 0: there was none
  };
  struct ClosedSection {
    uint32_t thread : 31;
    uint32_t shared : 1;
    uint32_t acquired_at;  // time of the thread
    Release release;
  };
  struct Cursor {
    uint32_t of;  // thread and mode
    uint32_t next;
  };
  struct Lock {
    Release released;  // the last time in exclusive mode, by `releaser`
    uint32_t releaser = 0;
    ClockId known = 0;
    VectorClock readers_before, readers_known;  // of releases in shared mode since
    CompactArray<ClosedSection> sections;
    CompactArray<Cursor> cursors;  // the first section not looked at, by thread and mode
  };
  // The last release of a thread whose section accessed the variable.
  struct Last {
    uint32_t thread;
    bool shared;
    Release read;
    Release write;
  };
  struct Meeting {
    VectorClock happens_before;
  };

  Thread& thread(ShadowThread& thread);
  void tick(Thread& t);
  void learn_before(Thread& t, const VectorClock& happens_before);
  void learn_known(Thread& t, const VectorClock& known);
  void learn_release(Thread& t, uint32_t releaser, Release release);
  void learn_hard(Thread& t, const VectorClock& happens_before);
  ClockId keep(VectorClock clock);
  Release keep_release(Thread& t);
  ClockId keep_known(Thread& t);
  static uint32_t& cursor_of(Lock& lock, uint32_t who);
  void acquire(Event& e);
  void release(Event& e);
  void order_sections(Thread& t, Lock& lock, const OpenSection& mine);
  void follow_conflicts(Thread& t, const Event& e);
  void meet(Event& e);
  bool log(const Event& e);
  void make_threads(Event& e);
  Meeting& meeting(const Event& e);
  void end_window();
  static void note(std::vector<uint32_t>& variables, uint32_t variable);

  const std::string name_;
  SpinLock mutex_;
  EventLog log_;
  const size_t memory_;  // for clocks that are kept
  size_t kept_bytes_ = 0;
  uint64_t stopped_at_ = 0;  // event, from 1; 0: it has not
  std::string_view why_stopped_;
  PendingRaces pending_;
  bool has_reported_ = false;
  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  std::vector<VarClocks> variables_;
  FlatMap<uint64_t, std::vector<Last>> last_;  // by lock and variable
  FlatMap<uint64_t, Meeting> meetings_;
  std::vector<VectorClock> clocks_;
};

}  // namespace dh::dyn
