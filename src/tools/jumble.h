// Jumble: adversarial memory. C. Flanagan, S. N. Freund, PLDI 2010.
//
// A read may return any write that is not hidden by a later write ordered between it and the read. In a live
// target Jumble returns such a stale value, to make the program fail where it trusts a race; on a trace it
// reports which stale values a read could have returned. Use it after a race detector (FastTrack:Jumble):
// only racy locations have stale values. Which value is returned (`policy`): the oldest, a random one, either
// of them among those that differ from what was returned last, or none (off). Differences: a location
// remembers its last eight writes; after `patience` stale values in a row a location returns the true one, so
// that loops which wait for a racy flag end; the value before the first write counts as stale only on traces
// and with `initial=1`, because memory of native programs has no known first value.
#pragma once

#include "tools/parts/clock_tool.h"

namespace dh::dyn {

// The last writes of a location.
struct JumbleState {
  struct Write {
    uint64_t value = 0;
    VectorClock clock;
    Epoch epoch;
    ThreadId thread;
    LocId location;
    uint64_t position = 0;
  };
  std::vector<Write> writes;  // oldest first
  bool complete = true;       // no write was forgotten
  uint64_t returned = 0;      // by the last read of a live target
  uint64_t stale_reads = 0;   // in a row
};

class Jumble : public ClockTool<JumbleState> {
 public:
  static constexpr FindingTraits kFindings[] = {{
      .rule = "data-race",
      .message = "The read of {target} by {thread} could return a stale value.",
      .hint = "Make the variable volatile or guard it with a lock, so that reads see the last write.",
      .certainty = factors::stale_read,
      .doubt = {},
  }};
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = {"read could return a stale value", "reads could return a stale value"},
      .needs = {.values = true, .stacks = true},
      .splits_by_location = true,
  };

  explicit Jumble(ToolSetup& setup);
  Flow access(Event& e);

 private:
  using State = JumbleState;
  static constexpr size_t kRemembered = 8;

  void remember(Event& e, const ThreadClock& t, State& state);
  // Indexes of writes that the read may return besides the last; -1 is the value before the first.
  std::vector<int> stale(const ThreadClock& t, const State& state) const;
  void replace(Event& e, State& state, const std::vector<int>& choices);
  size_t pick(const Event& e, size_t choices);
  void report(Event& e, const ThreadClock& t, const State& state, int choice);

  enum class Policy : uint8_t { oldest, random, off } policy_ = Policy::oldest;
  bool different_ = false;
  bool initial_ = false;
  uint64_t patience_ = 1000;
  Decoration<ShadowThread, uint64_t> random_;
};

}  // namespace dh::dyn
