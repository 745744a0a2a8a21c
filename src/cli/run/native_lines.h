// The lines of a report file of a native program, before addresses become source places.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "symbols/symbols.h"

namespace dh {

struct NativeAccess {
  char kind = 'r';  // read, write, free; acquire, request (q) and misuse of a lock
  bool is_atomic = false;
  uint32_t thread = UINT32_MAX;
  uint32_t time = 0;
  uint64_t address = 0;
  uint64_t size = 0;
  std::vector<uint64_t> stack;  // return addresses, innermost first
};

struct NativeBlock {
  uint64_t begin = 0;
  uint64_t bytes = 0;
  uint32_t thread = UINT32_MAX;
  std::vector<uint64_t> stack;
};

struct NativeLock {
  uint64_t address = 0;
  std::vector<uint64_t> stack;
};

enum class NativeMisuse : uint8_t { none, unlock_free, unlock_other, destroy_held };

struct NativeReport {
  NativeMisuse misuse = NativeMisuse::none;
  // A cycle of locks: for each thread the lock it asks for, and the one it holds.
  bool is_lock_cycle = false;
  uint64_t address = 0;
  uint32_t seen = 0;                   // of the earlier thread, by the later
  std::vector<NativeAccess> accesses;  // the later one first
  std::vector<NativeLock> locks;       // that the later one held
  NativeBlock block;
};

struct NativeThread {
  uint32_t creator = UINT32_MAX;
  std::string name;
  std::vector<uint64_t> stack;  // of its creation
};

struct NativeLines {
  std::vector<NativeReport> reports;
  std::map<uint32_t, NativeThread> threads;
  std::vector<MappedModule> modules;
  uint64_t thread_count = 0;
  bool is_complete = false;
  bool has_lost_events = false;  // that were to be recorded
};

Result<NativeLines> read_native_lines(const std::string& path);

}  // namespace dh
