// Loops whose array accesses are checked at their ends, all elements at once.
//
// Where a loop does nothing that synchronizes, calls or may call, its accesses may as well be checked when it is
// left, by whichever way. An access that runs once in each iteration, whose array does not change and whose index
// grows by a constant, then touched a range: from the first iteration to the last one that came to the access,
// which a local remembers. (The idea is that of static check placement for coalesced array checks.)
#pragma once

#include <functional>
#include <vector>

#include "jvm/loops.h"
#include "jvm/values.h"

namespace dh::jvm {

// An access of an array's element, as the straight-line code before it shows it.
struct ElementUse {
  uint32_t instruction = 0;
  bool write = false;
  Value array;
  uint32_t index = 0;  // number of a value
};

// index = factor * counter + offset; if `captured`, the offset is only known when it runs.
struct RangeForm {
  uint32_t instruction = 0;
  bool write = false;
  uint32_t array = 0;    // number in RangeLoop::arrays
  uint32_t counter = 0;  // number in RangeLoop::counters
  int32_t factor = 1;
  int32_t offset = 0;
  bool captured = false;
  uint32_t block = 0;  // forms of one block run in their order
};

struct RangeLoop {
  struct Counter {
    uint32_t local = 0;
    int32_t step = 0;
  };
  uint32_t header = 0, last = 0;
  std::vector<uint32_t> exits;
  std::vector<uint32_t> arrays;  // locals
  std::vector<Counter> counters;
  std::vector<RangeForm> forms;
};

// `is_quiet` says of an instruction that it certainly runs no other code than this method's and no synchronization.
std::vector<RangeLoop> plan_ranges(const std::vector<Loop>& loops, const std::vector<ElementUse>& uses,
                                   const Values& values,
                                   const std::function<bool(uint32_t instruction)>& is_quiet);

}  // namespace dh::jvm
