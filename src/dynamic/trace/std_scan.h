// The common lines of text traces, `thread|r(target)|17` and `thread|w(target)|17`, in one pass of eight
// bytes at a time, with few branches that depend on the text. Everything else (other operations, comments,
// unusual characters, errors) is left to the reader's careful parser.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

#if defined(__SSE2__)
inline constexpr size_t kScanStep = 16;
#else
inline constexpr size_t kScanStep = 8;
#endif
static_assert(kScanStep <= kScanPadding);

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

// Whether the last n bytes, 1 to 7, are digits.
inline bool are_digits(uint64_t word, unsigned n) {
  const uint64_t digits = word >> (64 - 8 * n) | (kOnes * '0') << 8 * n;
  return (((digits + kOnes * (0x80 - '9' - 1)) | (digits - kOnes * '0')) & kOnes << 7) == 0;
}
// The number that the last n bytes, 1 to 7 digits, stand for.
inline uint64_t number(uint64_t word, unsigned n) {
  word = word & ~uint64_t{0} << (64 - 8 * n) & kOnes * 0x0f;
  word = word * 2561 >> 8 & 0x00ff00ff00ff00ffull;
  word = word * 6553601 >> 16 & 0x0000ffff0000ffffull;
  return word * 42949672960001ull >> 32;
}

// The next line end, or null when there is none before `end`, which no line end follows. What a line says
// takes a chain of steps, each of which waits for the one before; its end is known early, so that the
// processor can begin with the next line.
inline const char* line_end(const char* p, const char* end) {
  for (; p < end; p += kScanStep) {
#if defined(__SSE2__)
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))));
    if (found != 0) return p + std::countr_zero(found);
#else
    if (const uint64_t found = find(load(p), '\n'); found != 0) return p + std::countr_zero(found) / 8;
#endif
  }
  return nullptr;
}

}  // namespace scan

// The start of the next line, or null when the line is not a plain access that ends before `end`.
inline const char* scan_access(const char* p, const char* end, ScannedAccess& found) {
  using namespace scan;
  const char* const newline = line_end(p, end);
  if (newline == nullptr) return nullptr;
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
    const uint64_t word = load(p);
    const uint64_t close = find(word, ')');
    if (close == 0) {
      if (unusual(word)) return nullptr;  // also the end of the line
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
  const char* const last = newline[-1] == '\r' ? newline - 1 : newline;
  const ptrdiff_t size = last - p;
  if (size < 1 || size > 7) return nullptr;
  const uint64_t place = load(last - 8);  // a line has as many bytes: T|r(x)|1
  if (!are_digits(place, static_cast<unsigned>(size))) return nullptr;
  found.location = is_known ? number(place, static_cast<unsigned>(size)) : UINT64_MAX;
  return newline + 1;
}

}  // namespace dh::dyn
