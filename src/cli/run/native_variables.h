// The variables of a recorded native program: ranges of its memory (native_memory.h) with names, and the heap
// blocks that they are in.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/run/native_events.h"
#include "cli/run/native_memory.h"
#include "cli/run/native_naming.h"

namespace dh {

class NativeVariables {
 public:
  // Both outlive it.
  NativeVariables(const NativeEvents& events, NativeNaming& naming) : events_(events), naming_(naming) {}

  // Looks at all accesses. `has_readers`: of variables with atomic writes, the threads with plain reads, too.
  void learn(bool has_readers);

  NativeMemory& memory() { return memory_; }
  // The variable that begins there; `known` is its place in the memory.
  uint32_t at(uint64_t begin, uint32_t& known);
  // The further variable of a thread with plain reads.
  uint32_t of_reader(uint32_t variable, uint32_t thread);
  void add_block(uint64_t begin, uint64_t bytes, uint32_t thread, uint32_t place);

  struct Info {
    uint64_t address = 0;
    NativeBlock block;          // `begin` 0: not of the heap
    bool is_of_reader = false;  // a further variable of a thread with plain reads
  };
  Info info(uint32_t variable) const;

 private:
  struct Block {
    uint64_t begin = 0;  // 0: none
    uint64_t bytes = 0;
    uint32_t thread = 0;
    uint32_t place = 0;
  };
  struct Variable {
    uint64_t address = 0;
    Block block;
    bool is_of_reader = false;
  };
  uint32_t add(const Variable& variable);
  std::string name_of(const Variable& variable);

  const NativeEvents& events_;
  NativeNaming& naming_;
  NativeMemory memory_;
  std::map<uint64_t, Block> blocks_;                         // by where they begin
  std::unordered_map<uint32_t, std::string> block_names_;    // by place
  std::unordered_map<uint64_t, uint32_t> reader_variables_;  // by variable and thread
  std::vector<Variable> variables_;
};

}  // namespace dh
