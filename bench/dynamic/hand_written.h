// FastTrack by hand, without any framework: what a fused chain must not be slower than.
#pragma once

#include <cstdint>

#include "dynamic/trace/trace_event.h"

namespace dh::bench {

struct HandWrittenResult {
  uint64_t events = 0;
  uint64_t races = 0;
};

HandWrittenResult run_hand_written(dyn::TraceReader& reader);

}  // namespace dh::bench
