// Sample: lets through the accesses of some stretches of a trace, and all synchronization.
//
// Stretches have `size` events each (default 10,000) and are let through at random, a share `rate` of them.
// Whether one access happens before another does not depend on which others are looked at, so a detector
// after it reports no more than without it. It finds a race whose two accesses lie in one stretch with
// probability `rate`, and one whose accesses lie in two with its square: M. D. Bond, K. E. Coons, K. S.
// McKinley: PACER: Proportional Detection of Data Races, PLDI 2010, with stretches instead of periods of
// time. Live runs have `run --sample`, which switches the inline code off and on (jvm/agent/sampler.h).
#pragma once

#include <atomic>

#include "base/hash.h"
#include "dynamic/tool.h"

namespace dh::dyn {

class Sample {
 public:
  static constexpr ToolTraits kTraits{.drops_accesses = true};

  explicit Sample(ToolSetup& setup);

  Flow access(Event& e) {
    if (e.concurrent) return live_access();
    if (e.position >= until_) [[unlikely]]
      enter(e.position);
    (is_on_ ? checked_ : skipped_) += 1;
    return is_on_ ? Flow::pass : Flow::keep;
  }
  void finish(ToolOutput& output);

 private:
  bool is_sampled(uint64_t stretch) const {
    return static_cast<double>(hash_mix(hash_combine(seed_, stretch)) >> 11) * 0x1.0p-53 < rate_;
  }
  void enter(uint64_t position);
  Flow live_access();

  const double rate_;
  const uint64_t size_;
  const uint64_t seed_;
  uint64_t until_ = 0;  // the stretch ends
  bool is_on_ = false;
  uint64_t checked_ = 0;
  uint64_t skipped_ = 0;
  std::atomic<uint64_t> live_accesses_{0};
  std::atomic<uint64_t> live_checked_{0};
};

}  // namespace dh::dyn
