#include "whole_program/multiplicity.h"

#include <algorithm>
#include <utility>

namespace dh::whole {

using namespace smallir;

namespace {

FlatSet<uint32_t> find_started(const Heap& heap) {
  FlatSet<uint32_t> started;
  for (const std::vector<CallEdge>& calls : heap.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.kind == CallKind::start && edge.role != Role::resume) started.insert(edge.callee.value);
    }
  }
  return started;
}

std::vector<uint8_t> count_instances(const Heap& heap, const FlatSet<uint32_t>& started, const Roots& roots,
                                     const RootInstances& instances) {
  std::vector<uint8_t> runs(heap.instances.size(), 0);
  std::vector<uint32_t> work;
  auto add = [&](InstanceId id, unsigned more) {
    uint8_t& now = runs[id.index()];
    uint8_t next = static_cast<uint8_t>(std::min(2u, now + more));
    // At most twice in the worklist: each entry passes on one more run.
    for (; now < next; ++now) work.push_back(id.value);
  };
  for (size_t r = 0; r < roots.roots.size(); ++r) {
    const Root& root = roots.roots[r];
    for (size_t i = 0; i < instances.instances[r].size(); ++i) {
      add(instances.instances[r][i], called_in_parallel(root.kind) && i >= root.once.size() ? 2 : 1);
    }
  }
  while (!work.empty()) {
    uint32_t id = work.back();
    work.pop_back();
    for (const CallEdge& edge : heap.calls[id]) {
      bool begins_again = edge.kind == CallKind::start && edge.role == Role::resume;
      if (!begins_again || !started.contains(edge.callee.value)) add(edge.callee, edge.often ? 2 : 1);
    }
  }
  return runs;
}

ContextId context_of(const Heap& heap, ObjectId id) {
  const Object& object = heap.objects[id];
  return object.instance.valid() ? heap.instances[object.instance].context : ContextId();
}

std::vector<bool> find_escaping(const Module& module, const Heap& heap) {
  std::vector<bool> escapes(heap.objects.size());
  std::vector<uint32_t> work;
  auto escape = [&](uint32_t object) {
    if (escapes[object]) return;
    escapes[object] = true;
    work.push_back(object);
  };
  for (uint32_t o = 0; o < heap.objects.size(); ++o) {
    if (!context_of(heap, ObjectId(o)).valid() && !heap.objects[ObjectId(o)].confined) escape(o);
  }
  // What code that all threads share makes belongs to the thread it is made for.
  auto of_other_thread = [&](uint32_t object, ContextId owner) {
    if (heap.objects[ObjectId(object)].confined) return false;
    ContextId context = context_of(heap, ObjectId(object));
    return context != owner && context != kSharedContext && owner != kSharedContext;
  };
  for (const auto& entry : heap.shared_variables) {
    heap.points_to_of(entry.second).for_each(escape);
  }
  std::vector<std::vector<NodeId>> fields(heap.objects.size());
  for (const auto& entry : heap.fields) {
    uint32_t owner = static_cast<uint32_t>(entry.first >> 32);
    NodeId node = entry.second;
    fields[owner].push_back(node);
    heap.points_to_of(node).for_each([&](uint32_t object) {
      if (heap.objects[ObjectId(owner)].confined) return;
      if (of_other_thread(object, context_of(heap, ObjectId(owner)))) escape(object);
    });
  }
  // Captured variables of another thread's activation.
  for (uint32_t i = 0; i < heap.instances.size(); ++i) {
    const Instance& instance = heap.instances[InstanceId(i)];
    const Function& function = module.functions[instance.function];
    for (uint32_t v = 0; v < function.variables.count; ++v) {
      VariableId variable = module.declared(function, v);
      if (!module.variables[variable].captured) continue;
      heap.points_to_of(local_node(module, heap, InstanceId(i), variable)).for_each([&](uint32_t object) {
        if (of_other_thread(object, instance.context)) escape(object);
      });
    }
  }
  // What a thread gets when it is started.
  auto escape_at = [&](NodeId node) {
    heap.points_to_of(node).for_each([&](uint32_t object) {
      if (context_of(heap, ObjectId(object)) == kSharedContext) escape(object);
    });
  };
  for (const std::vector<CallEdge>& calls : heap.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.kind != CallKind::start) continue;
      const Function& body = module.functions[heap.instances[edge.callee].function];
      if (body.uses_self) escape_at(self_node(module, heap, edge.callee));
      for (VariableId variable : module.captures_of(body)) {
        escape_at(local_node(module, heap, edge.callee, variable));
      }
    }
  }
  while (!work.empty()) {
    uint32_t owner = work.back();
    work.pop_back();
    for (NodeId node : fields[owner]) {
      heap.points_to_of(node).for_each(escape);
    }
  }
  return escapes;
}

// What a global, a class variable or a class holds, and what that holds in turn. Beyond those, only objects
// that exist once are followed: every stream would be reachable from some table of classes.
std::vector<bool> find_global(const Heap& heap, const Multiplicity& multiplicity) {
  constexpr size_t kMaxHeld = 8;  // what may hold anything says nothing
  std::vector<bool> global(heap.objects.size());
  std::vector<uint32_t> work;
  auto reach = [&](uint32_t object) {
    if (global[object]) return;
    global[object] = true;
    work.push_back(object);
  };
  std::vector<std::vector<NodeId>> fields(heap.objects.size());
  for (const auto& entry : heap.fields)
    fields[static_cast<uint32_t>(entry.first >> 32)].push_back(entry.second);
  auto reach_held = [&](NodeId node) {
    const ObjectSet& held = heap.points_to_of(node);
    if (held.size() <= kMaxHeld) held.for_each(reach);
  };
  auto reach_fields = [&](uint32_t owner) {
    for (NodeId node : fields[owner]) reach_held(node);
  };
  for (const auto& entry : heap.shared_variables) reach_held(entry.second);
  for (uint32_t owner = 0; owner < heap.objects.size(); ++owner) {
    if (heap.objects[ObjectId(owner)].kind == ObjectKind::class_object) reach_fields(owner);
  }
  for (uint32_t owner : std::exchange(work, {})) reach_fields(owner);
  while (!work.empty()) {
    uint32_t owner = work.back();
    work.pop_back();
    if (multiplicity.single(heap, ObjectId(owner))) reach_fields(owner);
  }
  return global;
}

}  // namespace

Multiplicity count_runs(const Module& module, const Heap& heap, const Roots& roots,
                        const RootInstances& instances) {
  Multiplicity result;
  result.started = find_started(heap);
  result.runs = count_instances(heap, result.started, roots, instances);
  result.escapes = find_escaping(module, heap);
  result.global = find_global(heap, result);
  result.in_loop.resize(heap.instances.size());
  for (const std::vector<CallEdge>& calls : heap.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.often) result.in_loop[edge.callee.index()] = true;
    }
  }
  result.changed.resize(heap.objects.size());
  for (const std::vector<ModelUse>& uses : heap.model_uses) {
    for (const ModelUse& use : uses) {
      if (use.receiver.valid() && use.model->writes) result.changed[use.receiver.index()] = true;
    }
  }
  return result;
}

}  // namespace dh::whole
