// Python tokens, grouped into logical lines. Blocks are recognised by the indentation of lines, not by INDENT
// and DEDENT tokens: so Python that is not Exo can be stepped over without understanding it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "source/diagnostic.h"
#include "source/source_file.h"

namespace dh::exo {

enum class TokenKind : uint8_t { name, integer, real, string, op };

struct Token {
  TokenKind kind;
  Span span;
  std::string_view text;
};

// One logical line: never empty, comments and line joining are gone.
struct Line {
  uint32_t first = 0;  // tokens [first, last)
  uint32_t last = 0;
  uint32_t indent = 0;  // in columns, a tab goes to the next multiple of 8
};

struct TokenFile {
  std::vector<Token> tokens;
  std::vector<Line> lines;
};

// Never fails: what is not a Python token is reported and left out.
TokenFile tokenize(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace dh::exo
