// The inside of the pointer analysis; solver.cpp propagates, constraints.cpp reads code, dispatch.cpp finds
// callees, apply_model.cpp does what library methods do.
#pragma once

#include <deque>

#include "whole_program/solver.h"

namespace dh::whole {

class Solver {
 public:
  Solver(const smallir::Module& module, const smallir::Settings& settings, const Roots& roots,
         const SolverLimits& limits, const StopToken& stop);
  void run();
  Heap take_heap();
  RootInstances take_roots() { return std::move(root_instances_); }
  bool stopped_by_limit() const { return stopped_; }

 private:
  enum class Reaction : uint8_t { load, store, send, perform, run_block };
  // What to do with each object that arrives at a node.
  struct Listener {
    Reaction reaction{};
    InstanceId instance;
    uint32_t instruction = 0;
    uint32_t what = 0;  // load, store: the field; perform: the receiver; run_block: the request
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

  // solver.cpp
  void run_roots();
  void propagate();
  void process(NodeId node);
  void react(const Listener& listener, ObjectId object);
  NodeId new_nodes(uint32_t count);
  void add_object(NodeId node, ObjectId object);
  void add_copy(NodeId from, NodeId to);
  void listen(NodeId node, Listener listener);
  NodeId field_node(ObjectId object, uint32_t field);
  NodeId contents_node(ObjectId object) { return field_node(object, Heap::kContents); }
  // What the objects at a node contain.
  NodeId contents_of_node(NodeId node);
  ObjectId object(const Object& wanted, uint64_t salt = 0);
  ObjectId class_object(smallir::ClassId class_id);
  ObjectId unknown_object(smallir::ClassId class_id);
  bool handle_unknown_sends();

  // constraints.cpp
  InstanceId instance(smallir::FunctionId function, ContextId context, InstanceId parent, uint32_t split);
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
  Target find_target(const Object& receiver, Symbol selector, smallir::ClassId above);
  void call_method(const Send& send, smallir::FunctionId method, ObjectId receiver);
  void call_block(InstanceId site, uint32_t instruction, const BlockRequest& request, ObjectId closure);
  void start_thread(InstanceId site, uint32_t instruction, const BlockRequest& request, ObjectId closure);
  void perform(const Send& send, ObjectId receiver, ObjectId selector);
  void add_call(InstanceId caller, CallEdge edge);
  smallir::ClassKind kind_of(smallir::ClassId class_id);

  // apply_model.cpp
  void apply_model(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_runs(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_role(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void apply_answer(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void allocate(const Send& send, const smallir::SelectorModel& model, ObjectId receiver);
  void copy_object(const Send& send, ObjectId receiver);
  void run_operand(const Send& send, uint8_t operand, ObjectId receiver, BlockRequest request);
  void run_arguments_of_unknown(const Send& send);
  NodeId source_node(const Send& send, smallir::ValueSource source, ObjectId receiver);

  const smallir::Module& module_;
  const smallir::Settings& settings_;
  const Roots& roots_;
  const SolverLimits& limits_;
  StopToken stop_;
  Heap heap_;
  RootInstances root_instances_;
  bool stopped_ = false;
  uint8_t guesses_ = 0;  // of the instances that are made now

  // By node.
  std::vector<std::vector<uint32_t>> delta_;
  std::vector<std::vector<uint32_t>> copies_;
  std::vector<std::vector<uint32_t>> listening_;
  std::vector<bool> queued_;
  std::deque<uint32_t> work_;
  std::deque<uint32_t> unread_;  // instances
  std::vector<Listener> listeners_;
  std::vector<BlockRequest> requests_;

  FlatMap<uint64_t, std::vector<InstanceId>> instance_index_;
  FlatMap<uint64_t, ObjectId> object_index_;
  FlatSet<uint64_t> copy_index_;
  FlatSet<uint64_t> done_index_;  // requests and calls that were made already
  FlatMap<uint32_t, NodeId> constants_;
  FlatMap<uint32_t, NodeId> contents_of_;
  FlatMap<uint64_t, Target> targets_;
  std::vector<std::vector<uint32_t>> contexts_;  // chains of creation sites
  FlatMap<uint64_t, uint32_t> context_index_;
  FlatMap<uint32_t, uint32_t> clones_;
  std::vector<bool> starters_;
  std::vector<int16_t> kinds_;                          // by class; -1: not asked yet
  std::vector<std::pair<InstanceId, uint32_t>> sends_;  // all, to find those nothing arrived at
  size_t sends_checked_ = 0;
  FlatMap<uint32_t, smallir::ClassId> class_by_name_;
  FlatMap<uint32_t, std::vector<smallir::FunctionId>> implementors_;
};

}  // namespace dh::whole
