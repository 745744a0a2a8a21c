// The loops of a method, as far as they are plain: entered at one place only, from the instruction before it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "classfile/code.h"

namespace dh::jvm {

struct Loop {
  uint32_t header = 0;  // instruction where each iteration begins
  uint32_t last = 0;    // the last one that jumps there
  // By instruction, counted from the header. `member`: from there the next iteration can be reached;
  // `always`: runs once in each iteration that comes to its end.
  std::vector<bool> member, always;
  std::vector<bool> inner;  // in a loop inside this one
  // Instructions outside that are reached from inside, also by exceptions that the method itself handles.
  std::vector<uint32_t> exits;

  struct Increment {
    uint32_t instruction = 0;
    int32_t step = 0;
  };
  struct Writes {
    uint32_t count = 0;
    std::vector<Increment> increments;  // those of them that add a constant, in their order
  };
  std::map<uint32_t, Writes> writes;  // by local

  bool has(uint32_t instruction) const {
    return instruction >= header && instruction <= last && member[instruction - header];
  }
  bool runs_always(uint32_t instruction) const { return has(instruction) && always[instruction - header]; }
  bool is_inner(uint32_t instruction) const { return inner[instruction - header]; }
  bool changes(uint32_t local) const { return writes.contains(local); }
  // How much a local grows in each iteration; 0: it does not, or not by a constant.
  int32_t step(uint32_t local) const { return growth_before(local, last + 1); }
  // The same for the part of an iteration before an instruction that always runs.
  int32_t growth_before(uint32_t local, uint32_t instruction) const;
};

std::vector<Loop> find_loops(const classfile::Code& code);

}  // namespace dh::jvm
