// Hash maps and hashes: one alias, so that the implementation can change in one place.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
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
