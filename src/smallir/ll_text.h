// The little of LLVM's syntax that SmallIR needs: tokens of a line, metadata nodes, where functions begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dh::smallir {

struct LlToken {
  enum class Kind : uint8_t {
    end,
    word,
    global,
    local,
    meta,
    meta_string,
    string,
    punctuation
  } kind = Kind::end;
  // Decoded, without sigils: `st.call.foo:` for @"st.call.foo:", `12` for !12 and %12, `{` for {.
  std::string text;
};

// All tokens of a line; a comment ends it.
std::vector<LlToken> ll_tokens(std::string_view line);

struct LlLine {
  uint32_t offset = 0;  // in the file
  std::string_view text;
};

struct LlFunction {
  LlLine header;
  std::vector<LlLine> body;
};

// A file cut at its top level.
struct LlFile {
  std::vector<LlLine> globals;  // @x = ...
  std::vector<LlFunction> functions;
  StringMap<LlLine> metadata;  // by name or number: the text after the `=`
};
LlFile ll_split(std::string_view text);

// One item of a metadata tuple !{...}.
struct LlItem {
  enum class Kind : uint8_t { null, integer, text, node } kind = Kind::null;
  int64_t number = 0;  // the value, or the number of the node
  std::string text;
};
std::vector<LlItem> ll_tuple(std::string_view text);
// The value of `key:` in a node such as !DILocation(line: 3, column: 4), or `otherwise`.
int64_t ll_field(std::string_view text, std::string_view key, int64_t otherwise);

}  // namespace dh::smallir
