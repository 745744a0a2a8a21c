// When accesses are checked, if not always: stretches at random times.
#pragma once

#include <cstdint>

namespace dh::jvm {

struct SamplingPlan {
  enum class By : uint8_t {
    time,     // a share of the time that the program runs
    overhead  // stretches use a share of the processor time that the rest of the program does
  };
  By by = By::time;
  double share = 1;  // 1: everything is checked
  uint64_t seed = 1;

  bool is_on() const { return share < 1; }
  // How much of the run the stretches take, by the clock of the plan.
  double duty() const { return by == By::overhead ? share / (1 + share) : share; }
};

}  // namespace dh::jvm
