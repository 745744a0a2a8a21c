// Expressions of Exo, over the tokens of one logical line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exo/syntax/ast.h"
#include "exo/syntax/tokens.h"
#include "source/diagnostic.h"

namespace dh::exo {

// A cursor over tokens [at, end). The first error is reported, later ones of the same line are not.
class ExprParser {
 public:
  ExprParser(Module& module, const TokenFile& tokens, uint32_t first, uint32_t last, Diagnostics& diagnostics)
      : module_(module), tokens_(tokens), at_(first), end_(last), first_(first), diagnostics_(diagnostics) {}

  bool done() const { return at_ >= end_; }
  bool failed() const { return failed_; }
  bool is(std::string_view text, uint32_t ahead = 0) const {
    return at_ + ahead < end_ && tokens_.tokens[at_ + ahead].text == text &&
           tokens_.tokens[at_ + ahead].kind != TokenKind::string;
  }
  bool is_kind(TokenKind kind, uint32_t ahead = 0) const {
    return at_ + ahead < end_ && tokens_.tokens[at_ + ahead].kind == kind;
  }
  bool accept(std::string_view text);
  // Reports when the next token is another one.
  bool expect(std::string_view text);
  const Token* name(std::string_view what);
  const Token& token() const { return tokens_.tokens[at_]; }
  uint32_t position() const { return at_; }
  void seek(uint32_t position) { at_ = position; }
  // From the token at `from` to the last one taken.
  Span span_from(uint32_t from) const;
  // Where the next token is, or after the last one.
  Span here() const;
  void error(Span span, std::string message);
  void error_here(std::string message) { error(here(), std::move(message)); }
  // Reports what is left on the line.
  bool expect_end();

  Expr* expression();  // or, and, comparison, arithmetic
  Expr* arithmetic();
  // Behind the opening bracket, up to and with the closing one.
  std::span<Subscript> subscripts();
  std::span<Expr*> arguments();
  Type* type();

 private:
  struct Nested;
  Expr* make(ExprKind kind, uint32_t from, const std::vector<Expr*>& args = {});
  Expr* logic(bool is_or);
  Expr* comparison();
  Expr* term();
  Expr* unary();
  Expr* atom();
  Expr* named_atom();
  Expr* integer();
  bool skip_brackets();
  bool shape(Type& out);

  Module& module_;
  const TokenFile& tokens_;
  uint32_t at_;
  uint32_t end_;
  uint32_t first_;
  uint32_t nesting_ = 0;
  Diagnostics& diagnostics_;
  bool failed_ = false;
};

}  // namespace dh::exo
