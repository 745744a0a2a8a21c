// try: `rescue` takes exceptions by name, of Elixir (a struct) and of Erlang (a reason that means the same).
#include <fmt/format.h>

#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

enum class RescueShape : uint8_t { atom, pair, triple, pair_or_triple, atom_or_pair, no_exception };

struct ErlangReason {
  std::string_view exception;
  RescueShape shape;
  std::string_view reason;
};

constexpr ErlangReason kReasons[] = {
#define DH_ELIXIR_RESCUE(exception, shape, reason) {exception, RescueShape::shape, reason},
#include "erlang/elixir/rescues.def"
#undef DH_ELIXIR_RESCUE
};

const Expr* equal(AstReader& r, const Expr* left, const Expr* right, TreePlace at) {
  return r.operation(Op::equal, left, right, at);
}

// tuple_size(Reason) == N
const Expr* has_size(AstReader& r, const Expr* reason, int64_t size, TreePlace at) {
  return equal(r, r.remote("erlang", "tuple_size", {reason}, at), r.builder.integer(at, size), at);
}

// ... andalso element(1, Reason) == Name
const Expr* is_tuple_of(AstReader& r, const Expr* size, const Expr* reason, std::string_view name,
                        TreePlace at) {
  const Expr* first = r.remote("erlang", "element", {r.builder.integer(at, 1), reason}, at);
  return r.operation(Op::and_also, size, equal(r, first, r.atom(name, at), at), at);
}

const Expr* erlang_guard(AstReader& r, const ErlangReason& known, const Expr* reason, TreePlace at) {
  auto sized = [&](int64_t size) { return has_size(r, reason, size, at); };
  switch (known.shape) {
    case RescueShape::atom:
      return equal(r, reason, r.atom(known.reason, at), at);
    case RescueShape::pair:
      return is_tuple_of(r, sized(2), reason, known.reason, at);
    case RescueShape::triple:
      return is_tuple_of(r, sized(3), reason, known.reason, at);
    case RescueShape::pair_or_triple:
      return is_tuple_of(r, r.operation(Op::or_else, sized(2), sized(3), at), reason, known.reason, at);
    case RescueShape::atom_or_pair:
      return r.operation(Op::or_else, equal(r, reason, r.atom(known.reason, at), at),
                         is_tuple_of(r, sized(2), reason, known.reason, at), at);
    case RescueShape::no_exception: {
      const Expr* is_map = r.remote("erlang", "is_map", {reason}, at);
      const Expr* has_key = r.remote("erlang", "is_map_key", {r.atom("__exception__", at), reason}, at);
      return r.operation(Op::logical_not, r.operation(Op::and_also, is_map, has_key, at), nullptr, at);
    }
  }
  return nullptr;
}

// map_get('__struct__', Reason) == Name andalso map_get('__exception__', Reason)
const Expr* struct_guard(AstReader& r, const Expr* name, const Expr* reason, TreePlace at) {
  const Expr* module = r.remote("erlang", "map_get", {r.atom("__struct__", at), reason}, at);
  const Expr* is_exception = r.remote("erlang", "map_get", {r.atom("__exception__", at), reason}, at);
  return r.operation(Op::and_also, equal(r, module, name, at), is_exception, at);
}

struct RescueGuards {
  std::vector<Exprs> alternatives;
  bool takes_erlang = false;  // also reasons that only Erlang raises
};

RescueGuards rescue_guards(AstReader& r, const Term& exceptions, const Expr* reason, TreePlace at) {
  RescueGuards result;
  std::vector<Term> names = r.items(exceptions);
  for (const Term& name : names)
    result.alternatives.push_back(r.builder.exprs({struct_guard(r, read_literal(r, name, at), reason, at)}));
  std::vector<Exprs> of_erlang;
  for (const Term& name : names) {
    for (const ErlangReason& known : kReasons) {
      if (!name.is(TermKind::atom) || r.names.text(name.atom()) != known.exception) continue;
      of_erlang.insert(of_erlang.begin(), r.builder.exprs({erlang_guard(r, known, reason, at)}));
      result.takes_erlang = true;
    }
  }
  result.alternatives.insert(result.alternatives.end(), of_erlang.begin(), of_erlang.end());
  return result;
}

Clause handler(AstReader& r, const Expr* kind, const Expr* reason, std::vector<Exprs> guards, Exprs body,
               TreePlace at) {
  const Expr* stack = r.builder.leaf(ExprKind::variable, at, r.stacktrace);
  return make_clause(r, {{kind, reason, stack}, std::move(guards)}, body, at);
}

// [Variable], [{in, _, [Variable, Exceptions]}]
Clause read_rescue(AstReader& r, const Term& clause, TreePlace around) {
  std::vector<Term> parts = arrow_parts(r, clause);
  std::vector<Term> heads = parts.empty() ? std::vector<Term>() : r.items(parts[0]);
  if (heads.size() != 1 || !heads[0].is_tuple(3)) {
    r.bad("expected an exception");
    return {};
  }
  TreePlace at = r.place(clause.items()[1], around);
  const Expr* reason = r.fresh_variable(at);
  Term variable = heads[0];
  RescueGuards guards;
  guards.takes_erlang = true;
  if (r.tags.of(variable.items()[0]) == AstTag::in) {
    std::vector<Term> both = r.items(variable.items()[2]);
    if (both.size() != 2 || !both[0].is_tuple(3)) {
      r.bad("expected an exception");
      return {};
    }
    guards = rescue_guards(r, both[1], reason, at);
    variable = both[0];
  }
  ExprList body;
  if (r.tags.of(variable.items()[0]) != AstTag::underscore) {
    ClauseHead head = read_head(r, {&variable, 1}, {}, at, AstPins::in_pattern);
    const Expr* value = reason;
    if (guards.takes_erlang) {
      value = r.remote("Elixir.Exception", "normalize",
                       {r.atom("error", at), reason, r.builder.leaf(ExprKind::list, at)}, at);
    }
    body.push_back(r.builder.infix(ExprKind::match, at, {head.patterns[0], value}));
  }
  Exprs rest = body_of(r, read_ast(r, parts[1], at));
  body.insert(body.end(), rest.begin(), rest.end());
  return handler(r, r.atom("error", at), reason, guards.alternatives, r.builder.exprs(body), at);
}

// [Kind, Pattern], or before 1.18 also [Pattern] for what is thrown.
Clause read_catch(AstReader& r, const Term& clause, TreePlace around) {
  std::vector<Term> parts = arrow_parts(r, clause);
  if (parts.empty()) return {};
  TreePlace at = r.place(clause.items()[1], around);
  ClauseHead head = read_guarded_head(r, parts[0], at, AstPins::in_pattern);
  if (head.patterns.size() == 1) head.patterns.insert(head.patterns.begin(), r.atom("throw", at));
  if (head.patterns.size() != 2) {
    r.bad("expected what is caught");
    return {};
  }
  Exprs body = body_of(r, read_ast(r, parts[1], at));
  return handler(r, head.patterns[0], head.patterns[1], head.guards, body, at);
}

}  // namespace

const Expr* read_try(AstReader& r, const Term& arguments, TreePlace at) {
  std::vector<Term> options = r.items(arguments);
  const Term* body = options.size() == 1 ? r.keyword(options[0], AstTag::do_part) : nullptr;
  if (body == nullptr) return r.bad("expected the body of try");
  Exprs tried = body_of(r, read_ast(r, *body, at));
  Symbol outer = r.stacktrace;
  r.stacktrace = r.names.intern(fmt::format("__STACKTRACE__@{}", ++r.fresh_variables));
  std::vector<Clause> handlers;
  if (const Term* list = r.keyword(options[0], AstTag::rescue)) {
    for (const Term& clause : r.items(*list)) handlers.push_back(read_rescue(r, clause, at));
  }
  if (const Term* list = r.keyword(options[0], AstTag::catch_part)) {
    for (const Term& clause : r.items(*list)) handlers.push_back(read_catch(r, clause, at));
  }
  r.stacktrace = outer;
  const Term* after = r.keyword(options[0], AstTag::after);
  Exprs cleanup = after == nullptr ? Exprs() : body_of(r, read_ast(r, *after, at));
  std::vector<Clause> branches = read_branches(r, r.keyword(options[0], AstTag::else_part), at);
  return r.builder.control(ExprKind::try_expr, at, tried,
                           {r.builder.clauses(branches), r.builder.clauses(handlers), cleanup});
}

}  // namespace dh::erlang
