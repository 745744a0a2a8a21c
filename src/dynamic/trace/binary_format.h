// The layout of binary traces, shared by their reader and writer. docs/trace-format.md is its description.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/hash.h"

namespace dh::dyn::binary {

inline constexpr char kMagic[8] = {'D', 'H', 'T', 'R', 'A', 'C', 'E', '\n'};
inline constexpr uint32_t kVersion = 1;

struct FileHeader {
  char magic[8];
  uint32_t version;
  uint32_t reserved;
};
static_assert(sizeof(FileHeader) == 16);

inline constexpr char kReportMagic[8] = {'D', 'H', 'R', 'A', 'C', 'E', 'S', '\n'};

inline constexpr char kShardMagic[8] = {'D', 'H', 'S', 'H', 'A', 'R', 'D', '\n'};

enum class BlockKind : uint32_t { names = 1, events = 2, end = 3, reports = 4, results = 5, left = 6 };

inline constexpr uint32_t kBlockMagic = 0x4b4c4244;  // "DBLK"

struct BlockHeader {
  uint32_t magic;
  uint32_t kind;
  uint32_t stored_size;  // bytes that follow
  uint32_t raw_size;     // bytes after decompression; equal: stored as they are
  uint64_t count;        // events in the block; in the end block: events of the whole trace
  uint64_t check;        // of the stored bytes and the fields above
};
static_assert(sizeof(BlockHeader) == 32);

inline constexpr uint32_t kEventsPerBlock = 8192;  // that we write: columns and events stay in the cache
inline constexpr uint32_t kMaxEvents = 1 << 16;
inline constexpr uint32_t kMaxRaw = uint32_t{1} << 26;  // a block that claims more is corrupt

// An events block begins with the widths of its columns: 0, 1, 2, 4 or 8 bytes an event. 0: all zero.
// `location` is stored plus one, so that "none" is zero.
enum Column { kKind, kDetail, kThread, kTarget, kLocation, kValue, kColumns };
inline constexpr uint32_t kWidthsSize = 8;  // one byte a column, padded

// Detail of an access: of that many elements. The value is their number, and from bit 32 on the step from one
// id to the next. Counts as that many events.
inline constexpr uint8_t kManyElements = 1;
constexpr uint64_t elements_value(uint32_t count, uint32_t step) {
  return uint64_t{step} << 32 | count;
}

// Mark of a space in a names block: the names of elements of an array, in one entry.
inline constexpr uint8_t kElements = 0x80;
inline constexpr uint32_t kMaxElements = uint32_t{1} << 16;  // of an entry

// A names block is a row of entries: space (1 byte), then a string; of locations number, line, column, path
// and symbol. Numbers are LEB128, strings have their length before them.

inline uint64_t checksum(const BlockHeader& header, std::string_view stored) {
  uint64_t h = hash_combine(header.magic ^ uint64_t{header.kind} << 32,
                            uint64_t{header.stored_size} << 32 | header.raw_size);
  h = hash_combine(h, header.count);
  const char* p = stored.data();
  size_t n = stored.size();
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    h = (h ^ word) * 0x9fb21c651e98df25ull;
    h ^= h >> 35;
  }
  uint64_t rest = 0;
  std::memcpy(&rest, p, n);
  return hash_mix(h ^ rest);
}

}  // namespace dh::dyn::binary
