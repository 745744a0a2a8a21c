// Runs a chain over one share of a trace's locations, on one thread: the accesses to them, and all other
// events.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

#include "dynamic/engine.h"
#include "dynamic/trace/location_split.h"
#include "dynamic/trace/trace_event.h"
#include "dynamic/trace/trace_feed.h"

namespace dh::dyn {

// The shadow words of variables and their last accesses, by dense index, in one piece.
class VarTable {
 public:
  explicit VarTable(size_t words_per_var)
      : shift_(static_cast<unsigned>(
            std::bit_width(sizeof(PackedAccesses) + words_per_var * sizeof(std::atomic<uint64_t>) - 1))) {}
  ~VarTable();
  VarTable(const VarTable&) = delete;
  VarTable& operator=(const VarTable&) = delete;

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
  std::byte* at(size_t var) const { return cells_ + (var << shift_); }
  std::byte* cells_ = nullptr;  // whole pages of the system's, zero at first
};

class ShareReplay {
 public:
  explicit ShareReplay(ToolChain& chain, LocationSplit split = LocationSplit(), uint32_t share = 0);

  // False: an event cannot be, and nothing comes after it. bad() has it.
  bool feed(const EventBlock& block);

  struct Bad {
    Misuse misuse;
    TraceEvent event;
    uint64_t position;
  };
  const std::optional<Bad>& bad() const { return bad_; }
  // What was wrong with the event.
  TraceError error(const TraceReader& reader) const;

  // Of the blocks that were fed.
  uint64_t digest() const { return digest_; }

  // How many events of each kind were fed: accesses of the share, and in the first share all others.
  const std::array<uint64_t, kEventKinds>& per_kind() const { return per_kind_; }

 private:
  template <typename Picked>
  bool feed_each(std::span<const TraceEvent> events, uint64_t first, size_t count, const Picked& picked);
  bool feed_other(const TraceEvent& event, uint64_t position);
  void feed_access(const TraceEvent& event, uint64_t position, ShadowThread& t, VarTable::Cell& cell);
  bool settled(const TraceEvent& event, uint64_t position, const ShadowThread& t, VarTable::Cell& cell);
  ShadowThread& thread(uint32_t id);
  ShadowThread* running_thread(uint32_t id);
  void forget_ended(const ShadowThread& t);
  ShadowLock& lock(Space space, uint32_t id);
  void sweep_when_due(uint64_t position);

  ToolChain& chain_;
  const LocationSplit split_;
  const uint32_t share_;
  Engine engine_;
  VarTable vars_;
  std::vector<ShadowThread*> threads_;
  std::vector<ShadowThread*> running_;  // those of threads_ that may go on at once; null: look closer
  std::array<std::vector<ShadowLock*>, kSpaces> locks_;
  LastAccesses last_;  // of the access that the handlers look at
  FastPaths paths_;    // of a chain of one branch; empty: always ask the handlers
  std::array<uint64_t, kEventKinds> per_kind_{};
  std::optional<Bad> bad_;
  uint64_t digest_ = 0;
  uint64_t next_sweep_ = uint64_t{1} << 22;
};

}  // namespace dh::dyn
