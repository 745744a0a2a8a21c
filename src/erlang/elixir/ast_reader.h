// From expanded Elixir code to the tree of Erlang modules: what Elixir's own compiler does before it calls
// Erlang's (elixir_erl_pass), with a few simplifications that lose nothing for an analysis: `x.field` is
// maps:get(field, X), `for` is a comprehension, an update of a struct is one of a map.
// The internals of elixir_module.cpp.
#pragma once

#include <string>
#include <vector>

#include "erlang/elixir/ast_tags.h"
#include "erlang/syntax/tree_builder.h"

namespace dh::erlang {

enum class AstContext : uint8_t { expression, match, guard };
// Where the variables of patterns hide those outside (fn, for), a pinned one is compared in a guard.
enum class AstPins : uint8_t { in_pattern, in_guard };

using ExprList = std::vector<const Expr*>;

// What the functions below share while they read one definition after the other. After the first error
// failed() is true and results have no meaning.
class AstReader {
 public:
  AstReader(const AstTags& t, SharedInterner& n, Module& module) : tags(t), names(n), builder(module) {}

  void start_definition(bool is_injected) {
    error.clear();
    builder.reset();
    fixed_place = is_injected;
  }
  bool failed() const { return !error.empty(); }
  const Expr* bad(std::string_view what);

  // The elements of a proper list, also of one in compact form.
  std::vector<Term> items(const Term& list);
  // What a keyword list has for a key, else null.
  const Term* keyword(const Term& list, AstTag key);
  TreePlace place(const Term& meta, TreePlace around);

  // Small trees.
  const Expr* atom(std::string_view name, TreePlace at) {
    return builder.leaf(ExprKind::atom, at, names.intern(name));
  }
  const Expr* underscore(TreePlace at) { return builder.leaf(ExprKind::variable, at, names.intern("_")); }
  const Expr* fresh_variable(TreePlace at);  // no other has its name
  const Expr* operation(Op op, const Expr* left, const Expr* right, TreePlace at);
  const Expr* remote(std::string_view module, std::string_view function, const ExprList& arguments,
                     TreePlace at);

  const AstTags& tags;
  SharedInterner& names;
  TreeBuilder builder;
  std::string error;
  ExprList extra_guards;  // that the pattern which is being read asks for
  Symbol stacktrace;      // the variable of the innermost handler
  AstContext context = AstContext::expression;
  AstPins pins = AstPins::in_pattern;
  // Code that `use` has put here has lines of another file: all of it has the place of the `use`.
  bool fixed_place = false;
  uint32_t fresh_variables = 0;
  int depth = 0;
};

// Sets the context for the time of its life.
class AstContextScope {
 public:
  AstContextScope(AstReader& r, AstContext context, AstPins pins)
      : reader_(r), context_(r.context), pins_(r.pins) {
    r.context = context;
    r.pins = pins;
  }
  ~AstContextScope() {
    reader_.context = context_;
    reader_.pins = pins_;
  }
  AstContextScope(const AstContextScope&) = delete;
  AstContextScope& operator=(const AstContextScope&) = delete;

 private:
  AstReader& reader_;
  AstContext context_;
  AstPins pins_;
};

// A node; `at` is the place of what has none.
const Expr* read_ast(AstReader& r, const Term& term, TreePlace at);
ExprList read_asts(AstReader& r, const Term& list, TreePlace at);
const Expr* read_literal(AstReader& r, const Term& term, TreePlace at);
const Expr* read_variable(AstReader& r, std::span<const Term> node, TreePlace at);

// ast_calls.cpp: {Callee, Meta, Arguments}
const Expr* read_call(AstReader& r, std::span<const Term> node, TreePlace at);
const Expr* read_super_call(AstReader& r, std::span<const Term> node, TreePlace at);
const Expr* read_capture(AstReader& r, const Term& what, TreePlace at);

// ast_data.cpp
const Expr* read_map(AstReader& r, const Term& fields, TreePlace at);
const Expr* read_struct(AstReader& r, const Term& name, const Term& map, TreePlace at);
const Expr* read_bits(AstReader& r, const Term& segments, TreePlace at);

// ast_clauses.cpp
struct ClauseHead {
  ExprList patterns;
  std::vector<Exprs> guards;
};
ClauseHead read_head(AstReader& r, std::span<const Term> patterns, std::span<const Term> guards, TreePlace at,
                     AstPins pins);
// Patterns with their guards, as clauses of fn and case have them: [P1, P2], [{when, _, [P1, P2, Guard]}].
ClauseHead read_guarded_head(AstReader& r, const Term& arguments, TreePlace at, AstPins pins);
// {when, _, [G1, {when, _, [G2, G3]}]}: the alternatives.
std::vector<Term> split_guards(AstReader& r, const Term& guards);
Clause make_clause(AstReader& r, const ClauseHead& head, Exprs body, TreePlace at);
// {'->', Meta, [Patterns, Body]} of case, receive, else, with one pattern each.
std::vector<Clause> read_branches(AstReader& r, const Term* list, TreePlace at);
// {'->', _, [Left, Right]}: both, or nothing and an error.
std::vector<Term> arrow_parts(AstReader& r, const Term& term);
Exprs body_of(AstReader& r, const Expr* e);
// {Meta, Patterns, Guards, Body}: a clause of a named function.
Clause read_definition_clause(AstReader& r, const Term& term, TreePlace at);

// ast_control.cpp
const Expr* read_block(AstReader& r, const Term& list, TreePlace at);
const Expr* read_match(AstReader& r, const Term& left, const Term& right, TreePlace at);
const Expr* read_fn(AstReader& r, const Term& clauses, TreePlace at);
const Expr* read_case(AstReader& r, const Term& arguments, TreePlace at);
const Expr* read_cond(AstReader& r, const Term& arguments, TreePlace at);
const Expr* read_receive(AstReader& r, const Term& arguments, TreePlace at);
const Expr* read_with(AstReader& r, const Term& arguments, TreePlace at);
const Expr* make_case(AstReader& r, const Expr* subject, const std::vector<Clause>& clauses, TreePlace at);
// Whether the code can only give true or false.
bool returns_boolean(AstReader& r, const Term& term, int depth = 0);

// ast_for.cpp
const Expr* read_for(AstReader& r, const Term& arguments, bool is_used, TreePlace at);

// ast_try.cpp
const Expr* read_try(AstReader& r, const Term& arguments, TreePlace at);

}  // namespace dh::erlang
