// A position in Erlang text: characters, lines and columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "erlang/syntax/tree.h"

namespace dh::erlang {

// Decodes UTF-8, or Latin-1 where the first lines say so (`coding: latin-1`). A byte that is not UTF-8 counts
// as the Latin-1 character it would be: old files are often like that.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text);

  bool done() const { return at_ >= text_.size(); }
  // The character here; 0 at the end.
  uint32_t peek() const;
  // The byte that many bytes ahead, 0 beyond the end.
  char peek_byte(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }
  void skip();
  void skip_ascii(size_t n) {  // none of them a line end
    at_ += n;
    column_ += static_cast<uint32_t>(n);
  }
  void skip_line();

  std::string_view rest() const { return text_.substr(at_); }
  size_t offset() const { return at_; }
  // What was passed since, as UTF-8; converted into scratch when it is not that already.
  std::string_view text_since(size_t from, std::string& scratch) const;
  TreePlace place() const;

  // How many quotes open a triple-quoted string here: three or more and nothing after them on the line. 0 if
  // none does.
  size_t triple_quoted() const;
  // The text of the triple-quoted string here, less the indentation of its last line. Nothing when it is not
  // closed; the cursor is at the end then.
  std::optional<std::string> take_triple_quoted();

 private:
  size_t length() const;

  std::string_view text_;
  bool latin1_ = false;
  size_t at_ = 0;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
};

}  // namespace dh::erlang
