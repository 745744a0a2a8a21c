// What the tokenizer gives to the preprocessor, and the preprocessor to the parser.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/interner.h"
#include "erlang/syntax/tree.h"

namespace dh::erlang {

enum class Tok : uint8_t {
  atom,           // name
  variable,       // name
  integer,        // integer
  big_integer,    // name: hexadecimal digits
  floating,       // floating
  character,      // integer
  string,         // name
  binary_string,  // name: the sigils ~b and ~"", a binary of UTF-8
  dot,            // the end of a form
  unknown,        // a character that no token begins with; name
  end,            // after the last token
#define DH_ERLANG_WORD(id, spelling) id,
#define DH_ERLANG_MARK(id, spelling) id,
#include "erlang/syntax/tokens.def"
#undef DH_ERLANG_WORD
#undef DH_ERLANG_MARK
};

// The spelling of words and marks; a description of other kinds.
std::string_view tok_text(Tok kind);
std::optional<Tok> reserved_word(std::string_view text);

struct Token {
  Tok kind = Tok::end;
  bool quoted = false;  // of an atom: 'maybe' is never the word
  TreePlace place;
  Symbol name;
  union {
    int64_t integer = 0;
    double floating;
  };

  bool is(Tok k) const { return kind == k; }
};

}  // namespace dh::erlang
