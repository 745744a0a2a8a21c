// Calls. Operators are calls of `erlang` in Elixir's code and operations in Erlang's.

#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

struct Rewrite {
  std::string_view module, function, erlang_module, erlang_function;
  std::vector<size_t> order;  // which argument comes where
};

// Calls that Elixir writes in its own order of arguments from 1.20 on, and as Erlang's before.
const std::vector<Rewrite>& rewrites() {
  static const std::vector<Rewrite> all = {
#define DH_ELIXIR_REWRITE(module, function, erlang_module, erlang_function, ...) \
  {module, function, erlang_module, erlang_function, {__VA_ARGS__}},
#include "erlang/elixir/rewrites.def"
#undef DH_ELIXIR_REWRITE
  };
  return all;
}

const Rewrite* rewrite_of(std::string_view module, std::string_view function, size_t arity) {
  if (!module.starts_with("Elixir.")) return nullptr;
  for (const Rewrite& one : rewrites()) {
    if (one.module == module && one.function == function && one.order.size() == arity) return &one;
  }
  return nullptr;
}

// Those that are operations in Erlang code also where Elixir writes erlang:'+'(A, B). Lists and messages are
// not.
std::optional<Op> operator_of(std::string_view name, size_t arity) {
  std::optional<Op> op = op_by_name(name);
  if (!op || *op == Op::append || *op == Op::subtract || *op == Op::send) return std::nullopt;
  bool has_one = *op == Op::bit_not || *op == Op::logical_not || *op == Op::plus || *op == Op::minus;
  bool has_two = *op != Op::bit_not && *op != Op::logical_not;
  return (arity == 1 && has_one) || (arity == 2 && has_two) ? op : std::nullopt;
}

// Map.put(m, k, v): m#{k => v}, of a map that is written here one field more.
const Expr* put_in_map(AstReader& r, const Expr* map, const Expr* field, TreePlace at) {
  if (!map->is(ExprKind::map) && !map->is(ExprKind::map_update))
    return r.builder.infix(ExprKind::map_update, at, {map, field});
  ExprList children(map->children.begin(), map->children.end());
  children.push_back(field);
  return r.builder.node(map->kind, at, children);
}

// Map.merge(a, %{k: v})
const Expr* merge_maps(AstReader& r, const Expr* first, const Expr* second, TreePlace at) {
  if (!second->is(ExprKind::map)) return r.remote("maps", "merge", {first, second}, at);
  bool is_made = first->is(ExprKind::map) || first->is(ExprKind::map_update);
  ExprList children = is_made ? ExprList(first->children.begin(), first->children.end()) : ExprList{first};
  children.insert(children.end(), second->children.begin(), second->children.end());
  return r.builder.node(is_made ? first->kind : ExprKind::map_update, at, children);
}

const Expr* known_call(AstReader& r, std::string_view module, std::string_view function, ExprList arguments,
                       TreePlace at) {
  if (const Rewrite* rewrite = rewrite_of(module, function, arguments.size())) {
    ExprList ordered;
    for (size_t index : rewrite->order) ordered.push_back(arguments[index]);
    arguments = std::move(ordered);
    module = rewrite->erlang_module;
    function = rewrite->erlang_function;
  }
  if (module == "maps" && function == "put" && arguments.size() == 3) {
    const Expr* field = r.builder.infix(ExprKind::map_field_assoc, at, {arguments[0], arguments[1]});
    return put_in_map(r, arguments[2], field, at);
  }
  if (module == "maps" && function == "merge" && arguments.size() == 2)
    return merge_maps(r, arguments[0], arguments[1], at);
  if (module == "erlang") {
    if (auto op = operator_of(function, arguments.size()))
      return r.operation(*op, arguments[0], arguments.size() == 2 ? arguments[1] : nullptr, at);
  }
  return r.remote(module, function, arguments, at);
}

const Expr* call_of(AstReader& r, const Expr* callee, const ExprList& arguments, TreePlace at) {
  ExprList children{callee};
  children.insert(children.end(), arguments.begin(), arguments.end());
  return r.builder.infix(ExprKind::call, at, children);
}

// `x.field` is a field of a map far more often than a call of a module in a variable, which has parentheses.
const Expr* field_access(AstReader& r, const Term& of, Symbol field, TreePlace at) {
  const Expr* map = read_ast(r, of, at);
  const Expr* key = r.builder.leaf(ExprKind::atom, at, field);
  if (r.context == AstContext::guard) return r.remote("erlang", "map_get", {key, map}, at);
  return r.remote("maps", "get", {key, map}, at);
}

// {{'.', _, [Module, Function]}, Meta, Arguments}
const Expr* remote_call(AstReader& r, std::span<const Term> target, std::span<const Term> t, TreePlace at) {
  const Term& module = target[0];
  if (!target[1].is(TermKind::atom)) return r.bad("expected the name of a function");
  Symbol function = target[1].atom();
  if (module.is(TermKind::atom)) {
    return known_call(r, r.names.text(module.atom()), r.names.text(function), read_asts(r, t[2], at), at);
  }
  const Term* no_parentheses = r.keyword(t[1], AstTag::no_parens);
  bool is_field = r.context == AstContext::guard ||
                  (no_parentheses != nullptr && r.tags.of(*no_parentheses) == AstTag::true_value);
  if (t[2].is(TermKind::nil) && is_field) return field_access(r, module, function, at);
  const Expr* name = r.builder.leaf(ExprKind::atom, at, function);
  const Expr* callee = r.builder.infix(ExprKind::remote, at, {read_ast(r, module, at), name});
  return call_of(r, callee, read_asts(r, t[2], at), at);
}

}  // namespace

const Expr* read_call(AstReader& r, std::span<const Term> t, TreePlace at) {
  if (t[0].is(TermKind::atom))
    return call_of(r, r.builder.leaf(ExprKind::atom, at, t[0].atom()), read_asts(r, t[2], at), at);
  if (!t[0].is_tuple(3) || r.tags.of(t[0].items()[0]) != AstTag::dot)
    return r.bad("an expression of an unknown kind");
  std::vector<Term> target = r.items(t[0].items()[2]);
  if (target.size() == 2) return remote_call(r, target, t, at);
  if (target.size() != 1) return r.bad("an expression of an unknown kind");
  const Expr* function = read_ast(r, target[0], at);
  return call_of(r, function, read_asts(r, t[2], at), at);
}

// The function that a default argument or an override stands for: {super, {def, Name}} in the metadata.
const Expr* read_super_call(AstReader& r, std::span<const Term> t, TreePlace at) {
  const Term* super = r.keyword(t[1], AstTag::super);
  Symbol name = t[0].atom();
  if (super != nullptr && super->is_tuple(2) && super->items()[1].is(TermKind::atom))
    name = super->items()[1].atom();
  return call_of(r, r.builder.leaf(ExprKind::atom, at, name), read_asts(r, t[2], at), at);
}

// {'/', _, [{f, _, Context}, Arity]} or {'/', _, [{{'.', _, [Module, f]}, _, []}, Arity]}
const Expr* read_capture(AstReader& r, const Term& what, TreePlace at) {
  if (!what.is_tuple(3) || r.tags.of(what.items()[0]) != AstTag::slash) return r.bad("expected a function");
  std::vector<Term> both = r.items(what.items()[2]);
  if (both.size() != 2 || !both[0].is_tuple(3) || !both[1].is(TermKind::integer))
    return r.bad("expected a function and its arity");
  const Term& function = both[0].items()[0];
  if (function.is(TermKind::atom)) {
    Expr* e = r.builder.leaf(ExprKind::fun_local, at, function.atom());
    e->integer = both[1].integer;
    return e;
  }
  std::vector<Term> target = function.is_tuple(3) ? r.items(function.items()[2]) : std::vector<Term>();
  if (target.size() != 2) return r.bad("expected a function");
  return r.builder.node(
      ExprKind::fun_remote, at,
      {read_ast(r, target[0], at), read_literal(r, target[1], at), r.builder.integer(at, both[1].integer)});
}

}  // namespace dh::erlang
