// The common lines of text traces, `thread|r(target)|17` and `thread|w(target)|17`, in one pass of eight
// bytes at a time. Everything else (other operations, comments, unusual characters, errors) is left to the
// reader's careful parser.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/hash.h"

namespace dh::dyn {

static_assert(std::endian::native == std::endian::little);

inline constexpr size_t kScanPadding = 16;  // readable bytes that a buffer has behind its end

struct ScannedAccess {
  uint64_t thread = 0;  // the name's bytes, of at most 7
  bool write = false;
  const char* target = nullptr;
  uint32_t size = 0;
  uint64_t hash = 0;  // hash_words of the target
  uint64_t location = 0;
};

namespace scan {

inline constexpr uint64_t kOnes = 0x0101010101010101ull;

inline uint64_t load(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}
// The high bit of the first byte that equals c is the lowest bit set.
inline uint64_t find(uint64_t word, char c) {
  const uint64_t x = word ^ kOnes * static_cast<unsigned char>(c);
  return (x - kOnes) & ~x & kOnes << 7;
}
// Whether a byte is below '$': blanks, comments, quotes, the ends of lines.
inline bool unusual(uint64_t word) {
  return ((word - kOnes * '$') & ~word & kOnes << 7) != 0;
}
inline uint64_t low_bytes(unsigned n) {
  return n == 0 ? 0 : ~uint64_t{0} >> (64 - 8 * n);
}

}  // namespace scan

// The start of the next line, or null when the line is not a plain access that ends before `end`.
inline const char* scan_access(const char* p, const char* end, ScannedAccess& found) {
  using namespace scan;
  const uint64_t first = load(p);
  const uint64_t bar = find(first, '|');
  if (bar == 0) return nullptr;
  const auto thread_size = static_cast<unsigned>(std::countr_zero(bar)) / 8;
  const uint64_t mask = low_bytes(thread_size);
  if (thread_size == 0 || unusual(first | ~mask)) return nullptr;
  found.thread = first & mask;
  p += thread_size + 1;
  if ((p[0] != 'r' && p[0] != 'w') || p[1] != '(') return nullptr;
  found.write = p[0] == 'w';
  p += 2;
  found.target = p;
  uint64_t hash = 0;
  for (;; p += 8) {
    if (p >= end) return nullptr;
    const uint64_t word = load(p);
    const uint64_t close = find(word, ')');
    if (close == 0) {
      if (unusual(word)) return nullptr;
      hash = hash_word(hash, word);
      continue;
    }
    const auto rest_size = static_cast<unsigned>(std::countr_zero(close)) / 8;
    const uint64_t rest_mask = low_bytes(rest_size);
    if (unusual(word | ~rest_mask)) return nullptr;
    p += rest_size;
    found.size = static_cast<uint32_t>(p - found.target);
    found.hash = hash_words_end(hash, word & rest_mask, found.size);
    break;
  }
  if (p[1] != '|' || found.size == 0) return nullptr;
  p += 2;
  const char* const digits = p;
  uint64_t number = 0;
  for (; static_cast<unsigned char>(*p - '0') < 10; ++p)
    number = number * 10 + static_cast<uint64_t>(*p - '0');
  if (p == digits || p - digits > 18) return nullptr;
  found.location = number;
  if (*p == '\r') ++p;
  return *p == '\n' && p < end ? p + 1 : nullptr;
}

}  // namespace dh::dyn
