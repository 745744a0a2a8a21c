#include "erlang/syntax/parser.h"

#include <fmt/format.h>

namespace dh::erlang {

Parser::Parser(std::span<const Token> tokens, TreePlace end, Module& module, SharedInterner& names)
    : tokens_(tokens), module_(module), names_(names), builder_(module) {
  end_.kind = Tok::dot;
  end_.place = end;
  end_.name = names.intern("");  // after an error it matches whatever is expected
}

const Token& Parser::peek(size_t ahead) const {
  return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : end_;
}

bool Parser::at_word(std::string_view atom, size_t ahead) const {
  const Token& token = peek(ahead);
  return token.is(Tok::atom) && !token.quoted && names_.text(token.name) == atom;
}

const Token& Parser::take() {
  const Token& token = peek();
  if (at_ < tokens_.size()) ++at_;
  return token;
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::expect(Tok kind, std::string_view where) {
  if (!accept(kind)) fail_at(peek(), fmt::format("`{}` is missing {}", tok_text(kind), where));
}

void Parser::fail_at(const Token& token, std::string message) {
  if (!error_) error_ = SyntaxError{token.place, std::move(message)};
  at_ = tokens_.size();
}

void Parser::unexpected(std::string_view where) {
  const Token& token = peek();
  if (token.is(Tok::dot)) return fail_at(token, fmt::format("the form ends {}", where));
  std::string text(token.is(Tok::atom) || token.is(Tok::variable) ? names_.text(token.name)
                                                                  : tok_text(token.kind));
  fail_at(token, fmt::format("syntax error before `{}`, {}", text, where));
}

TreePlace Parser::from(const TreePlace& begin) const {
  TreePlace place = begin;
  place.end_line = place.end_column = 0;
  if (at_ == 0 || at_ > tokens_.size()) return place;
  const TreePlace& last = tokens_[at_ - 1].place;
  // Text of a macro has the place of its call, so an end may be before the beginning, or in another file.
  bool after = last.end_line > begin.line || (last.end_line == begin.line && last.end_column > begin.column);
  if (last.file == begin.file && after) {
    place.end_line = last.end_line;
    place.end_column = last.end_column;
  }
  return place;
}

const Expr* Parser::whole_expression() {
  const Expr* result = expr();
  if (!at(Tok::dot)) unexpected("where the expression should end");
  return result;
}

}  // namespace dh::erlang
