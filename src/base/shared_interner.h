// An interner that many threads use at once: for names that must be equal numbers across files.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/interner.h"

namespace dh {

// Thread-safe. Texts that are known already are found without a lock; new ones take the lock of their
// shard. Symbols differ from run to run: never let output depend on their numbers or their order.
class SharedInterner {
 public:
  SharedInterner();
  ~SharedInterner();
  SharedInterner(const SharedInterner&) = delete;
  SharedInterner& operator=(const SharedInterner&) = delete;

  Symbol intern(std::string_view text) { return intern(text, hash(text)); }
  // The same for callers that keep a small table of their own and have the hash already.
  Symbol intern(std::string_view text, uint64_t hash);
  static uint64_t hash(std::string_view text);
  // The symbol of a text that was interned before, else an invalid one.
  Symbol find(std::string_view text) const;
  // Lives as long as the interner. The symbol must come from it.
  std::string_view text(Symbol symbol) const;
  size_t size() const;
  size_t bytes_reserved() const;

 private:
  struct Shard;
  static constexpr uint32_t kShardBits = 6;
  static constexpr uint32_t kShards = 1u << kShardBits;

  std::unique_ptr<Shard[]> shards_;
};

}  // namespace dh
