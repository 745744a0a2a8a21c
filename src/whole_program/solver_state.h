// The internals of the pointer analysis; solver.cpp runs it, run_roots.cpp begins at the roots, propagate.cpp
// moves objects along edges and merges cycles, constraints.cpp reads code, dispatch.cpp finds callees,
// apply_model.cpp applies the models of library methods, handover.cpp finds objects that go through queues.
#pragma once

#include "whole_program/solver.h"

namespace dh::whole {

class Solver {
 public:
  Solver(const smallir::Module& module, const ProgramIndex& index, const smallir::Settings& settings,
         Roots roots, const SolverLimits& limits, const SolverStops& stops);
  void run();
  Solved take();

 private:
  enum class Reaction : uint8_t { load, store, send, perform, run_block, run_symbol, run_kept, later };
  // What to do with each object that arrives at a node.
  struct Listener {
    Reaction reaction{};
    InstanceId instance;
    uint32_t instruction = 0;
    uint32_t what = 0;  // load, store: the field; perform: the receiver; run_block: the request;
                        // run_symbol, run_kept: the send; later: the model
    NodeId node;        // load: where to; store: from where
  };
  // A block that is to be run, whatever blocks arrive.
  struct BlockRequest {
    std::vector<NodeId> given;
    NodeId answer;
    CallEdge edge;
    bool thread = false;
    bool starts = true;  // false: create_thread
    NodeId handle_to;    // where the handle of the thread goes
    smallir::ClassKind handle_kind{};
  };
  struct Send {
    InstanceId instance;
    uint32_t instruction = 0;
    Symbol selector;
    std::vector<NodeId> arguments;
    NodeId result;
    bool to_super = false;
    bool fallback = false;
  };
  struct Target {
    smallir::FunctionId method;
    const smallir::SelectorModel* model = nullptr;
  };

  struct Node {
    std::vector<uint32_t> delta;  // arrived and not processed yet; any order
    std::vector<uint32_t> copies;
    std::vector<uint32_t> listeners;
    bool queued = false;
    bool saturated = false;  // SolverLimits::max_objects was reached
  };
  struct InstanceKey {
    uint32_t function, context, parent, split;
    friend bool operator==(const InstanceKey&, const InstanceKey&) = default;
    friend size_t hash_value(const InstanceKey& key) {
      return hash_combine(uint64_t{key.function} << 32 | key.context, uint64_t{key.parent} << 32 | key.split);
    }
  };

  // solver.cpp
  void fixpoint();
  bool read_next_level();
  ObjectId object(const Object& wanted, uint64_t salt = 0);
  ObjectId class_object(smallir::ClassId class_id);
  ObjectId unknown_object(smallir::ClassId class_id);
  bool handle_unknown_sends();

  // run_roots.cpp
  ContextId new_context();
  // One after another: what tests reach says nothing about users of the product.
  enum class RootPhase : uint8_t { programs, library, tests };
  static RootPhase phase_of(RootKind kind);
  void run_roots(RootPhase phase);
  void run_root(const Root& root, ContextId context, std::vector<InstanceId>& list);
  ObjectId root_receiver(const Root& root);
  bool starts_something_new(const Root& root, const FlatSet<uint32_t>& reached) const;
  void run_users_of_shared();
  void share(NodeId node, std::vector<ObjectId>& shared);
  void run_users_of_globals();
  void send_public_methods(std::vector<ObjectId> shared, RootKind kind);
  uint32_t root_of_users(smallir::ClassId class_id, RootKind kind, FlatMap<uint32_t, uint32_t>& by_class);

  // propagate.cpp
  void propagate();
  void process(uint32_t node);
  void react(const Listener& listener, std::span<const uint32_t> objects);
  void run_requested_block(const Listener& listener, ObjectId object);
  void run_symbol(const Listener& listener, const Object& symbol);
  NodeId new_nodes(uint32_t count);
  uint32_t find(uint32_t node);
  void enqueue(uint32_t node);
  void add_object(NodeId node, ObjectId object);
  void add_copy(NodeId from, NodeId to);
  void listen(NodeId node, Listener listener);
  void collapse_cycles();
  void merge(uint32_t from, uint32_t into);
  NodeId field_node(ObjectId object, uint32_t field);
  NodeId contents_node(ObjectId object) { return field_node(object, Heap::kContents); }
  // What the objects at a node contain.
  NodeId contents_of_node(NodeId node);

  // handover.cpp
  void find_handed_over();
  std::vector<ContextId> stages_of(ObjectId object, ContextId maker, std::vector<uint32_t> put,
                                   const FlatSet<uint32_t>& queues) const;
  bool only_used_in(ContextId& context, ObjectId object, std::vector<uint32_t> from,
                    const FlatSet<uint32_t>& stop_at, std::vector<uint32_t>& stopped) const;
  void follow_listener(const Listener& listener, ObjectId object, std::vector<uint32_t>& to) const;

  // constraints.cpp
  // Invalid when the limit of instances is reached.
  InstanceId instance(smallir::FunctionId function, ContextId context, InstanceId parent, uint32_t split,
                      uint16_t depth);
  bool may_have_of_its_own(ContextId context) const;
  void read_code(InstanceId id);
  void read_instruction(InstanceId id, uint32_t index);
  void read_inlined(InstanceId id, uint32_t index);
  NodeId value_node(InstanceId id, smallir::Value value);
  NodeId variable_node(InstanceId id, smallir::VariableId variable);
  NodeId constant_node(ObjectId object);
  ObjectId literal_object(smallir::LiteralId id);
  ContextId thread_context(InstanceId site, uint32_t instruction, ObjectId closure);

  // dispatch.cpp
  Send send_at(InstanceId id, uint32_t index);
  void dispatch(const Send& send, ObjectId receiver);
  ObjectId made_by(const Send& send, smallir::ClassId class_id);
  smallir::FunctionId handler_of_unknown(const Object& receiver) const;
  Target find_target(const Object& receiver, Symbol selector, smallir::ClassId above);
  void call_method(const Send& send, smallir::FunctionId method, ObjectId receiver);
  InstanceId method_instance(const Send& send, smallir::FunctionId method, ObjectId receiver);
  bool may_call_more(const Send& send);
  void call_block(InstanceId site, uint32_t instruction, const BlockRequest& request, ObjectId closure);
  void start_thread(InstanceId site, uint32_t instruction, const BlockRequest& request, ObjectId closure);
  void perform(const Send& send, ObjectId receiver, ObjectId selector);
  void add_call(InstanceId caller, CallEdge edge);
  smallir::ClassKind kind_of(smallir::ClassId class_id) const {
    return class_id.valid() ? index_.kinds[class_id.index()] : smallir::ClassKind::any;
  }

  // apply_model.cpp
  void apply_model(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_runs(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_role(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_answer(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void keep_send(const Send& send, ObjectId receiver);
  void send_to_contents(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void run_kept(const Send& send, const BlockRequest& request, ObjectId kept);
  void send_kept(const Listener& listener, ObjectId part);
  void listen_for_send(NodeId node, Send send, Reaction reaction);
  void apply_later_send(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void later(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  Symbol literal_selector(const Send& send, uint32_t argument) const;
  void allocate(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void copy_object(const Send& send, ObjectId receiver);
  void run_operand(const Send& send, uint8_t operand, ObjectId receiver, BlockRequest request);
  // Runs each block that arrives at the node.
  void run_blocks_at(const Send& send, NodeId node, BlockRequest request);
  void run_arguments_of_unknown(const Send& send);
  NodeId source_node(const Send& send, smallir::ValueSource source, ObjectId receiver);

  const smallir::Module& module_;
  const ProgramIndex& index_;
  const smallir::Settings& settings_;
  Roots roots_;
  const SolverLimits& limits_;
  SolverStops stops_;
  Heap heap_;
  RootInstances root_instances_;
  bool stopped_ = false;
  bool has_api_ = false;
  uint8_t guesses_ = 0;  // of the instances that are made now

  std::vector<Node> nodes_;
  std::vector<uint32_t> work_;
  std::vector<uint32_t> position_;  // by node: in topological order, as of the last search for cycles
  size_t edges_at_collapse_ = 0;
  std::vector<std::vector<uint32_t>> unread_;  // instances, by depth
  std::vector<Listener> listeners_;
  std::vector<BlockRequest> requests_;
  std::vector<Send> symbol_sends_;  // of symbols in place of blocks

  FlatMap<InstanceKey, InstanceId> instance_index_;
  FlatMap<uint64_t, ObjectId> object_index_;
  FlatSet<uint64_t> copy_index_;
  FlatSet<uint64_t> done_index_;               // requests and calls that were made already
  FlatMap<uint64_t, InstanceId> callees_;      // by site, method and receiver if it is distinguished
  FlatMap<uint64_t, uint32_t> target_counts_;  // by site
  FlatMap<uint32_t, NodeId> constants_;
  FlatMap<uint32_t, NodeId> contents_of_;
  FlatMap<uint64_t, Target> targets_;
  std::vector<std::vector<uint32_t>> contexts_;  // chains of creation sites
  std::vector<size_t> functions_of_context_;
  size_t functions_of_threads_ = 0;  // of all but kSharedContext
  std::vector<bool> of_library_;     // by context: threads that library roots start
  ContextId users_;                  // of library roots: one process that calls all of them
  FlatMap<uint64_t, uint32_t> context_index_;
  FlatMap<uint32_t, uint32_t> clones_;
  std::vector<std::pair<InstanceId, uint32_t>> sends_;  // all, to find those nothing arrived at
};

}  // namespace dh::whole
