// What a value can be: an inclusion-based analysis over all functions, without regard to order or context.
// Every node has a set of abstract objects, at most kMaxObjects, and a flag that it may be something else.
// The sets are found in value_solver.cpp.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "erlang/core/link.h"
#include "erlang/core/model.h"

namespace dh::erlang {

enum class ObjectKind : uint8_t { constant, tuple, cons, function, table };

struct Object {
  ObjectKind kind = ObjectKind::constant;
  uint32_t index = 0;  // constant; node of the tuple, list cell or ets:new; function

  friend bool operator==(const Object&, const Object&) = default;
  friend size_t hash_value(const Object& o) { return hash_combine(static_cast<uint64_t>(o.kind), o.index); }
};

struct ValueSet {
  std::vector<Object> objects;
  bool unknown = false;  // may also be something that is not followed
};

// A call of a function by another, however it is made. Arguments that are not known are invalid ids.
struct Target {
  FunctionId function;
  Callback how = Callback::once;
  bool by_model = false;  // through a library function that calls back
  std::vector<ValueId> arguments;
  ValueId list;  // whose elements the first argument is, where that is not known
};

class Values {
 public:
  static constexpr size_t kMaxObjects = 12;
  // A library's own wrapper of a transaction or a lock is given many funs, and each has to be known as its.
  static constexpr size_t kMaxFunctions = 64;

  Values(const Core& core, const Model& model, const Parallelism& parallel);

  const ValueSet& of(NodeId node) const { return sets_[set_of_[node.index()]]; }
  const ValueSet& of(FunctionId f, ValueId v) const { return of(core_.node(f, v)); }
  // The sets of an element of the tuples in a set.
  ValueSet element(const ValueSet& tuples, uint32_t index) const;

  // Whom a call can call, in the order of the program.
  std::vector<Target> targets(FunctionId caller, const Call& call) const;
  // A call of a value that is not followed: it may be any function that escapes.
  bool calls_unknown(FunctionId caller, const Call& call) const;

  // Nodes of one number can be the same things.
  uint32_t set_number(NodeId node) const { return set_of_[node.index()]; }
  // The first node that can be the same things.
  NodeId first_like(NodeId node) const { return first_of_set_[set_of_[node.index()]]; }

 private:
  friend class ValueSolver;

  const Core& core_;
  const Model& model_;
  std::vector<uint32_t> set_of_;  // by node
  std::vector<ValueSet> sets_;
  std::vector<NodeId> first_of_set_;
};

// Whether the atoms that a signature wants are there.
bool literals_match(const Core& core, FunctionId f, const Call& call, std::span<const Literal> literals);
// The elements of a list that is written down in the function, or nothing.
std::optional<std::vector<ValueId>> list_elements(const Core& core, FunctionId f, ValueId list);
// How many elements lists can have, wherever they are made, each number once; none where that is not known.
std::vector<size_t> list_lengths(const Core& core, const ValueSet& set);

}  // namespace dh::erlang
