// Hash maps and hashes: one alias, so that the implementation can change in one place.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace dh {

// Stable across runs and machines: fingerprints and deterministic orders may depend on it.
constexpr uint64_t hash_bytes(std::string_view bytes, uint64_t seed = 0xcbf29ce484222325ull) {
  uint64_t h = seed;
  for (char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}

constexpr uint64_t hash_mix(uint64_t h) {
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  return h ^ (h >> 31);
}

constexpr uint64_t hash_combine(uint64_t a, uint64_t b) {
  return hash_mix(a + 0x9e3779b97f4a7c15ull + hash_mix(b));
}

// The first n < 8 bytes as a number.
inline uint64_t short_word(const char* p, size_t n) {
  if (n >= 4) {
    uint32_t low;
    uint32_t high;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + n - 4, 4);
    return low | uint64_t{high} << (8 * (n - 4));
  }
  if (n == 0) return 0;
  const auto byte = [p](size_t i) { return uint64_t{static_cast<unsigned char>(p[i])} << (8 * i); };
  return byte(0) | byte(n / 2) | byte(n - 1);
}

// Eight bytes at a time, for millions of names; in steps, for callers that look for the end of a name
// meanwhile. Not stable between machines.
constexpr uint64_t hash_word(uint64_t h, uint64_t word) {
  h = (h ^ word) * 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}
constexpr uint64_t hash_words_end(uint64_t h, uint64_t rest, size_t size) {
  return hash_mix(h ^ rest ^ (size * 0x9e3779b97f4a7c15ull));
}
inline uint64_t hash_words(std::string_view text) {
  uint64_t h = 0;
  const char* p = text.data();
  size_t n = text.size();
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    h = hash_word(h, word);
  }
  return hash_words_end(h, short_word(p, n), text.size());
}

// Fast hash for maps in memory; not stable between versions of deadheat.
struct StringHash {
  using is_transparent = void;
  using is_avalanching = void;
  size_t operator()(std::string_view text) const { return hash_mix(std::hash<std::string_view>{}(text)); }
};

template <typename K, typename V, typename Hash = boost::hash<K>, typename Eq = std::equal_to<K>>
using FlatMap = boost::unordered_flat_map<K, V, Hash, Eq>;
template <typename K, typename Hash = boost::hash<K>, typename Eq = std::equal_to<K>>
using FlatSet = boost::unordered_flat_set<K, Hash, Eq>;

// Keyed by string, looked up by string_view without a copy.
template <typename V>
using StringMap = boost::unordered_flat_map<std::string, V, StringHash, std::equal_to<>>;
using StringSet = boost::unordered_flat_set<std::string, StringHash, std::equal_to<>>;

}  // namespace dh
