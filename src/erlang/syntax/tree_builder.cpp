#include "erlang/syntax/tree_builder.h"

#include <fmt/format.h>

namespace dh::erlang {

Expr* TreeBuilder::make(ExprKind kind, TreePlace place, Symbol name, Exprs children) {
  Expr* expr = arena_.make<Expr>();
  expr->kind = kind;
  expr->place = place;
  expr->name = name;
  expr->children = children;
  deepen(*expr, children);
  return expr;
}

void TreeBuilder::deepen(Expr& expr, Exprs below) {
  for (const Expr* e : below) {
    if (e->depth < expr.depth) continue;
    if (e->depth >= kMaxNesting) {
      too_deep_ = true;
    } else {
      expr.depth = static_cast<uint16_t>(e->depth + 1);
    }
  }
}

void TreeBuilder::deepen(Expr& expr, Clauses below) {
  for (const Clause& clause : below) {
    deepen(expr, clause.patterns);
    for (const Exprs& tests : clause.guards) deepen(expr, tests);
    deepen(expr, clause.body);
  }
}

Expr* TreeBuilder::infix(ExprKind kind, TreePlace place, std::span<const Expr* const> children, Symbol name) {
  const TreePlace& first = children[0]->place;
  place.line = first.line;
  place.column = first.column;
  place.file = first.file;
  return node(kind, place, children, name);
}

Expr* TreeBuilder::integer(TreePlace place, int64_t value) {
  Expr* expr = leaf(ExprKind::integer, place);
  expr->integer = value;
  return expr;
}

Expr* TreeBuilder::list(TreePlace place, std::span<const Expr* const> elements, const Expr* tail) {
  if (tail == nullptr) return node(ExprKind::list, place, elements);
  std::vector<const Expr*> all(elements.begin(), elements.end());
  if (!tail->is(ExprKind::list) && !tail->is(ExprKind::improper_list)) {
    all.push_back(tail);
    return node(ExprKind::improper_list, place, all);
  }
  all.insert(all.end(), tail->children.begin(), tail->children.end());
  return node(tail->kind, place, all);
}

Expr* TreeBuilder::control(ExprKind kind, TreePlace place, std::span<const Expr* const> children,
                           ExprParts parts, Symbol name) {
  Expr* expr = node(kind, place, children, name);
  expr->parts_ = arena_.make<ExprParts>(parts);
  deepen(*expr, parts.clauses);
  deepen(*expr, parts.handlers);
  deepen(*expr, parts.after);
  return expr;
}

TreePlace clause_place(TreePlace otherwise, Exprs patterns, std::span<const Exprs> guards) {
  const Expr* first = nullptr;
  if (!patterns.empty()) {
    first = patterns[0];
  } else if (!guards.empty() && !guards[0].empty()) {
    first = guards[0][0];
  }
  if (first == nullptr) return otherwise;
  otherwise.line = first->place.line;
  otherwise.column = first->place.column;
  otherwise.file = first->place.file;
  return otherwise;
}

namespace {

std::optional<FunctionName> function_name(const Term& term) {
  if (!term.is_tuple(2)) return std::nullopt;
  const Term& name = term.items()[0];
  const Term& arity = term.items()[1];
  if (!name.is(TermKind::atom) || !arity.is(TermKind::integer) || arity.integer < 0 || arity.integer > 255) {
    return std::nullopt;
  }
  return FunctionName{name.atom(), static_cast<uint32_t>(arity.integer)};
}

// One function or a list of them.
std::vector<FunctionName> function_names(const Term& term) {
  std::vector<FunctionName> result;
  if (auto one = function_name(term)) result.push_back(*one);
  if (!term.is(TermKind::list)) return result;
  for (const Term& item : term.items()) {
    if (auto one = function_name(item)) result.push_back(*one);
  }
  return result;
}

bool is_or_has(const Term& term, std::string_view atom, const SharedInterner& names) {
  if (term.is(TermKind::atom)) return names.text(term.atom()) == atom;
  if (!term.is(TermKind::list)) return false;
  for (const Term& item : term.items()) {
    if (item.is(TermKind::atom) && names.text(item.atom()) == atom) return true;
  }
  return false;
}

// The word alone is about all functions of the module, {Word, [F/A]} about some.
void silence_functions(Module& module, const Term& value, std::string_view word,
                       const SharedInterner& names) {
  if (is_or_has(value, word, names)) module.nowarn_all = true;
  auto one = [&](const Term& term) {
    if (!term.is_tuple(2) || !is_or_has(term.items()[0], word, names)) return;
    for (const FunctionName& f : function_names(term.items()[1])) module.nowarn_functions.push_back(f);
  };
  one(value);
  if (!value.is(TermKind::list)) return;
  for (const Term& item : value.items()) one(item);
}

// {parse_transform, Module}
void add_parse_transform(Module& module, const Term& option, const SharedInterner& names) {
  if (!option.is_tuple(2) || !is_or_has(option.items()[0], "parse_transform", names)) return;
  if (option.items()[1].is(TermKind::atom)) module.parse_transforms.push_back(option.items()[1].atom());
}

}  // namespace

void apply_attribute(Module& module, std::string_view attribute, const Term& value,
                     const SharedInterner& names) {
  if (attribute == "export") {
    for (const FunctionName& f : function_names(value)) module.exports.push_back(f);
  } else if (attribute == "import") {
    if (!value.is_tuple(2) || !value.items()[0].is(TermKind::atom)) return;
    for (const FunctionName& f : function_names(value.items()[1])) {
      module.imports.push_back({value.items()[0].atom(), f});
    }
  } else if (attribute == "behaviour" || attribute == "behavior") {
    if (value.is(TermKind::atom)) module.behaviours.push_back(value.atom());
  } else if (attribute == "dialyzer") {
    silence_functions(module, value, "nowarn_function", names);
  } else if (attribute == "deadheat") {
    silence_functions(module, value, "ignore", names);
  } else if (attribute == "compile") {
    if (is_or_has(value, "export_all", names)) module.export_all = true;
    add_parse_transform(module, value, names);
    if (!value.is(TermKind::list)) return;
    for (const Term& item : value.items()) add_parse_transform(module, item, names);
  }
}

std::string big_digits(std::string_view magnitude, bool negative) {
  std::string digits = negative ? "-" : "";
  for (size_t i = magnitude.size(); i-- > 0;)
    digits += fmt::format("{:02x}", static_cast<uint8_t>(magnitude[i]));
  size_t first = digits.find_first_not_of('0', negative ? 1 : 0);
  return (negative ? "-" : "") + (first == std::string::npos ? "0" : digits.substr(first));
}

}  // namespace dh::erlang
