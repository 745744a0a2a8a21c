// Erlang text to tokens, as erl_scan does, up to sigils and triple-quoted strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/shared_interner.h"
#include "erlang/syntax/token.h"

namespace dh::erlang {

struct TokenError {
  TreePlace place;
  std::string message;
};

// All tokens of one file, in forms: each ends with a dot, the last may lack it. Places have file 0.
struct TokenizedFile {
  std::vector<Token> tokens;
  std::vector<TokenError> errors;  // by place; scanning continues after each
};

// Never fails: what is not a token becomes an error and is left out.
TokenizedFile tokenize(std::string_view text, SharedInterner& names);

}  // namespace dh::erlang
