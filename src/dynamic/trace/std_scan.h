// The common lines of text traces, `thread|r(target)|17` and `thread|w(target)|17`, in one pass of eight
// bytes at a time, with few branches that depend on the text. Everything else (other operations, comments,
// unusual characters, errors) is left to the reader's careful parser.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/hash.h"

namespace dh::dyn {

static_assert(std::endian::native == std::endian::little);

inline constexpr size_t kScanPadding = 16;  // readable bytes that a buffer has after its end

struct ScannedAccess {
  uint64_t thread = 0;  // the name's bytes, of at most 7
  bool write = false;
  const char* target = nullptr;
  uint32_t size = 0;
  uint64_t hash = 0;      // hash_words of the target
  uint64_t location = 0;  // UINT64_MAX: negative, not known
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

// How many of the bytes are digits before one that is not.
inline unsigned digits(uint64_t word) {
  const uint64_t other = ((word + kOnes * (0x80 - '9' - 1)) | (word - kOnes * '0')) & kOnes << 7;
  return other == 0 ? 8 : static_cast<unsigned>(std::countr_zero(other)) / 8;
}
// The number that the first n bytes, 1 to 7 digits, stand for.
inline uint64_t number(uint64_t word, unsigned n) {
  word = word << (64 - 8 * n) & kOnes * 0x0f;
  word = word * 2561 >> 8 & 0x00ff00ff00ff00ffull;
  word = word * 6553601 >> 16 & 0x0000ffff0000ffffull;
  return word * 42949672960001ull >> 32;
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
  const bool is_known = *p != '-';
  if (!is_known) ++p;
  const uint64_t place = load(p);
  const unsigned size = digits(place);
  if (size == 0 || size == 8) return nullptr;
  found.location = is_known ? number(place, size) : UINT64_MAX;
  p += size;
  if (*p == '\r') ++p;
  return *p == '\n' && p < end ? p + 1 : nullptr;
}

}  // namespace dh::dyn
