// What reports of native programs say beyond those of other sources: freed memory, atomic operations, where
// memory was allocated and threads were created.
#pragma once

#include "cli/run/native_naming.h"
#include "findings/finding.h"

namespace dh {

struct AccessFlavour {
  char kind = 'r';  // read, write, free
  bool is_atomic = false;
};

// The message of a race, where a plain race does not say all.
void describe_flavours(AccessFlavour later, AccessFlavour earlier, Finding& finding);
// Of the finding's accesses; `later_thread` did the later one. The finding has the write first.
void describe_accesses(AccessFlavour later, AccessFlavour earlier, const std::string& later_thread,
                       Finding& finding);

struct NativeMemoryName {
  std::string name;    // the same in every run
  std::string object;  // with sizes and offsets
};
NativeMemoryName name_memory(uint64_t address, const NativeBlock& block, NativeNaming& naming);

// Of a lock at this address.
std::string lock_name(uint64_t address, NativeNaming& naming);

void add_allocation(const NativeBlock& block, NativeNaming& naming, Finding& finding);
// Where the thread was created, unless it is the main thread.
void add_creation(const NativeLines& lines, uint32_t thread, NativeNaming& naming, Finding& finding);

}  // namespace dh
