// Runs a chain over a trace on one thread.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "dynamic/engine.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// The shadow words of a trace's variables and their last accesses, by dense id, in one piece.
class VarTable {
 public:
  explicit VarTable(size_t words_per_var)
      : shift_(static_cast<unsigned>(
            std::bit_width(sizeof(PackedAccesses) + words_per_var * sizeof(std::atomic<uint64_t>) - 1))) {}

  struct Cell {  // with one word: 32 bytes, so that none lies across two lines of the cache
    PackedAccesses last;
    std::atomic<uint64_t> words[1];  // words_per_var of them
  };
  // Valid until the next new variable.
  Cell& operator[](uint32_t var) {
    if (var >= size_) [[unlikely]]
      grow(var);
    return *reinterpret_cast<Cell*>(at(var));
  }
  // The variable will be asked for soon.
  void prefetch(uint32_t var) const {
    if (var < size_) __builtin_prefetch(at(var), 1);
  }
  // Calls body with every word of one branch.
  void for_each_word(size_t branch, const std::function<void(uint64_t)>& body) const;

 private:
  void grow(uint32_t var);

  const unsigned shift_;  // of the size of a cell: a power of two
  size_t size_ = 0;
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::byte* at(size_t var) const { return reinterpret_cast<std::byte*>(lines_.get()) + (var << shift_); }
  std::unique_ptr<Line[]> lines_;
};

struct ReplayResult {
  uint64_t events = 0;
  std::array<uint64_t, kEventKinds> per_kind{};
  std::optional<TraceError> error;  // where it stopped; everything before counts
  bool stopped = false;             // by the token
};

// The chain must be made for this trace. Positions of events count from 0 over the trace.
class Replay {
 public:
  Replay(TraceReader& reader, ToolChain& chain);
  ReplayResult run(StopToken stop = {});

 private:
  size_t feed_block(std::span<const TraceEvent> events);
  bool feed_other(const TraceEvent& event, uint64_t position);
  void feed_access(const TraceEvent& event, uint64_t position, ShadowThread& t, VarTable::Cell& cell);
  bool settled(const TraceEvent& event, uint64_t position, const ShadowThread& t, VarTable::Cell& cell);
  ShadowThread& thread(uint32_t id);
  ShadowThread* running_thread(uint32_t id);
  void forget_ended(const ShadowThread& t);
  ShadowLock& lock(Space space, uint32_t id);
  void sweep_when_due();

  TraceReader& reader_;
  ToolChain& chain_;
  Engine engine_;
  VarTable vars_;
  std::vector<ShadowThread*> threads_;
  std::vector<ShadowThread*> running_;  // those of threads_ that may go on at once; null: look closer
  std::array<std::vector<ShadowLock*>, kSpaces> locks_;
  LastAccesses last_;  // of the access that the handlers look at
  FastPaths paths_;    // of a chain of one branch; empty: always ask the handlers
  ReplayResult result_;
  uint64_t next_sweep_ = uint64_t{1} << 22;
};

}  // namespace dh::dyn
