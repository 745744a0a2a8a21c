// What the lines of a text trace say, before names become ids.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

inline constexpr uint64_t kNoLocation = UINT64_MAX;

// What a line says. Names are parts of the text.
struct StdLine {
  uint64_t thread = 0;  // the bytes of a name of at most 7; 0: the next of StdPiece::long_threads
  uint64_t hash = 0;    // hash_words of the target
  uint64_t location = kNoLocation;
  uint32_t target = kNoTarget;  // where it begins in the text
  uint32_t target_size = 0;
  EventKind kind = EventKind::read;
  uint8_t detail = 0;

  static constexpr uint32_t kNoTarget = UINT32_MAX;
};
static_assert(sizeof(StdLine) == 40);

// Whole lines, and what they say.
struct StdPiece final : TracePiece {
  std::string text;  // with kScanPadding bytes after its end
  size_t size = 0;   // of the lines
  bool has_last_line_end = true;

  // Of each event, which commit() makes of it. An array, because a vector would clear it first.
  std::unique_ptr<StdLine[]> said;
  size_t capacity = 0;
  size_t count = 0;
  std::vector<std::string_view> long_threads;
  uint64_t lines = 0;   // read, up to the one with the problem
  std::string problem;  // of the last of them; empty: none
  // Lines without an event before one: comments and blank lines are few.
  struct Gap {
    uint64_t event;
    uint64_t skipped;
  };
  std::vector<Gap> gaps;
};

// Reads the lines of the piece, up to the first with a problem. `expected` is what its message asks for.
void parse_std_lines(StdPiece& piece, std::string_view expected);

}  // namespace dh::dyn
