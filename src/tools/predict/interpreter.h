// Replays reorderings of a window: the last word before a predicted race or deadlock is reported.
//
// It knows nothing of how a reordering was found. It runs events one by one and says which rule one of them
// breaks: a thread does what it did, in its order; locks exclude; a thread begins after its start, a join
// comes after all of the child; a read sees the write that it saw; a receive comes after what was sent.
#pragma once

#include <string>

#include "base/hash.h"
#include "tools/predict/event_log.h"

namespace dh::dyn {

// A reordering: the trace as it was up to the event `from`, then `order`.
struct Witness {
  LogId from = 0;
  std::vector<LogId> order;
};

enum class Claim : uint8_t {
  both_next,  // each of the events is next in its thread
  deadlock,   // and each waits for a lock that the thread of the following one holds
};

class Interpreter {
 public:
  explicit Interpreter(const EventLog& log);

  // What is wrong with the witness for the claim about these events; empty: nothing. `from` must not go back
  // between calls.
  std::string replay(const Witness& witness, const std::vector<LogId>& next, Claim claim);
  uint64_t events_run() const { return events_run_; }

 private:
  struct Holder {
    uint32_t thread;
    bool shared;
  };
  using Holders = std::vector<Holder>;
  // The state after some events. What an attempt changes lies above what it began with.
  struct State {
    std::vector<LogId> next;  // by thread
    FlatMap<uint64_t, LogId> last;
    FlatMap<uint32_t, Holders> holders;
  };

  LogId last_write(uint64_t cell) const;
  const Holders& holders(uint32_t lock) const;
  Holders& change_holders(State& state, uint32_t lock);
  bool is_done(LogId event) const { return attempt_.next[log_[event].thread] > event; }
  bool has_begun(uint32_t thread) const;
  bool is_free(const LoggedEvent& event) const;
  std::string obstacle(LogId id) const;
  bool all_done(const std::vector<LogId>& events, LogId from, LogId to) const;
  void perform(State& state, LogId id);
  void note(LogId id);
  std::string check_claim(const std::vector<LogId>& next, Claim claim) const;

  const EventLog& log_;
  std::vector<LogId> successor_;  // by event: the next of its thread
  FlatMap<LogId, LogId> sees_;    // by read: the write, where it is in the window
  std::vector<LogId> started_by_;
  FlatMap<uint64_t, std::vector<LogId>>
      sent_;                                // by channel, class, barrier generation, lock: what wakes others
  FlatMap<LogId, LogId> waits_since_;       // by the acquire in a wait: its release
  FlatMap<uint64_t, LogId> writes_so_far_;  // only while the window is read
  FlatMap<uint64_t, LogId> waiting_so_far_;
  std::vector<LogId> last_of_thread_;
  State base_;
  State attempt_;
  LogId at_ = 0;  // the base has run all before
  uint64_t events_run_ = 0;
};

}  // namespace dh::dyn
