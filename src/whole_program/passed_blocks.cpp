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

// The visit of the method that a block on the path belongs to; invalid if it runs later, or is called in
// other ways too, which have no visits of their own.
VisitId visit_of_method(const AccessContext& context, VisitId at) {
  FunctionId home = context.function(at).home;
  for (; at.valid() && !context.traces.visits[at].called_again; at = context.traces.visits[at].parent) {
    if (context.heap.instances[context.traces.visits[at].instance].function == home) return at;
  }
  return {};
}

bool is_plain_call(const AccessContext& context, VisitId method) {
  const Visit& visit = context.traces.visits[method];
  const Instruction& call = context.body(visit.parent)[visit.call];
  return (call.op == Op::send || call.op == Op::super_send) &&
         call.selector() == context.function(method).name;
}

enum class Origin : uint8_t { elsewhere, other_caller, unseen };

// Where the block that an instruction runs or passes on comes from, up the path; unseen: no operand is it.
Origin origin_of_block(const AccessContext& context, VisitId at, uint32_t instruction,
                       const Instance& block) {
  Origin origin = Origin::unseen;
  for (Value value : context.module.operands_of(context.body(at)[instruction])) {
    if (!can_be_block(context, at, value, block)) continue;
    if (!is_argument_of_method(context, at, value)) return Origin::elsewhere;
    VisitId method = visit_of_method(context, at);
    if (!method.valid()) return Origin::elsewhere;
    const Visit& visit = context.traces.visits[method];
    if (visit.parent.valid()) {
      Origin outer = origin_of_block(context, visit.parent, visit.call, block);
      if (outer == Origin::elsewhere) return outer;
      if (outer == Origin::unseen && !is_plain_call(context, method)) return Origin::elsewhere;
    } else if (context.traces.threads[visit.thread].body.valid()) {
      return Origin::elsewhere;
    }
    origin = Origin::other_caller;
  }
  return origin;
}

}  // namespace

bool runs_block_of_another(const AccessContext& context, VisitId visit) {
  const Traces& traces = context.traces;
  for (VisitId at = visit; traces.visits[at].parent.valid(); at = traces.visits[at].parent) {
    const Visit& run = traces.visits[at];
    const Instance& block = context.heap.instances[run.instance];
    if (!block.parent.valid() || run.called_again || is_made_on_path(context, at)) continue;
    if (origin_of_block(context, run.parent, run.call, block) == Origin::other_caller) return true;
  }
  return false;
}

}  // namespace dh::whole
