// Numbers for composite keys. Two keys get the same number only if they are equal: keys are compared, a hash
// never stands for one.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace dh {

// A hash for keys that are made of ids, numbers and tuples of such.
template <typename T>
uint64_t hash_of_key(const T& part) {
  if constexpr (requires { std::tuple_size<T>::value; }) {
    uint64_t h = std::tuple_size_v<T>;
    std::apply([&](const auto&... parts) { ((h = hash_combine(h, hash_of_key(parts))), ...); }, part);
    return h;
  } else if constexpr (requires { part.value; }) {
    return part.value;
  } else if constexpr (requires { hash_value(part); }) {
    return hash_value(part);
  } else {
    return static_cast<uint64_t>(part);
  }
}

struct KeyHash {
  using is_avalanching = void;
  template <typename Key>
  size_t operator()(const Key& key) const {
    return hash_mix(hash_of_key(key));
  }
};

// From composite keys, for example tuples, to values.
template <typename Key, typename Value>
using KeyMap = FlatMap<Key, Value, KeyHash>;
template <typename Key>
using KeySet = FlatSet<Key, KeyHash>;

// Consecutive numbers from 0 on, in the order in which keys come.
template <typename Key>
class KeyTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // The number of the key, and whether it is new.
  std::pair<uint32_t, bool> add(const Key& key) {
    auto [it, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(numbers_.size()));
    return {it->second, is_new};
  }
  uint32_t find(const Key& key) const {
    auto it = numbers_.find(key);
    return it == numbers_.end() ? kNone : it->second;
  }
  size_t size() const { return numbers_.size(); }

 private:
  KeyMap<Key, uint32_t> numbers_;
};

}  // namespace dh
