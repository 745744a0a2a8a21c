// Hash-consed immutable values: equal sequences of words have equal 32-bit indexes.
//
// Sets of reads and of locks live here: thousands of locations share one value, equality is a
// comparison of indexes, and a shadow word moves from value to value by one compare-and-swap.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/hash.h"
#include "dynamic/chunked.h"

namespace dh::dyn {

// Thread-safe but for sweep(), which needs that no handler runs. Index 0 is the empty sequence, for ever.
class ConsTable {
 public:
  ConsTable();

  uint32_t intern(std::span<const uint64_t> words);
  // Valid until the value is swept.
  std::span<const uint64_t> operator[](uint32_t index) const {
    const Value& value = values_[index];
    return {value.words.get(), value.size};
  }

  // Values of one owner, which it may change: for sources that run one handler at a time, where a state per
  // location is cheaper than looking for an equal one.
  uint32_t make_private(std::span<const uint64_t> words);
  void assign_private(uint32_t index, std::span<const uint64_t> words);
  void drop_private(uint32_t index);

  // Frees every shared value whose index is not live.
  void sweep(const std::function<bool(uint32_t)>& live);
  size_t live() const;
  template <typename Body>
  void for_each(Body&& body) const {
    const std::lock_guard lock(mutex_);
    for (uint32_t i = 1; i < size_; ++i) body((*this)[i]);  // free ones are empty
  }

 private:
  struct Value {
    std::unique_ptr<uint64_t[]> words;
    uint32_t size = 0;
    uint32_t capacity = 0;
    bool hashed = false;
    uint32_t next = 0;  // in the hash chain; 0 ends it
    uint64_t hash = 0;
  };
  void grow();
  uint32_t free_index();
  static void fill(Value& value, std::span<const uint64_t> words);

  mutable std::mutex mutex_;
  Chunked<Value> values_;
  std::vector<uint32_t> buckets_;  // a power of two
  std::vector<uint32_t> free_;
  uint32_t size_ = 0;
};

}  // namespace dh::dyn
