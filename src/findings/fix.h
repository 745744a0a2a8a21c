// A change of the text that removes a finding. Rules add one only where it is sure: the file still parses,
// and the same check does not report the finding any more.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "source/source_file.h"

namespace dh {

struct Edit {
  Span span;         // bytes to replace; empty: insert
  std::string text;  // instead of them

  friend auto operator<=>(const Edit&, const Edit&) = default;
};

struct Fix {
  std::string description;   // "make 'count' volatile": an instruction
  std::string path;          // all edits are in one file
  std::string content_hash;  // of the text that the edits are for
  std::vector<Edit> edits;   // in order, not overlapping

  friend auto operator<=>(const Fix&, const Fix&) = default;
};

std::string content_hash(std::string_view text);

// The edits are sorted.
Fix make_fix(std::string description, const SourceFile& file, std::vector<Edit> edits);

// The text after the edits; a failure when it is not the text the fix was made for.
Result<std::string> apply_fix(const Fix& fix, std::string_view text);

}  // namespace dh
