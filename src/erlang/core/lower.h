// Inside lower_module: from one module's tree to the core.
#pragma once

#include <deque>
#include <vector>

#include "base/hash.h"
#include "erlang/core/core.h"

namespace dh::erlang::lowering {

// The names that lowering looks for.
struct Names {
  explicit Names(SharedInterner& names);
  Symbol underscore, true_, false_, undefined, erlang, send, error, exit, badarg, element, hd, tl, apply,
      setelement, list_to_tuple, append_element, is_record, self, global, set_lock, del_lock, empty, utf8;
  // What a call in a guard says of one of its arguments when the guard holds: is_pid(X), tuple_size(X) =:= 2.
  struct TypeTest {
    TypeMask types = 0;
    bool both_ways = true;  // where it does not hold, the argument is of another type
    uint32_t argument = 0;
  };
  FlatMap<Symbol, TypeTest> type_tests;
};

struct ValueKey {
  ValueKind kind;
  uint32_t index;
  uint32_t a, b;

  friend bool operator==(const ValueKey&, const ValueKey&) = default;
  friend size_t hash_value(const ValueKey& k) {
    uint64_t low = hash_combine(static_cast<uint64_t>(k.kind) << 32 | k.index, k.a);
    return hash_combine(low, k.b);
  }
};

// One function (or fun) that is being built.
struct Builder {
  CoreFunction* function = nullptr;
  uint32_t index = 0;         // of the function in its module
  Builder* around = nullptr;  // of a fun: the builder of the function that makes it
  FlatMap<Symbol, ValueId> variables;
  std::vector<Symbol> bound;  // variables in the order of their binding, so that clauses can undo
  FlatMap<ValueKey, ValueId> shared_values;
  std::vector<std::vector<Statement>> open;  // statements of blocks that are not finished
  std::vector<ValueId> captured;
  std::vector<std::pair<Symbol, ValueId>> hidden;  // by variables of comprehensions
  int handlers = 0;                                // try and catch around that take badarg
  int badarg_handlers = 0;                         // those that name it
  int exit_handlers = 0;                           // and those that take exits because there is no process
};

class Lowerer {
 public:
  Lowerer(const Module& module, SharedInterner& names);
  CoreModule run();

 private:
  // lower.cpp: functions and values
  void lower_function(const Function& f, CoreFunction& out);
  void lower_clauses(Clauses clauses, uint32_t arity);
  ValueId lower_fun(const Expr& e);
  ValueId add_value(ValueKind kind, uint32_t index, std::span<const ValueId> operands = {});
  ValueId shared_value(ValueKind kind, uint32_t index, std::span<const ValueId> operands = {});
  ValueId constant(Constant c);
  ValueId atom(Symbol name) { return constant({ConstantKind::atom, name, 0}); }
  ValueId integer(int64_t n) { return constant({ConstantKind::integer, Symbol(), n}); }
  ValueId nil() { return constant({ConstantKind::nil, Symbol(), 0}); }
  ValueId field(ValueId tuple, uint32_t index);
  ValueId head(ValueId list);
  ValueId tail(ValueId list);
  Range add_operands(std::span<const ValueId> operands);

  // Variables.
  ValueId lookup(Symbol name) { return lookup_in(*b_, name); }
  ValueId lookup_in(Builder& b, Symbol name);
  void bind(Symbol name, ValueId value);
  Symbol shown_name(Symbol name);
  void undo_to(size_t mark);

  // Statements.
  void open_block() { b_->open.emplace_back(); }
  Range close_block();
  void add_statement(StatementKind kind, size_t index) {
    b_->open.back().push_back({kind, static_cast<uint32_t>(index)});
  }
  void refine(ValueId left, ValueId right, bool equal);
  void refine_type(ValueId value, TypeMask types);

  // lower_pattern.cpp
  void pattern(const Expr& p, ValueId v, bool shadow = false);
  void record_pattern(const Expr& p, ValueId v, bool shadow);
  void pattern_variables(const Expr& p, ValueId from, bool shadow);
  void guards(const Clause& clause, std::vector<ValueId>& deciders);
  // `value`, where it is known, is what the test was evaluated to before. Whether what it noted is all that
  // the test says.
  bool guard_test(const Expr& test, bool holds, ValueId value = ValueId());
  using TypeFacts = std::vector<std::pair<ValueId, TypeMask>>;
  TypeFacts type_facts(const Expr& test, bool holds);
  bool note_types(const Expr& test, bool holds);
  TypeFacts compared_type(const Expr& left, const Expr& right);
  TypeFacts operand_types(const Expr& operand);
  static TypeFacts both(const TypeFacts& a, const TypeFacts& b);
  static TypeFacts either(const TypeFacts& a, const TypeFacts& b);
  static const Expr* answered(const Expr& test, Symbol answer);
  const Names::TypeTest* type_test(const Expr& test) const;
  // Whether evaluating it again has no effect.
  bool simple(const Expr& e) const;
  bool own_process(const Expr& e) const;
  // Whether the pattern can fail to match, as opposed to only naming things.
  bool refutable(const Expr& p) const;

  // lower_expr.cpp
  ValueId body(Exprs exprs);
  ValueId expr(const Expr& e);
  ValueId record_make(const Expr& e);
  ValueId record_update(const Expr& e);
  ValueId call(const Expr& e);
  void name_call(Call& call, std::vector<ValueId>& arguments) const;
  bool elements_of(ValueId list, std::vector<ValueId>& elements) const;
  ValueId add_call(Call call, std::span<const ValueId> arguments, const TreePlace& place);
  ValueId built_in(Symbol name, std::span<const ValueId> arguments);
  ValueId comprehension(const Expr& e);
  void qualifiers(const Expr& e, size_t next, std::vector<ValueId>& out);
  void generator(const Expr& g, std::vector<ValueId>& sources);
  void hide_variables(const Expr& p);
  void generator_pattern(const Expr& g, std::span<const ValueId> sources, size_t& at);

  // lower_made.cpp: an operation without a name is one that is not followed
  ValueId of_children(const Expr& e, ValueKind kind, std::string_view operation = {});
  ValueId made(ValueKind kind, std::string_view operation, std::span<const ValueId> operands);
  ValueId operation(const Expr& e);
  ValueId map(const Expr& e);
  ValueId member(const Expr& key, ValueId map);
  ValueId binary(const Expr& e);
  ValueId segment(const Expr& e);
  ValueId literal_binary(const Expr& e);

  // lower_control.cpp
  struct ClauseVariables;
  ValueId choice(const Expr& e);
  ValueId receive(const Expr& e);
  ValueId attempt(const Expr& e);
  ValueId catching(const Expr& e);
  ValueId maybe(const Expr& e);
  ValueId maybe_body(std::span<const Expr* const> exprs);
  ValueId add_option(ValueId decider, const CoreClause& clause);
  ValueId option(ValueId decider, const Expr& rest);
  void clause(const Clause& c, std::span<const ValueId> subjects, bool shadow, std::vector<ValueId>& deciders,
              std::vector<CoreClause>& out, ClauseVariables& variables, const Expr* compared = nullptr);
  Range head_tests(const Clause& c, std::span<const ValueId> subjects);
  Range alternatives(const Clause& clause);
  bool head_tests(const Expr& p, ValueId v, std::vector<HeadTest>& tests, std::vector<Symbol>& names);
  bool equation(const Expr& test, bool equal, ValueId value);
  void shape(const Expr& p, ValueId v);
  void decide_by(const Expr& e, ValueId subject, std::vector<ValueId>& deciders);
  bool takes_badarg(Clauses handlers, bool by_name) const;
  bool takes_exit(Clauses handlers) const;
  Range add_clauses(const std::vector<CoreClause>& clauses);
  ValueId join(const std::vector<CoreClause>& clauses, std::span<const ValueId> deciders);
  void export_variables(ClauseVariables& variables, std::span<const ValueId> deciders);

  const Module& module_;
  SharedInterner& interner_;
  Names names_;
  CoreModule out_;
  Builder* b_ = nullptr;
  FlatMap<Constant, uint32_t> constants_;
  FlatMap<FunctionKey, uint32_t> fun_names_;
  FlatMap<FunctionName, uint32_t> local_;  // functions of this module
  FlatMap<FunctionName, Symbol> imported_;
  std::deque<CoreFunction> funs_;
  int record_depth_ = 0;
  bool in_match_ = false;
  bool exact_ = true;  // the refinements of the current clause say all that its head tests
};

// Which variables the clauses of one branch bound, to make them visible after it.
struct Lowerer::ClauseVariables {
  std::vector<std::pair<Symbol, std::vector<ValueId>>> bound;
  void add(Symbol name, ValueId value);
};

}  // namespace dh::erlang::lowering
