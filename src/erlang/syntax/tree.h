// One Erlang module as both front ends give it: .beam files (abstract forms) and .erl files (our own
// preprocessor and parser) make the same tree. It mirrors Erlang's abstract format after preprocessing:
// macros are gone, records are not expanded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/interner.h"
#include "base/shared_interner.h"
#include "source/place.h"

namespace dh::erlang {

// No tree is nested deeper than this: the front ends refuse a form that is, with a diagnostic. So code that
// walks trees may recurse over expressions.
constexpr int kMaxNesting = 500;

// Where an expression begins and ends. The begin is the first character of the leftmost operand without
// parentheses, whichever front end made the tree; text that came from a macro has the place of its call.
// Beams do not have the end: end_line is 0 then. Line 0: compiler-made. Column 0: only the line is known.
struct TreePlace {
  uint32_t line = 0;
  uint32_t end_line = 0;
  uint16_t column = 0;      // 65535 for all columns beyond
  uint16_t end_column = 0;  // exclusive
  uint16_t file = 0;        // index into Module::files

  friend bool operator==(const TreePlace&, const TreePlace&) = default;
};

enum class ExprKind : uint8_t {
#define DH_ERLANG_EXPR(id, name) id,
#include "erlang/syntax/expr_kinds.def"
#undef DH_ERLANG_EXPR
};
std::string_view expr_kind_name(ExprKind kind);
bool is_generator(ExprKind kind);

enum class Op : uint8_t {
#define DH_ERLANG_OP(id, spelling) id,
#include "erlang/syntax/operators.def"
#undef DH_ERLANG_OP
};
std::string_view op_name(Op op);
std::optional<Op> op_by_name(std::string_view spelling);

struct Expr;
using Exprs = std::span<const Expr* const>;
struct Clause;
using Clauses = std::span<const Clause>;

// The parts that only control expressions and funs have.
struct ExprParts {
  Clauses clauses;   // case, if, receive, fun; the `of` of try; the `else` of maybe
  Clauses handlers;  // the `catch` of try: three patterns each, class, reason and stack trace
  Exprs after;       // the `after` of try and receive
};

// An expression, pattern or guard test. expr_kinds.def says what each kind holds. Lives in its module's
// arena and is never changed once made.
struct Expr {
  ExprKind kind = ExprKind::atom;
  Op op = Op::plus;    // of unary_op and binary_op
  uint16_t depth = 1;  // of the tree below, this expression included
  TreePlace place;
  Symbol name;
  Exprs children;
  union {
    int64_t integer = 0;
    double floating;
    const ExprParts* parts_;
  };

  bool is(ExprKind k) const { return kind == k; }
  bool is_atom(Symbol symbol) const { return kind == ExprKind::atom && name == symbol; }
  const Expr& child(size_t i) const { return *children[i]; }
  bool has_parts() const;
  Clauses clauses() const { return has_parts() ? parts_->clauses : Clauses(); }
  Clauses handlers() const { return has_parts() ? parts_->handlers : Clauses(); }
  Exprs after() const { return has_parts() ? parts_->after : Exprs(); }

  // Of a call.
  const Expr& callee() const { return *children[0]; }
  Exprs arguments() const { return children.subspan(1); }
};

// Of a function, fun, case, if, receive, try or maybe. Guards: `A, B; C` is {{A, B}, {C}}.
struct Clause {
  TreePlace place;
  Exprs patterns;
  std::span<const Exprs> guards;
  Exprs body;
};

struct FunctionName {
  Symbol name;
  uint32_t arity = 0;

  friend bool operator==(const FunctionName&, const FunctionName&) = default;
  friend size_t hash_value(const FunctionName& f) { return hash_combine(f.name.value, f.arity); }
};

struct Function {
  FunctionName id;
  TreePlace place;  // of its first clause
  Clauses clauses;
};

struct RecordField {
  Symbol name;
  const Expr* otherwise = nullptr;  // the default, null for `undefined`
  TreePlace place;
};

struct RecordDefinition {
  Symbol name;
  TreePlace place;
  std::vector<RecordField> fields;

  // From 0; the element of the tuple is that plus 2.
  std::optional<size_t> field_index(Symbol field) const;
};

struct Import {
  Symbol module;
  FunctionName function;
};

// A file that contributed text, from -file attributes (beam) or includes (source).
struct ModuleFile {
  std::string name;  // as -file names it
  std::string path;  // where it was found, so that excerpts can be shown; empty when it was not
};

// For findings: the path where the source was found, else the name it was compiled under, as seen from there.
Place place_in(const std::vector<ModuleFile>& files, const std::string& module, const TreePlace& place);

enum class ModuleOrigin : uint8_t { beam, source };
enum class SourceLanguage : uint8_t { erlang, elixir };

struct Module {
  ModuleOrigin origin = ModuleOrigin::source;
  SourceLanguage language = SourceLanguage::erlang;
  bool is_script = false;  // an escript
  std::string path;        // of the .beam or .erl that was read; "x.ez!/x/ebin/y.beam" inside an archive
  Symbol name;
  TreePlace name_place;
  std::vector<ModuleFile> files;  // the first is the module's own source
  std::vector<FunctionName> exports;
  bool export_all = false;
  std::vector<Import> imports;
  std::vector<Symbol> behaviours;
  std::vector<Symbol>
      parse_transforms;  // of -compile attributes; beams hold their result and not their names
  std::vector<RecordDefinition> records;
  std::vector<FunctionName> nowarn_functions;  // -dialyzer({nowarn_function, F/A})
  bool nowarn_all = false;                     // -dialyzer(nowarn_function)
  std::vector<Function> functions;
  bool incomplete = false;  // a form could not be read and is missing

  Arena arena;

  const RecordDefinition* find_record(Symbol record) const;
  Place place(const TreePlace& place) const { return place_in(files, path, place); }
};

// For every walk over all parts of a tree: the direct sub-expressions of an expression, in the order
// of the source, clause parts included.
template <typename Visit>
void for_each_sub_expression(const Expr& expr, Visit&& visit);
template <typename Visit>
void for_each_sub_expression(const Clause& clause, Visit&& visit) {
  for (const Expr* e : clause.patterns) visit(*e);
  for (const Exprs& tests : clause.guards) {
    for (const Expr* e : tests) visit(*e);
  }
  for (const Expr* e : clause.body) visit(*e);
}
template <typename Visit>
void for_each_sub_expression(const Expr& expr, Visit&& visit) {
  for (const Expr* e : expr.children) visit(*e);
  for (const Clause& c : expr.clauses()) for_each_sub_expression(c, visit);
  for (const Clause& c : expr.handlers()) for_each_sub_expression(c, visit);
  for (const Expr* e : expr.after()) visit(*e);
}

}  // namespace dh::erlang
