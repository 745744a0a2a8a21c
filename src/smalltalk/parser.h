// Parses one method or script. The full syntax of all dialects; an error ends the method, not the file.
#pragma once

#include <optional>
#include <string>

#include "base/arena.h"
#include "smalltalk/ast.h"
#include "smalltalk/lexer.h"

namespace dh::smalltalk {

struct SyntaxError {
  Span span;
  std::string message;
};

struct ParsedMethod {
  const MethodNode* method = nullptr;  // null when there is an error
  std::optional<SyntaxError> error;
};

enum class MethodForm : uint8_t {
  plain,      // header, then the body up to the end of the text
  bracketed,  // header [ body ]
  script,     // statements only
};

// Nodes live in the arena and point into `text`, which must live as long.
ParsedMethod parse_method(std::string_view text, MethodForm form, Dialect dialect, Arena& arena);

// Only the selector of a method's header, and where the header ends; empty when it does not parse.
struct Header {
  std::string_view selector;
  uint32_t end = 0;
};
Header parse_header(std::string_view text, uint32_t from, Dialect dialect, Arena& arena);

// Deeper nesting of brackets and parentheses is an error: no hand-written code needs it.
constexpr int kMaxNesting = 400;

}  // namespace dh::smalltalk
