// The result of the pointer analysis: instances of functions, abstract objects, points-to sets, call edges
// and thread starts. Filled by Solver (solver.h), read by everything after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "smallir/library_model.h"
#include "smallir/module.h"
#include "whole_program/object_set.h"

namespace dh::whole {

struct InstanceId : Id<InstanceId> {
  using Id::Id;
};
struct ObjectId : Id<ObjectId> {
  using Id::Id;
};
struct NodeId : Id<NodeId> {  // a pointer: has a points-to set
  using Id::Id;
};
struct ContextId : Id<ContextId> {
  using Id::Id;
};
// Of functions that are far from the starts of all threads: they are analysed once for all of them.
constexpr ContextId kSharedContext(0);

// A function as it runs in one thread context. A block also belongs to the activation whose variables it
// uses.
struct Instance {
  smallir::FunctionId function;
  ContextId context;
  InstanceId parent;    // block: the instance whose text it is in
  InstanceId home;      // itself, unless it is a block
  uint8_t guesses = 0;  // fallback calls on the path to it, when it was first reached
  uint16_t depth = 0;   // calls from the root or the start of the thread, when it was first reached
  uint32_t split = 0;   // distinguishes receivers of methods that start threads, and callers of class methods
  NodeId first;         // of its nodes: results of instructions, self, result, declared variables
};

enum class ObjectKind : uint8_t { instance, closure, class_object, literal, thread, unknown };

struct Object {
  ObjectKind kind{};
  smallir::ClassKind class_kind{};
  smallir::ClassId class_id;     // whose methods it understands; may be invalid for closures and literals
  smallir::FunctionId function;  // closure
  InstanceId instance;           // where it was made; closure: the instance whose variables it uses
  uint32_t instruction = 0;      // that made it
  smallir::LiteralId literal;
  InstanceId body;        // thread: what it runs
  bool confined = false;  // a caller's own: shared only if it escapes
};

// How a callee is run by an instruction.
enum class CallKind : uint8_t {
  method,
  block,  // in place
  start,  // a thread begins here
};

struct CallEdge {
  uint32_t instruction = 0;
  InstanceId callee;
  CallKind kind{};
  bool often = false;     // may run more than once each time: loops
  bool certain = true;    // runs whenever the send is done (once per target)
  bool unlocked = false;  // runs without the lock of its critical:
  bool fallback = false;  // receiver unknown: all implementors
  bool joined = false;    // block: in a thread of its own that the sender waits for
  bool unpreempted = false;
  smallir::Role role{};  // of the model that ran it
  InstanceId after;      // start: the body of the thread at whose end it happens, if there is one

  friend bool operator==(const CallEdge&, const CallEdge&) = default;
};

// A library send that reads or writes what an object contains, or takes part in order or locking.
struct ModelUse {
  uint32_t instruction = 0;
  const smallir::SelectorModel* model = nullptr;
  ObjectId receiver;  // invalid: unknown
};

// How an object gets from its maker to other threads by queues only.
struct Handover {
  bool kept = false;  // those that take it keep it: none puts it into a queue again
  // The maker and those after it, where each puts it into a queue that only the next one takes it from.
  std::vector<ContextId> stages;
};

struct Heap {
  Store<InstanceId, Instance> instances;
  Store<ObjectId, Object> objects;
  std::vector<ObjectSet> points_to;               // by representative
  std::vector<uint32_t> representative;           // by NodeId: nodes of a cycle of copies share a set
  std::vector<std::vector<CallEdge>> calls;       // by InstanceId, sorted by instruction
  std::vector<std::vector<ModelUse>> model_uses;  // by InstanceId, sorted by instruction
  FlatMap<uint32_t, NodeId> shared_variables;     // class variables, globals
  FlatMap<uint64_t, NodeId> fields;               // by object and variable
  // Objects that threads other than their producers get from queues only.
  FlatMap<uint32_t, Handover> handed_over;
  int64_t fallback_sends = 0;
  int64_t guesses_on_guesses = 0;  // fallback calls that were not made: SolverLimits::max_guesses
  int64_t unknown_sends = 0;
  int64_t megamorphic_sends = 0;  // had more targets than were followed
  int64_t saturated_sets = 0;     // SolverLimits::max_objects
  int64_t collapsed_nodes = 0;
  int64_t propagated = 0;  // objects that arrived somewhere new
  int64_t copy_edges = 0;

  static constexpr uint32_t kContents = UINT32_MAX;  // as a field: what a collection holds

  NodeId result_node(InstanceId id, uint32_t instruction) const {
    return NodeId(instances[id].first.value + instruction);
  }
  const ObjectSet& points_to_of(NodeId node) const {
    static const ObjectSet nothing;
    if (!node.valid() || node.index() >= representative.size()) return nothing;
    return points_to[representative[node.index()]];
  }
};

inline NodeId self_node(const smallir::Module& module, const Heap& heap, InstanceId id) {
  const Instance& home = heap.instances[heap.instances[id].home];
  return NodeId(home.first.value + module.functions[home.function].instructions.count);
}
inline NodeId return_node(const smallir::Module& module, const Heap& heap, InstanceId id) {
  const Instance& instance = heap.instances[id];
  return NodeId(instance.first.value + module.functions[instance.function].instructions.count + 1);
}

// The instance, among those around `id`, that declares a temporary or argument.
InstanceId owner_of(const smallir::Module& module, const Heap& heap, InstanceId id,
                    smallir::VariableId variable);
// The node of a temporary or argument as seen from an instance.
NodeId local_node(const smallir::Module& module, const Heap& heap, InstanceId id,
                  smallir::VariableId variable);

}  // namespace dh::whole
