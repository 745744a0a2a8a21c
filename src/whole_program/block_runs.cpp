#include "whole_program/block_runs.h"

namespace dh::whole {

using namespace smallir;

namespace {

// The activation that makes what both accesses use; invalid if it is shared by activations.
InstanceId maker_of(const AccessContext& context, const AccessEvent& access, ObjectId object) {
  if (object.valid()) return context.heap.objects[object].instance;
  if (!access.place.valid()) return {};
  VariableKind kind = context.module.variables[access.variable].kind;
  if (kind != VariableKind::temporary && kind != VariableKind::argument) return {};
  return owner_of(context.module, context.heap, context.traces.visits[access.visit].instance,
                  access.variable);
}

bool is_block_of(const Heap& heap, InstanceId id, InstanceId maker) {
  for (InstanceId at = heap.instances[id].parent; at.valid(); at = heap.instances[at].parent) {
    if (at == maker) return true;
  }
  return false;
}

// The block of the activation through which the thread of an access comes into its text; invalid if the
// access is in no block of it, or if the thread runs the activation itself.
InstanceId entry_block(const AccessContext& context, const AccessEvent& access, InstanceId maker) {
  if (!is_block_of(context.heap, context.traces.visits[access.visit].instance, maker)) return {};
  InstanceId entry;
  for (VisitId at = access.visit; at.valid(); at = context.traces.visits[at].parent) {
    InstanceId instance = context.traces.visits[at].instance;
    if (instance == maker) return {};
    if (is_block_of(context.heap, instance, maker)) entry = instance;
  }
  return entry;
}

// Whether one run of its caller runs a visit more than once.
bool runs_often(const AccessContext& context, VisitId id) {
  const Visit& visit = context.traces.visits[id];
  if (visit.often || !visit.parent.valid()) return visit.often;
  size_t calls = 0;
  for (const CallEdge& edge : context.heap.calls[context.traces.visits[visit.parent].instance.index()]) {
    calls += edge.callee == visit.instance;
  }
  return calls > 1;
}

// Whether one activation starts the thread more than once.
bool is_started_often_by(const AccessContext& context, ThreadId id, InstanceId maker) {
  constexpr size_t kMaxStarts = 64;
  const std::vector<uint32_t>& starts = context.traces.threads[id].starts;
  if (starts.size() > kMaxStarts) return false;
  size_t found = 0;
  for (uint32_t index : starts) {
    bool often = false;
    for (VisitId at = context.traces.syncs[index].visit; at.valid(); at = cause_of(context.traces, at)) {
      if (context.traces.visits[at].instance == maker) {
        if (often || ++found > 1) return true;
        break;
      }
      often |= runs_often(context, at);
    }
  }
  return false;
}

}  // namespace

bool needs_block_twice(const AccessContext& context, const Multiplicity& multiplicity, const AccessEvent& a,
                       const AccessEvent& b, ObjectId object) {
  InstanceId maker = maker_of(context, a, object);
  if (!maker.valid() || multiplicity.runs[maker.index()] < 2) return false;
  InstanceId entry = entry_block(context, a, maker);
  if (!entry.valid() || entry != entry_block(context, b, maker)) return false;
  for (InstanceId at = entry; at != maker; at = context.heap.instances[at].parent) {
    if (multiplicity.in_loop[at.index()]) return false;
  }
  auto started_often = [&](const AccessEvent& access) {
    return is_started_often_by(context, context.traces.visits[access.visit].thread, maker);
  };
  return !started_often(a) && !started_often(b);
}

}  // namespace dh::whole
