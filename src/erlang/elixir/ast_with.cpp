// with: one case in the other; what does not match goes to the clauses of `else`.
#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

// {'else', [{'->', _, [[Variable], Body]}]}
bool is_variable_clause(AstReader& r, const Term& clause, std::vector<Term>& parts) {
  parts = arrow_parts(r, clause);
  std::vector<Term> patterns = parts.empty() ? std::vector<Term>() : r.items(parts[0]);
  if (patterns.size() != 1 || !patterns[0].is_tuple(3)) return false;
  std::span<const Term> t = patterns[0].items();
  if (!t[0].is(TermKind::atom) || !t[2].is(TermKind::atom)) return false;
  parts[0] = patterns[0];
  return true;
}

Clause read_else(AstReader& r, const Term* list, TreePlace at) {
  if (list == nullptr) {
    const Expr* value = r.fresh_variable(at);
    return make_clause(r, {{value}, {}}, r.builder.exprs({value}), at);
  }
  std::vector<Term> clauses = r.items(*list);
  std::vector<Term> parts;
  if (clauses.size() == 1 && is_variable_clause(r, clauses[0], parts)) {
    const Expr* value = read_variable(r, parts[0].items(), at);
    return make_clause(r, {{value}, {}}, r.builder.exprs({read_ast(r, parts[1], at)}), at);
  }
  const Expr* value = r.fresh_variable(at);
  const Expr* unmatched = r.fresh_variable(at);
  std::vector<Clause> branches = read_branches(r, list, at);
  const Expr* reason = r.builder.node(ExprKind::tuple, at, {r.atom("with_clause", at), unmatched});
  const Expr* raise = r.remote("erlang", "error", {reason}, at);
  branches.push_back(make_clause(r, {{unmatched}, {}}, r.builder.exprs({raise}), at));
  return make_clause(r, {{value}, {}}, r.builder.exprs({make_case(r, value, branches, at)}), at);
}

// {'<-', _, [Pattern | {when, _, [Pattern, Guards]}, Expression]}, or an expression.
const Expr* read_steps(AstReader& r, std::span<const Term> steps, const Term& result, const Clause& otherwise,
                       TreePlace around) {
  if (steps.empty()) return read_ast(r, result, around);
  if (r.depth >= kMaxNesting) return r.bad("with has too many steps");
  ++r.depth;
  const Term& step = steps[0];
  const Expr* made = nullptr;
  if (step.is_tuple(3) && r.tags.of(step.items()[0]) == AstTag::from) {
    TreePlace at = r.place(step.items()[1], around);
    std::vector<Term> both = r.items(step.items()[2]);
    if (both.size() != 2) return r.bad("expected a pattern and an expression");
    const Expr* subject = read_ast(r, both[1], at);
    Term pattern;  // a list of one, as in clauses
    std::vector<Term> alternatives;
    std::vector<Term> parts = split_guards(r, both[0]);
    pattern = parts.front();
    alternatives.assign(parts.begin() + 1, parts.end());
    ClauseHead head = read_head(r, {&pattern, 1}, alternatives, at, AstPins::in_pattern);
    const Expr* rest = read_steps(r, steps.subspan(1), result, otherwise, at);
    made = make_case(r, subject, {make_clause(r, head, body_of(r, rest), at), otherwise}, at);
  } else {
    ExprList body{read_ast(r, step, around)};
    const Expr* rest = read_steps(r, steps.subspan(1), result, otherwise, around);
    Exprs after = body_of(r, rest);
    body.insert(body.end(), after.begin(), after.end());
    made = r.builder.node(ExprKind::block, around, body);
  }
  --r.depth;
  return made;
}

}  // namespace

const Expr* read_with(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> steps = r.items(arguments);
  const Term* result = steps.empty() ? nullptr : r.keyword(steps.back(), AstTag::do_part);
  if (result == nullptr) return r.bad("expected the body of with");
  Clause otherwise = read_else(r, r.keyword(steps.back(), AstTag::else_part), at);
  return read_steps(r, std::span(steps).first(steps.size() - 1), *result, otherwise, at);
}

}  // namespace dh::erlang
