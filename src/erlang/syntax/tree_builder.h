// Makes trees in a module's arena. Both front ends use it, so that equal programs get equal trees and places.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "erlang/syntax/tree.h"
#include "erlang/term/term.h"

namespace dh::erlang {

class TreeBuilder {
 public:
  explicit TreeBuilder(Module& module) : arena_(module.arena) {}

  Expr* leaf(ExprKind kind, TreePlace place, Symbol name = Symbol()) { return make(kind, place, name, {}); }
  Expr* node(ExprKind kind, TreePlace place, std::span<const Expr* const> children, Symbol name = Symbol()) {
    return make(kind, place, name, arena_.copy(children));
  }
  Expr* node(ExprKind kind, TreePlace place, std::initializer_list<const Expr*> children,
             Symbol name = Symbol()) {
    return node(kind, place, std::span<const Expr* const>(children.begin(), children.size()), name);
  }
  // A kind whose first child comes first in the text: it begins where that child begins.
  Expr* infix(ExprKind kind, TreePlace place, std::span<const Expr* const> children, Symbol name = Symbol());
  Expr* infix(ExprKind kind, TreePlace place, std::initializer_list<const Expr*> children,
              Symbol name = Symbol()) {
    return infix(kind, place, std::span<const Expr* const>(children.begin(), children.size()), name);
  }
  Expr* integer(TreePlace place, int64_t value);
  // A list of the elements before `tail`, which may be null; a tail that is a list becomes part of it.
  Expr* list(TreePlace place, std::span<const Expr* const> elements, const Expr* tail);
  Expr* control(ExprKind kind, TreePlace place, std::span<const Expr* const> children, ExprParts parts,
                Symbol name = Symbol());

  // Whether a tree was deeper than kMaxNesting since the last reset; it must not be used then.
  bool too_deep() const { return too_deep_; }
  void reset() { too_deep_ = false; }

  Exprs exprs(const std::vector<const Expr*>& items) { return arena_.copy(items); }
  Clauses clauses(const std::vector<Clause>& items) { return arena_.copy(items); }
  std::span<const Exprs> guards(const std::vector<Exprs>& items) { return arena_.copy(items); }

 private:
  Expr* make(ExprKind kind, TreePlace place, Symbol name, Exprs children);
  void deepen(Expr& expr, Exprs below);
  void deepen(Expr& expr, Clauses below);

  Arena& arena_;
  bool too_deep_ = false;
};

// A clause of case, if, receive, try or maybe begins with its first pattern or guard test.
TreePlace clause_place(TreePlace otherwise, Exprs patterns, std::span<const Exprs> guards);

// The attributes that analyses use: export, import, behaviour, dialyzer, compile. Values are terms, as in
// the abstract format; f/1 is {f, 1}. Others are ignored.
void apply_attribute(Module& module, std::string_view attribute, const Term& value,
                     const SharedInterner& names);

// The hexadecimal digits of a little-endian magnitude.
std::string big_digits(std::string_view magnitude, bool negative);

}  // namespace dh::erlang
