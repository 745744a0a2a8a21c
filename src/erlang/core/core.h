// The small core that the analyses work on: every function as values in single-assignment form plus the
// calls, in the order in which they happen, under the branches that lead to them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/interner.h"
#include "erlang/core/types.h"
#include "erlang/syntax/tree.h"

namespace dh::erlang {

struct ValueId : Id<ValueId> {
  using Id::Id;
};
struct FunctionId : Id<FunctionId> {
  using Id::Id;
};

// A variable is just a name of a value: `X = Y` gives both names to one value, so that equality of values
// that went through bindings and patterns is equality of ids.
enum class ValueKind : uint8_t {
  unknown,   // computed from its operands (maps, binaries, ...); index: operation, see operation_of
  computed,  // like unknown, by arithmetic or a list operation: an update of its operands
  param,     // index: which
  constant,  // index: into CoreModule::constants
  tuple,     // operands: elements
  cons,      // operands: head, tail
  closure,   // index: function of the module; operands: the values it captures
  outer,     // index: value of the enclosing function
  fun_name,  // index: into CoreModule::fun_names; fun f/1, fun m:f/1
  field,     // operand: tuple; index: element, from 0
  head,      // operand: list
  tail,      // operand: list
  member,    // operand: list; any element of it
  update,    // operands: tuple, element; index: which, from 0; the tuple with that element
  phi,       // operands: what the clauses of a branch give; index: the branch
  call,      // index: the call whose result it is
  message,   // taken by receive
};

// Index of update: an element after the last one.
constexpr uint32_t kBehindLast = UINT32_MAX;

struct Value {
  ValueKind kind = ValueKind::unknown;
  bool of_first = false;  // of computed: what is not taken away of the first operand
  bool elements = false;  // of computed: a list, each element is as the first operand
  uint32_t index = 0;
  uint32_t first = 0;  // operands, in CoreFunction::operands
  uint32_t count = 0;
  Symbol name;  // of the first variable bound to it, for people
};

// What makes an unknown or computed value of its operands, such as "+": equal operations of equal operands
// give equal values. Invalid where the value can be another one each time. The text says it to people:
// operators as they are written, "<<" and "#{" begin those that only put their operands together.
inline uint32_t operation_index(Symbol operation) {
  return operation.valid() ? operation.value + 1 : 0;
}
inline Symbol operation_of(const Value& v) {
  return v.index == 0 ? Symbol() : Symbol(v.index - 1);
}

enum class ConstantKind : uint8_t { atom, integer, other, nil };

// Of others, `integer` says what the text is; a float has none.
constexpr int64_t kStringText = 1, kBigIntegerText = 2, kBinaryBytes = 3;

struct Constant {
  ConstantKind kind = ConstantKind::atom;
  Symbol text;
  int64_t integer = 0;

  friend bool operator==(const Constant&, const Constant&) = default;
  friend size_t hash_value(const Constant& c) {
    return hash_combine(hash_combine(static_cast<uint64_t>(c.kind), c.text.value),
                        static_cast<uint64_t>(c.integer));
  }
};

// A function by name; the module may be another one.
struct FunctionKey {
  Symbol module;
  Symbol name;
  uint32_t arity = 0;

  friend bool operator==(const FunctionKey&, const FunctionKey&) = default;
  friend size_t hash_value(const FunctionKey& k) {
    return hash_combine(hash_combine(k.module.value, k.name.value), k.arity);
  }
};

struct Range {
  uint32_t first = 0;
  uint32_t count = 0;
};

enum class CallKind : uint8_t { named, fun_value, dynamic };  // f(), m:f(); F(); M:F()

struct Call {
  CallKind kind = CallKind::named;
  bool handles_error = false;   // inside try or catch that takes error:badarg
  bool handles_badarg = false;  // inside one that names it
  bool handles_exit = false;    // inside try or catch that takes exit:{noproc, _}
  bool local = false;           // f(): who is called need not be exported for it
  FunctionKey callee;           // of named
  ValueId function;             // of fun_value: the fun; of dynamic: the function's name
  ValueId module;               // of dynamic
  Range arguments;              // in CoreFunction::operands
  ValueId result;
  TreePlace place;
};

// Equality (or a type) that holds from here to the end of the clause: from patterns and guards.
struct Refinement {
  ValueId left;
  ValueId right;       // invalid for a type test
  TypeMask types = 0;  // of a type test: what left can be
  bool equal = true;
  bool raises = false;  // by a match outside of clauses: what follows happens only when it holds
};

// A name that a value has in one clause only, where another one has given it another name.
struct OtherName {
  ValueId value;
  Symbol name;
};

enum class StatementKind : uint8_t { call, branch, attempt, refinement, name };

struct Statement {
  StatementKind kind = StatementKind::call;
  uint32_t index = 0;
};

enum class BranchKind : uint8_t {
  choice,   // case, if, function clauses
  receive,  // clauses on a message
  option,   // andalso, orelse, filter: the only clause may be skipped
  loop,     // comprehension: the only clause may run any number of times
};

// What a pattern asks of a value or a part of it: to be a constant, a list cell or a tuple of some size.
struct HeadTest {
  static constexpr uint32_t kListCell = UINT32_MAX;

  ValueId value;
  ValueId constant = {};  // invalid: a shape
  uint32_t size = 0;      // of the tuple, or kListCell
};

struct CoreClause {
  Range body;  // in CoreFunction::statements
  ValueId result;
  Range tests = {};  // in CoreFunction::refinements: it is taken where one of these holds; none: not known
  Range head = {};   // in CoreFunction::head_tests: where all of these hold it is taken; none: not known
};

struct Branch {
  BranchKind kind = BranchKind::choice;
  Range deciders;  // operands: values that decide which clause is taken
  Range clauses;
  ValueId result;
};

// try: the body, then `of` clauses, or one of the handlers; then `after`.
struct Attempt {
  Range body;
  Range deciders;
  Range clauses;   // none: the body's value is the result
  Range handlers;  // of catch
  Range caught;    // operands: what their patterns are about
  Range after;
  ValueId result;
};

struct CoreFunction {
  uint32_t module = 0;  // index in Core::modules
  Symbol name;          // of a fun: of the function around it
  uint32_t arity = 0;
  bool is_fun = false;
  bool exported = false;
  bool silenced = false;         // -dialyzer({nowarn_function, ...})
  uint32_t parent = UINT32_MAX;  // of a fun: index in the module of the function that makes it
  uint32_t fun_number = 0;       // of a fun: from 1, in the order of the source
  TreePlace place;

  std::vector<Value> values;  // the parameters first
  std::vector<ValueId> operands;
  std::vector<Statement> statements;
  std::vector<Call> calls;
  std::vector<Branch> branches;
  std::vector<Attempt> attempts;
  std::vector<CoreClause> clauses;
  std::vector<HeadTest> head_tests;
  std::vector<Refinement> refinements;
  std::vector<OtherName> names;
  Range body;
  ValueId result;

  std::span<const ValueId> operands_of(const Value& v) const { return {operands.data() + v.first, v.count}; }
  std::span<const ValueId> operands_in(Range r) const { return {operands.data() + r.first, r.count}; }
  const Value& value(ValueId id) const { return values[id.index()]; }
  // Whether a choice of clauses depends on the value itself.
  bool decides(ValueId id) const;
};

// What stays of a module when its tree is gone.
struct CoreModule {
  SourceLanguage language = SourceLanguage::erlang;
  bool is_script = false;  // an escript
  Symbol name;
  std::vector<Symbol> behaviours;
  std::vector<ModuleFile> files;
  std::string path;
  std::vector<Constant> constants;
  std::vector<FunctionKey> fun_names;
  std::vector<CoreFunction> functions;  // named ones first, in order; then funs

  Place place(const TreePlace& place) const { return place_in(files, path, place); }
};

CoreModule lower_module(const Module& module, SharedInterner& names);

}  // namespace dh::erlang
