// From abstract expressions to trees: the internals of abstract_forms.cpp.
#pragma once

#include <string>
#include <vector>

#include "erlang/beam/abstract_forms.h"
#include "erlang/syntax/tree_builder.h"

namespace dh::erlang {

// Reads the parts of one form after the other. After the first error failed() is true and results have no
// meaning.
class FormReader {
 public:
  FormReader(const FormTags& tags, SharedInterner& names, Module& module)
      : tags_(tags), names_(names), builder_(module) {}

  void start_form(uint16_t file) {
    file_ = file;
    error_.clear();
    builder_.reset();
  }
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

  const Expr* expr(const Term& term);
  // Which clauses: they differ in where they begin and what their patterns are.
  enum class ClauseKind { function, branch, handler };
  std::vector<Clause> clauses(const Term& list, ClauseKind kind);
  TreePlace place(const Term& anno) const;
  FormTag tag(const Term& term) const;
  // The elements of a proper list, also of one in compact form.
  std::vector<Term> items(const Term& list);
  std::string text(const Term& characters);
  TreeBuilder& builder() { return builder_; }

 private:
  const Expr* bad(std::string_view what);
  std::vector<const Expr*> exprs(const Term& list);
  const Expr* data(FormTag tag, TreePlace place, std::span<const Term> t);
  const Expr* literal(FormTag tag, TreePlace place, const Term& value);
  const Expr* cons(TreePlace place, const Term& first);
  const Expr* segment(TreePlace place, std::span<const Term> t);
  Symbol segment_types(const Term& types);
  const Expr* record(TreePlace place, std::span<const Term> t);
  const Expr* operation(FormTag tag, TreePlace place, std::span<const Term> t);
  const Expr* control(FormTag tag, TreePlace place, std::span<const Term> t);
  const Expr* function(FormTag tag, TreePlace place, std::span<const Term> t);
  const Expr* fun_name(TreePlace place, std::span<const Term> t);
  const Expr* atom_or_expr(TreePlace place, const Term& term);
  const Expr* comprehension(ExprKind kind, TreePlace place, std::span<const Term> t);
  const Expr* pair(ExprKind kind, TreePlace place, std::span<const Term> t);
  Clauses branches(const Term& list) { return builder_.clauses(clauses(list, ClauseKind::branch)); }
  Clause clause(const Term& term, ClauseKind kind);

  const FormTags& tags_;
  SharedInterner& names_;
  TreeBuilder builder_;
  std::string error_;
  uint16_t file_ = 0;
  int depth_ = 0;
};

}  // namespace dh::erlang
