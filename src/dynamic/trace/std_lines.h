// What the lines of a text trace say, before names become ids.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

inline constexpr uint64_t kNoLocation = UINT64_MAX;

// The names of an event; the rest is in the event itself. Names are parts of the text.
struct StdNames {
  uint64_t thread = 0;  // the bytes of a name of at most 7; 0: see thread_at
  const char* thread_at = nullptr;
  uint32_t thread_size = 0;
  uint32_t target_size = 0;
  const char* target = nullptr;  // null: the event has none
  uint64_t hash = 0;             // hash_words of the target
  uint64_t location = kNoLocation;
};

// Whole lines, and what they say.
struct StdPiece final : TracePiece {
  std::string text;  // with kScanPadding bytes after its end
  size_t size = 0;   // of the lines
  bool has_last_line_end = true;

  std::vector<StdNames> names;  // of each event
  uint64_t lines = 0;           // read, up to the one with the problem
  std::string problem;          // of the last of them; empty: none
  // Lines without an event before one: comments and blank lines are few.
  struct Gap {
    uint64_t event;
    uint64_t skipped;
  };
  std::vector<Gap> gaps;
};

// Reads the lines of the piece, up to the first with a problem.
void parse_std_lines(StdPiece& piece);

}  // namespace dh::dyn
