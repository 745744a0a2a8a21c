// An Interner that many threads may use at once: for front ends that read files in parallel.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string_view>

#include "base/arena.h"
#include "base/hash.h"
#include "base/interner.h"

namespace dh {

// Thread-safe. Equal texts have equal Symbols; reading a Symbol's text takes no lock. The numbers depend on
// the schedule: they serve equality and hashing only, never an order or anything that users see.
class SharedInterner {
 public:
  SharedInterner() = default;
  ~SharedInterner();
  SharedInterner(const SharedInterner&) = delete;
  SharedInterner& operator=(const SharedInterner&) = delete;

  Symbol intern(std::string_view text);
  // The symbol of a text that was interned before, else an invalid one.
  Symbol find(std::string_view text) const;
  // Valid for as long as the interner lives.
  std::string_view text(Symbol symbol) const;
  size_t size() const;

 private:
  static constexpr uint32_t kShardBits = 5;
  static constexpr uint32_t kShards = 1u << kShardBits;
  static constexpr uint32_t kFirstBlockBits = 6;  // block b holds 64 << b texts
  static constexpr uint32_t kBlocks = 21;

  struct Slot {
    uint32_t block;
    uint32_t index;
  };
  static Slot slot_of(uint32_t number);

  struct alignas(64) Shard {
    mutable std::mutex mutex;
    Arena arena;
    FlatMap<std::string_view, Symbol, StringHash> symbols;
    uint32_t count = 0;
    // Blocks never move, so readers need no lock.
    std::array<std::atomic<std::string_view*>, kBlocks> blocks{};
  };
  static uint32_t shard_of(std::string_view text) {
    return static_cast<uint32_t>(StringHash{}(text) >> (64 - kShardBits));
  }

  std::array<Shard, kShards> shards_;
};

}  // namespace dh
