// Loops whose array accesses are checked at their ends, all elements at once.
//
// Where a loop does nothing that synchronizes, calls or may call, its accesses may as well be checked when it
// is left, by any exit. An access that runs once in each iteration, whose array does not change and
// whose index grows by a constant, then touched a range: from the first iteration to the last one that came
// to the access, which a local remembers. (The idea is that of static check placement for coalesced array
// checks.)
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

// An access of a field of `this`, or of a static field of the method's own class, that is certainly not
// volatile.
struct OwnFieldUse {
  uint32_t instruction = 0;
  uint32_t field = 0;  // the same number: the same field
  bool write = false;
  bool is_static = false;
  bool checked = false;  // else it is final, or another check stands for this one
  bool array = false;    // by its type
  int32_t line = -1;
  uint64_t source = 0;  // Value::source of what is read
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
  // An array that does not change: in a local of the method, or in a field that the loop reads once, before
  // it begins, as compilers do.
  struct Array {
    uint32_t local = UINT32_MAX;
    uint64_t source = 0;
    std::vector<uint32_t> reads;     // instructions that read the field
    std::vector<uint32_t> elements;  // accesses of it that are checked one by one
  };
  // Accesses of a field in one line, which are checked once.
  struct Field {
    std::vector<uint32_t> instructions;
    bool write = false;
    bool is_static = false;
  };
  uint32_t header = 0, last = 0;
  std::vector<uint32_t> exits;
  std::vector<Array> arrays;
  std::vector<Counter> counters;
  std::vector<RangeForm> forms;
  std::vector<Field> fields;
};

struct RangeQuestions {
  // Whether an instruction certainly runs no other code than this class's and no synchronization; and whether
  // it runs another method that may write to fields.
  std::function<bool(uint32_t instruction)> is_quiet, calls;
};

std::vector<RangeLoop> plan_ranges(const std::vector<Loop>& loops, const std::vector<ElementUse>& uses,
                                   const std::vector<OwnFieldUse>& fields, const Values& values,
                                   const RangeQuestions& questions);

}  // namespace dh::jvm
