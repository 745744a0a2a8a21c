// for: a comprehension, and with `reduce` a fold.
#include <algorithm>

#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

// Where the elements come from, {'<-', Meta, [Pattern, Source]}, bare or as the only segment of a binary.
struct Generator {
  Term pattern, source;
  TreePlace at;
  bool is_binary = false;
};

std::optional<Generator> generator_of(AstReader& r, const Term& term, TreePlace around) {
  const Term* node = &term;
  std::vector<Term> segments;
  Generator result;
  if (term.is_tuple(3) && r.tags.of(term.items()[0]) == AstTag::bits) {
    segments = r.items(term.items()[2]);
    if (segments.size() != 1) return std::nullopt;
    node = &segments[0];
    result.is_binary = true;
  }
  if (!node->is_tuple(3) || r.tags.of(node->items()[0]) != AstTag::from) return std::nullopt;
  std::vector<Term> both = r.items(node->items()[2]);
  if (both.size() != 2) return std::nullopt;
  result.pattern = both[0];
  result.source = both[1];
  result.at = r.place(node->items()[1], around);
  return result;
}

// One test of all alternatives of the guards, then those that the pattern asks for.
ExprList guard_tests(AstReader& r, const ClauseHead& head, size_t alternatives) {
  ExprList tests;
  const Expr* any = nullptr;
  for (size_t i = 0; i < head.guards.size(); ++i) {
    Exprs all = head.guards[i];
    size_t own = alternatives == 0 ? 0 : 1;
    if (i == 0)
      for (size_t k = all.size(); k > own; --k) tests.push_back(all[k - 1]);
    if (own == 0) continue;
    any = any == nullptr ? all[0] : r.operation(Op::or_else, any, all[0], all[0]->place);
  }
  if (any != nullptr) tests.push_back(any);
  return tests;
}

// What is neither nil nor false, as true or false.
const Expr* choose(AstReader& r, const Expr* test, bool is_boolean, const Expr* yes, const Expr* no,
                   TreePlace at) {
  if (is_boolean) {
    return make_case(r, test,
                     {make_clause(r, {{r.atom("true", at)}, {}}, r.builder.exprs({yes}), at),
                      make_clause(r, {{r.atom("false", at)}, {}}, r.builder.exprs({no}), at)},
                     at);
  }
  const Expr* value = r.fresh_variable(at);
  auto is = [&](std::string_view atom) {
    return r.builder.exprs({r.operation(Op::equal, value, r.atom(atom, at), at)});
  };
  return make_case(r, test,
                   {make_clause(r, {{value}, {is("false"), is("nil")}}, r.builder.exprs({no}), at),
                    make_clause(r, {{r.underscore(at)}, {}}, r.builder.exprs({yes}), at)},
                   at);
}

struct Qualifier {
  const Expr* pattern = nullptr;  // null: a filter
  const Expr* source = nullptr;   // or the test
  TreePlace at;
  bool is_binary = false;
  bool is_boolean = true;
};

std::vector<Qualifier> read_qualifiers(AstReader& r, std::span<const Term> terms, TreePlace around) {
  std::vector<Qualifier> result;
  for (const Term& term : terms) {
    std::optional<Generator> generator = generator_of(r, term, around);
    if (!generator) {
      result.push_back({nullptr, read_ast(r, term, around), around, false, returns_boolean(r, term)});
      continue;
    }
    const Expr* source = read_ast(r, generator->source, generator->at);
    std::vector<Term> parts = split_guards(r, generator->pattern);
    std::span<const Term> guards = std::span(parts).subspan(1);
    ClauseHead head = read_head(r, std::span(parts).first(1), guards, generator->at, AstPins::in_guard);
    result.push_back({head.patterns[0], source, generator->at, generator->is_binary});
    for (const Expr* test : guard_tests(r, head, guards.size()))
      result.push_back({nullptr, test, generator->at});
  }
  return result;
}

const Expr* comprehension(AstReader& r, ExprKind kind, const Expr* element,
                          const std::vector<Qualifier>& qualifiers, TreePlace at) {
  ExprList children{element};
  for (const Qualifier& q : qualifiers) {
    if (q.pattern != nullptr) {
      ExprKind generator = q.is_binary ? ExprKind::binary_generator : ExprKind::generator;
      children.push_back(r.builder.infix(generator, q.at, {q.pattern, q.source}));
    } else if (q.is_boolean) {
      children.push_back(q.source);
    } else {
      children.push_back(choose(r, q.source, false, r.atom("true", q.at), r.atom("false", q.at), q.at));
    }
  }
  return r.builder.node(kind, at, children);
}

// Enum.reduce(Source, Given, fn Pattern, Acc -> ...; _, Acc -> Acc end), one in the other.
const Expr* fold(AstReader& r, std::span<const Qualifier> qualifiers, const Expr* step, const Expr* given,
                 const Expr* accumulator) {
  if (qualifiers.empty()) return step;
  const Qualifier& q = qualifiers[0];
  size_t filters = 1;
  while (filters < qualifiers.size() && qualifiers[filters].pattern == nullptr) ++filters;
  const Expr* inner = fold(r, qualifiers.subspan(filters), step, accumulator, accumulator);
  for (size_t i = filters; i > 1; --i) {
    const Qualifier& filter = qualifiers[i - 1];
    inner = choose(r, filter.source, filter.is_boolean, inner, accumulator, q.at);
  }
  std::vector<Clause> clauses{make_clause(r, {{q.pattern, accumulator}, {}}, r.builder.exprs({inner}), q.at)};
  if (!q.pattern->is(ExprKind::variable)) {
    clauses.push_back(
        make_clause(r, {{r.underscore(q.at), accumulator}, {}}, r.builder.exprs({accumulator}), q.at));
  }
  const Expr* fun = r.builder.control(ExprKind::fun_expr, q.at, {}, {r.builder.clauses(clauses), {}, {}});
  const Expr* source = q.source;
  if (q.is_binary) {
    const Expr* generator = r.builder.infix(ExprKind::binary_generator, q.at, {q.pattern, q.source});
    source = r.builder.node(ExprKind::list_comprehension, q.at, {q.pattern, generator});
  }
  return r.remote("Elixir.Enum", "reduce", {source, given, fun}, q.at);
}

bool all_binary(const std::vector<Qualifier>& qualifiers) {
  return std::all_of(qualifiers.begin(), qualifiers.end(),
                     [](const Qualifier& q) { return q.pattern == nullptr || q.is_binary; });
}

// for ..., reduce: first do accumulator -> ... end
const Expr* read_fold(AstReader& r, std::span<const Term> terms, const Term& first, const Term& clauses,
                      TreePlace at) {
  const Expr* given = read_ast(r, first, at);
  std::vector<Qualifier> qualifiers = read_qualifiers(r, terms, at);
  if (qualifiers.empty() || qualifiers[0].pattern == nullptr) return r.bad("expected a generator");
  const Expr* accumulator = r.fresh_variable(at);
  const Expr* step = make_case(r, accumulator, read_branches(r, &clauses, at), at);
  return fold(r, qualifiers, step, given, accumulator);
}

// The result of a loop that nobody uses is nil each time.
const Expr* without_result(AstReader& r, const Expr* element, TreePlace at) {
  Exprs done = body_of(r, element);
  ExprList all(done.begin(), done.end());
  all.push_back(r.atom("nil", at));
  return r.builder.node(ExprKind::block, at, all);
}

bool is_empty(const Expr* e, ExprKind kind) {
  return e->is(kind) && e->children.empty();
}

}  // namespace

const Expr* read_for(AstReader& r, const Term& arguments, bool is_used, TreePlace at) {
  std::vector<Term> parts = r.items(arguments);
  const Term options = parts.empty() ? Term() : parts.back();
  const Term* body = r.keyword(options, AstTag::do_part);
  if (body == nullptr) return r.bad("expected the body of for");
  std::span<const Term> terms = std::span(parts).first(parts.size() - 1);
  if (const Term* first = r.keyword(options, AstTag::reduce)) return read_fold(r, terms, *first, *body, at);
  const Term* into = r.keyword(options, AstTag::into);
  const Expr* target = into == nullptr ? nullptr : read_ast(r, *into, at);
  std::vector<Qualifier> qualifiers = read_qualifiers(r, terms, at);
  const Expr* element = read_ast(r, *body, at);
  if (into == nullptr && !is_used) element = without_result(r, element, at);
  const Term* uniq = r.keyword(options, AstTag::uniq);
  bool is_uniq = uniq != nullptr && r.tags.of(*uniq) == AstTag::true_value;
  bool is_binary = target != nullptr && is_empty(target, ExprKind::binary);
  if (is_binary && !is_uniq && all_binary(qualifiers))
    return comprehension(r, ExprKind::binary_comprehension, element, qualifiers, at);
  const Expr* list = comprehension(r, ExprKind::list_comprehension, element, qualifiers, at);
  if (is_uniq) list = r.remote("Elixir.Enum", "uniq", {list}, at);
  if (target == nullptr || is_empty(target, ExprKind::list)) return list;
  if (is_binary) return r.remote("erlang", "list_to_bitstring", {list}, at);
  if (is_empty(target, ExprKind::map)) return r.remote("maps", "from_list", {list}, at);
  return r.remote("Elixir.Enum", "into", {list, target}, at);
}

}  // namespace dh::erlang
