// Clauses: patterns, guards, bodies.
#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

bool is_when(const AstReader& r, const Term& term) {
  return term.is_tuple(3) && r.tags.of(term.items()[0]) == AstTag::when;
}

}  // namespace

std::vector<Term> split_guards(AstReader& r, const Term& guards) {
  std::vector<Term> result;
  const Term* rest = &guards;
  std::vector<Term> both;
  while (is_when(r, *rest)) {
    std::vector<Term> next = r.items(rest->items()[2]);
    if (next.size() != 2) break;
    result.push_back(next[0]);
    both = std::move(next);
    rest = &both[1];
  }
  result.push_back(*rest);
  return result;
}

ClauseHead read_head(AstReader& r, std::span<const Term> patterns, std::span<const Term> guards, TreePlace at,
                     AstPins pins) {
  ClauseHead head;
  ExprList outer = std::move(r.extra_guards);
  r.extra_guards.clear();
  {
    AstContextScope scope(r, AstContext::match, pins);
    for (const Term& pattern : patterns) head.patterns.push_back(read_ast(r, pattern, at));
  }
  ExprList extra = std::move(r.extra_guards);
  r.extra_guards = std::move(outer);
  AstContextScope scope(r, AstContext::guard, AstPins::in_pattern);
  for (const Term& guard : guards) {
    ExprList tests{read_ast(r, guard, at)};
    tests.insert(tests.end(), extra.begin(), extra.end());
    head.guards.push_back(r.builder.exprs(tests));
  }
  if (guards.empty() && !extra.empty()) head.guards.push_back(r.builder.exprs(extra));
  return head;
}

ClauseHead read_guarded_head(AstReader& r, const Term& arguments, TreePlace at, AstPins pins) {
  std::vector<Term> patterns = r.items(arguments);
  std::vector<Term> guards;
  if (patterns.size() == 1 && is_when(r, patterns[0])) {
    std::vector<Term> parts = r.items(patterns[0].items()[2]);
    if (!parts.empty()) {
      guards = split_guards(r, parts.back());
      parts.pop_back();
    }
    patterns = std::move(parts);
  }
  return read_head(r, patterns, guards, at, pins);
}

Clause make_clause(AstReader& r, const ClauseHead& head, Exprs body, TreePlace at) {
  Clause clause;
  clause.place = at;
  clause.patterns = r.builder.exprs(head.patterns);
  clause.guards = r.builder.guards(head.guards);
  clause.body = body;
  return clause;
}

std::vector<Term> arrow_parts(AstReader& r, const Term& term) {
  std::vector<Term> parts;
  if (term.is_tuple(3) && r.tags.of(term.items()[0]) == AstTag::arrow) parts = r.items(term.items()[2]);
  if (parts.size() != 2) {
    r.bad("expected a clause");
    return {};
  }
  return parts;
}

Exprs body_of(AstReader& r, const Expr* e) {
  return e->is(ExprKind::block) ? e->children : r.builder.exprs({e});
}

std::vector<Clause> read_branches(AstReader& r, const Term* list, TreePlace around) {
  std::vector<Clause> result;
  // Nothing, or an empty block: no clauses.
  if (list == nullptr || !list->is(TermKind::list)) return result;
  for (const Term& item : r.items(*list)) {
    std::vector<Term> parts = arrow_parts(r, item);
    if (parts.empty()) return result;
    TreePlace at = r.place(item.items()[1], around);
    ClauseHead head = read_guarded_head(r, parts[0], at, AstPins::in_pattern);
    result.push_back(make_clause(r, head, body_of(r, read_ast(r, parts[1], at)), at));
  }
  return result;
}

Clause read_definition_clause(AstReader& r, const Term& term, TreePlace around) {
  if (!term.is_tuple(4)) {
    r.bad("expected a clause");
    return {};
  }
  r.fresh_variables = 0;
  r.stacktrace = Symbol();
  std::span<const Term> t = term.items();
  TreePlace at = r.place(t[0], around);
  std::vector<Term> patterns = r.items(t[1]), guards = r.items(t[2]);
  ClauseHead head = read_head(r, patterns, guards, at, AstPins::in_pattern);
  return make_clause(r, head, body_of(r, read_ast(r, t[3], at)), at);
}

}  // namespace dh::erlang
