// Reads what Python statements bind, line by line, into PythonNames.
#pragma once

#include "exo/syntax/ast.h"
#include "exo/syntax/tokens.h"

namespace dh::exo {

// Knows the scopes and blocks that are open where the scanner of a file stands.
class NameBinder {
 public:
  NameBinder(Module& module, const TokenFile& tokens)
      : module_(module), names_(module.names), tokens_(tokens) {}

  // Closes what ended above the line: call it first for every line.
  void start_line(uint32_t line);
  // A line of Python that is not a definition. Opens a block when it is the head of one.
  void statement(uint32_t line);
  // `def name(...)` and `class name(...)`: binds the name and opens the scope.
  void function(uint32_t line);
  void class_body(uint32_t line);
  void decorator(uint32_t line);
  // A definition that is read elsewhere: only the name is bound.
  PythonBinding& bind(uint32_t line, std::string_view name, BindingKind kind);

  uint32_t scope() const { return open_.empty() ? kModuleScope : open_.back().scope; }
  uint32_t block() const { return open_.empty() ? 0 : open_.back().block; }
  uint32_t order_of(uint32_t line) const { return tokens_.lines[line].first; }

 private:
  struct Open {
    uint32_t indent;
    uint32_t scope;
    uint32_t block;
  };
  // Tokens [first, last) of one simple statement.
  struct Part {
    uint32_t first;
    uint32_t last;
  };

  std::string_view text(uint32_t token) const { return tokens_.tokens[token].text; }
  bool is_name(uint32_t token) const { return tokens_.tokens[token].kind == TokenKind::name; }
  bool is_op(uint32_t token, std::string_view op) const {
    return tokens_.tokens[token].kind == TokenKind::op && text(token) == op;
  }
  uint32_t line_of(uint32_t token) const;
  uint32_t new_block(uint32_t parent, bool is_loop);
  void open_scope(uint32_t line, ScopeKind kind);
  PythonBinding& add(uint32_t token, std::string_view name, BindingKind kind);
  void add_other(uint32_t token) { add(token, text(token), BindingKind::other); }

  uint32_t end_of_head(uint32_t first, uint32_t last) const;
  void head(uint32_t first, uint32_t last);
  void simple_statements(uint32_t first, uint32_t last);
  void simple(Part part);
  void import_modules(Part part);
  void from_import(Part part);
  void declare(Part part, bool global);
  void assignment(Part part);
  void target(Part part, const Expr* value);
  void targets_of_pattern(uint32_t first, uint32_t last);
  void suite_on_line(uint32_t colon, uint32_t last);
  AllocText alloc_text(uint32_t line) const;
  AllocText text_of_alloc(uint32_t line) const;
  void note_special_words(uint32_t first, uint32_t last);
  void note_string(uint32_t token);
  void note_attribute_setter(uint32_t first, uint32_t last);
  const Expr* constant(uint32_t first, uint32_t last);

  Module& module_;
  PythonNames& names_;
  const TokenFile& tokens_;
  std::vector<Open> open_;
};

}  // namespace dh::exo
