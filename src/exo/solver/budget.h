// The work that one parallel loop may cost: solving, shrinking witnesses, replaying them and searching for
// advice all spend from it, so every question ends. A step is about the time it takes to touch a few numbers
// (some nanoseconds); counts, unlike clocks, make the same run end in the same way.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/stop.h"

namespace dh::exo {

class Budget {
 public:
  explicit Budget(int64_t steps, StopToken stop = {}) : initial_(steps), left_(steps), stop_(stop) {}

  // False once everything is spent or the run is asked to stop: the caller gives up then.
  bool spend(int64_t steps = 1) {
    left_ -= steps;
    if (left_ < next_poll_) poll();
    return left_ > 0;
  }
  bool exhausted() const { return left_ <= 0; }
  int64_t left() const { return std::max<int64_t>(left_, 0); }
  int64_t spent() const { return initial_ - left_; }
  bool stopped() const { return stop_.requested(); }

  // A part of what is left, for one question; pay it back with `pay`.
  Budget part(int64_t most) const { return Budget(std::min(left(), most), stop_); }
  void pay(const Budget& part) { spend(part.spent()); }

 private:
  static constexpr int64_t kPollEvery = 100'000;  // steps, well below a millisecond

  void poll() {
    next_poll_ = left_ - kPollEvery;
    if (stop_.requested()) left_ = 0;
  }

  int64_t initial_;
  int64_t left_;
  int64_t next_poll_ = INT64_MAX;
  StopToken stop_;
};

}  // namespace dh::exo
