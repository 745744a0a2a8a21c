// The grammar of Erlang, written by hand after erl_parse's, over the tokens of one form without macros.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_interner.h"
#include "erlang/syntax/token.h"
#include "erlang/syntax/tree_builder.h"

namespace dh::erlang {

struct SyntaxError {
  TreePlace place;
  std::string message;
};

// Parses one form. After the first error all input counts as read, so every loop ends; failed() is true, and
// the results must not be used.
class Parser {
 public:
  // The tokens without their dot; they must outlive the parser.
  Parser(std::span<const Token> tokens, TreePlace end, Module& module, SharedInterner& names);

  // A function, or an attribute that is put into the module.
  void form();
  // For -if: one expression and nothing after it.
  const Expr* whole_expression();

  bool failed() const { return error_.has_value(); }
  const SyntaxError& error() const { return *error_; }

 private:
  // Tokens.
  const Token& peek(size_t ahead = 0) const;
  bool at(Tok kind) const { return peek().is(kind); }
  bool at_word(std::string_view atom, size_t ahead = 0) const;  // an atom without quotes
  const Token& take();
  bool accept(Tok kind);
  void expect(Tok kind, std::string_view where);
  void fail_at(const Token& token, std::string message);
  void unexpected(std::string_view where);
  TreePlace from(const TreePlace& begin) const;  // up to the last token taken

  // Expressions (parser_expr.cpp). `remote`: whether a colon belongs to the expression.
  const Expr* expr(int precedence = 0, bool remote = true);
  const Expr* prefix(bool remote);
  const Expr* postfix(bool remote);
  const Expr* primary();
  const Expr* bracketed();
  const Expr* too_deep();
  const Expr* literal();
  const Expr* string();
  const Expr* list();
  const Expr* tuple();
  const Expr* binary();
  const Expr* segment();
  Symbol segment_types();
  const Expr* hash(const Expr* left);
  const Expr* map_fields(const Expr* left, TreePlace begin);
  const Expr* map_field();
  std::vector<const Expr*> record_fields();
  const Expr* comprehension(ExprKind kind, TreePlace begin, const Expr* element, Tok closer);
  const Expr* qualifier();
  const Expr* generator();
  std::vector<const Expr*> exprs();
  std::vector<const Expr*> arguments();

  // Control (parser_control.cpp).
  const Expr* block();
  const Expr* if_expr();
  const Expr* case_expr();
  const Expr* receive_expr();
  const Expr* try_expr();
  const Expr* maybe_expr();
  const Expr* fun_expr();
  const Expr* fun_name(TreePlace begin);
  bool at_maybe() const;
  std::vector<Clause> case_clauses();
  std::vector<Clause> fun_clauses(Symbol& name);
  Clause case_clause();
  Clause handler();
  std::vector<Exprs> guard();
  std::vector<Exprs> optional_guard();
  Exprs body();

  // Forms (parser_form.cpp).
  void attribute();
  void function();
  void record();
  RecordField record_field();
  void skip_type();
  void skip_types();
  std::optional<Term> term_of(const Expr& expr);

  std::span<const Token> tokens_;
  Token end_;
  size_t at_ = 0;
  Module& module_;
  SharedInterner& names_;
  TreeBuilder builder_;
  std::optional<SyntaxError> error_;
  int depth_ = 0;  // every level of nesting counts twice, as expr() and as primary()
};

}  // namespace dh::erlang
