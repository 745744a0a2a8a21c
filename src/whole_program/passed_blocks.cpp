#include "whole_program/passed_blocks.h"

#include <algorithm>

namespace dh::whole {

using namespace smallir;

namespace {

// The text of the block is in a function that runs around it, or around the start of its thread.
bool is_made_on_path(const AccessContext& context, VisitId block) {
  InstanceId maker = context.heap.instances[context.traces.visits[block].instance].parent;
  for (VisitId at = block; at.valid(); at = cause_of(context.traces, at)) {
    if (context.traces.visits[at].instance == maker) return true;
  }
  return false;
}

bool can_be_block(const AccessContext& context, VisitId at, Value value, const Instance& block) {
  if (value.kind() != Value::Kind::result) return false;
  bool found = false;
  NodeId node = context.heap.result_node(context.traces.visits[at].instance, value.index());
  context.heap.points_to_of(node).for_each([&](uint32_t id) {
    const Object& object = context.heap.objects[ObjectId(id)];
    found |= object.kind == ObjectKind::closure && object.function == block.function &&
             object.instance == block.parent;
  });
  return found;
}

bool is_argument_of_method(const AccessContext& context, VisitId at, Value value) {
  const Instruction& reader = context.body(at)[value.index()];
  if (reader.op != Op::read) return false;
  const Variable& variable = context.module.variables[reader.variable()];
  return variable.kind == VariableKind::argument && variable.function == context.function(at).home;
}

// The visit of the method that a block on the path belongs to; invalid if the block runs later, or is called
// in other ways too.
VisitId visit_of_method(const AccessContext& context, VisitId at) {
  FunctionId home = context.function(at).home;
  for (; at.valid(); at = context.traces.visits[at].parent) {
    if (context.heap.instances[context.traces.visits[at].instance].function == home) return at;
    if (context.traces.visits[at].called_again) return {};
  }
  return {};
}

bool is_plain_call(const AccessContext& context, const FurtherCall& call) {
  const Instruction& send = context.body(call.caller)[call.instruction];
  return (send.op == Op::send || send.op == Op::super_send) &&
         send.selector() == context.function(call.callee).name;
}

// All calls that lead to the visit of a block, or of a method that gets one.
std::vector<FurtherCall> calls_of(const Traces& traces, VisitId callee) {
  std::vector<FurtherCall> calls;
  const Visit& visit = traces.visits[callee];
  if (visit.parent.valid()) calls.push_back({callee, visit.parent, visit.call});
  auto it =
      std::lower_bound(traces.further_calls.begin(), traces.further_calls.end(), callee,
                       [](const FurtherCall& call, VisitId id) { return call.callee.value < id.value; });
  for (; it != traces.further_calls.end() && it->callee == callee; ++it) calls.push_back(*it);
  return calls;
}

// Finds where a block that was not made on the path comes from.
class BlockSearch {
 public:
  BlockSearch(const AccessContext& context, const Instance& block) : context_(context), block_(block) {}

  // Every call that leads to the visit of the block runs an argument that no caller on the path passes.
  bool only_others_pass(VisitId visit);

 private:
  enum class Origin : uint8_t { elsewhere, other_caller, unseen };

  // Of what an instruction runs or passes on; unseen: no operand is the block.
  Origin origin_at(VisitId at, uint32_t instruction);
  bool no_caller_passes(VisitId method);

  const AccessContext& context_;
  const Instance& block_;
  int calls_left_ = 64;
};

BlockSearch::Origin BlockSearch::origin_at(VisitId at, uint32_t instruction) {
  Origin origin = Origin::unseen;
  for (Value value : context_.module.operands_of(context_.body(at)[instruction])) {
    if (!can_be_block(context_, at, value, block_)) continue;
    if (!is_argument_of_method(context_, at, value)) return Origin::elsewhere;
    VisitId method = visit_of_method(context_, at);
    if (!method.valid() || !no_caller_passes(method)) return Origin::elsewhere;
    origin = Origin::other_caller;
  }
  return origin;
}

bool BlockSearch::no_caller_passes(VisitId method) {
  const Visit& visit = context_.traces.visits[method];
  if (!visit.parent.valid() && context_.traces.threads[visit.thread].body.valid()) return false;
  for (const FurtherCall& call : calls_of(context_.traces, method)) {
    if (--calls_left_ < 0) return false;
    Origin origin = origin_at(call.caller, call.instruction);
    if (origin == Origin::elsewhere) return false;
    if (origin == Origin::unseen && !is_plain_call(context_, call)) return false;
  }
  return true;
}

bool BlockSearch::only_others_pass(VisitId visit) {
  std::vector<FurtherCall> calls = calls_of(context_.traces, visit);
  return std::all_of(calls.begin(), calls.end(), [&](const FurtherCall& call) {
    return origin_at(call.caller, call.instruction) == Origin::other_caller;
  });
}

}  // namespace

bool runs_block_of_another(const AccessContext& context, VisitId visit) {
  const Traces& traces = context.traces;
  for (VisitId at = visit; traces.visits[at].parent.valid(); at = traces.visits[at].parent) {
    const Visit& run = traces.visits[at];
    const Instance& block = context.heap.instances[run.instance];
    if (!block.parent.valid() || is_made_on_path(context, at)) continue;
    if (BlockSearch(context, block).only_others_pass(at)) return true;
  }
  return false;
}

}  // namespace dh::whole
