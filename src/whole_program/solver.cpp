#include "whole_program/solver.h"

#include <algorithm>

#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

InstanceId owner_of(const Module& module, const Heap& heap, InstanceId id, VariableId variable) {
  FunctionId function = module.variables[variable].function;
  while (id.valid() && heap.instances[id].function != function) id = heap.instances[id].parent;
  return id;
}

NodeId local_node(const Module& module, const Heap& heap, InstanceId id, VariableId variable) {
  InstanceId owner = owner_of(module, heap, id, variable);
  if (!owner.valid()) return {};
  const Instance& instance = heap.instances[owner];
  const Function& function = module.functions[instance.function];
  return NodeId(instance.first.value + function.instructions.count + 2 +
                (variable.value - function.variables.first));
}

Solver::Solver(const Module& module, const ProgramIndex& index, const Settings& settings, const Roots& roots,
               const std::vector<uint32_t>& wanted, const SolverLimits& limits, const StopToken& stop)
    : module_(module),
      index_(index),
      settings_(settings),
      roots_(roots),
      wanted_(wanted),
      limits_(limits),
      stop_(stop) {
  contexts_.emplace_back();
}

ObjectId Solver::object(const Object& wanted, uint64_t salt) {
  uint64_t key = hash_combine(static_cast<uint64_t>(wanted.kind), wanted.class_id.value);
  key = hash_combine(key, uint64_t{wanted.instance.value} << 32 | wanted.instruction);
  key = hash_combine(key, uint64_t{wanted.function.value} << 32 | wanted.literal.value);
  key = hash_combine(key, hash_combine(wanted.body.value, salt));
  auto [it, added] = object_index_.emplace(key, ObjectId());
  if (added) it->second = heap_.objects.add(wanted);
  return it->second;
}

ObjectId Solver::class_object(ClassId class_id) {
  Object wanted;
  wanted.kind = ObjectKind::class_object;
  wanted.class_id = module_.classes[class_id].other_side;
  wanted.class_kind = kind_of(class_id);
  return object(wanted);
}

ObjectId Solver::unknown_object(ClassId class_id) {
  Object wanted;
  wanted.kind = ObjectKind::unknown;
  wanted.class_id = class_id;
  wanted.class_kind = kind_of(class_id);
  return object(wanted);
}

// Sends that no object arrived at: run the blocks they get, and try all implementors of the selector.
bool Solver::handle_unknown_sends() {
  bool changed = false;
  size_t end = sends_.size();
  for (size_t i = 0; i < end && !stopped_; ++i) {
    auto [id, index] = sends_[i];
    const Instruction& instruction = module_.body(module_.functions[heap_.instances[id].function])[index];
    NodeId receiver = value_node(id, module_.operands_of(instruction)[0]);
    if (receiver.valid() && !heap_.points_to[find(receiver.value)].empty()) continue;
    Send send = send_at(id, index);
    changed = true;
    ++heap_.unknown_sends;
    run_arguments_of_unknown(send);
    auto it = index_.implementors.find(send.selector.value);
    if (it == index_.implementors.end()) continue;
    const std::vector<FunctionId>& all = it->second;
    if (all.size() > static_cast<size_t>(settings_.fallback_limit)) continue;
    if (heap_.instances[id].guesses >= limits_.max_guesses) {
      ++heap_.guesses_on_guesses;
      continue;
    }
    ++heap_.fallback_sends;
    send.fallback = true;
    for (FunctionId method : all) {
      call_method(send, method, unknown_object(module_.functions[method].class_id));
    }
  }
  // Those that some object arrived at are done; new ones come from code that was read since.
  sends_.erase(sends_.begin(), sends_.begin() + static_cast<std::ptrdiff_t>(end));
  return changed;
}

ObjectId Solver::root_receiver(const Root& root) {
  if (!root.class_id.valid()) return {};
  const Class& klass = module_.classes[root.class_id];
  if (klass.is_meta) return class_object(klass.other_side);
  Object wanted;
  wanted.kind = ObjectKind::instance;
  wanted.class_id = root.class_id;
  wanted.class_kind = kind_of(root.class_id);
  return object(wanted, 1);
}

void Solver::run_root(const Root& root, ContextId context, std::vector<InstanceId>& list) {
  ObjectId receiver = root_receiver(root);
  auto run = [&](FunctionId function) {
    uint32_t split = index_.starts(function) && receiver.valid() ? receiver.value : 0;
    InstanceId id = instance(function, context, {}, split, 0);
    if (!id.valid()) return;
    list.push_back(id);
    add_object(self_node(module_, heap_, id), receiver);
  };
  for (FunctionId function : root.once) run(function);
  for (FunctionId function : root.functions) run(function);
}

void Solver::run_roots() {
  root_instances_.instances.resize(roots_.roots.size());
  // Callers of entry points are many and all alike: objects of their own are found by escape analysis, and
  // distinguishing them would multiply the program by their number.
  ContextId entries;
  for (uint32_t index : wanted_) {
    bool entry = roots_.roots[index].kind == RootKind::entry;
    ContextId context = entry ? entries : ContextId();
    if (!context.valid()) {
      contexts_.emplace_back();
      context = ContextId(static_cast<uint32_t>(contexts_.size() - 1));
      if (entry) entries = context;
    }
    run_root(roots_.roots[index], context, root_instances_.instances[index]);
  }
}

// Reads the code of the unread functions that are nearest to the roots.
bool Solver::read_next_level() {
  for (size_t depth = 0; depth < unread_.size(); ++depth) {
    if (unread_[depth].empty()) continue;
    // Blocks that run in place are appended while their function is read.
    for (size_t i = 0; i < unread_[depth].size() && !stopped_; ++i) {
      if (i % 1024 == 0 && stop_.requested()) return false;
      read_code(InstanceId(unread_[depth][i]));
    }
    unread_[depth].clear();
    return true;
  }
  return false;
}

void Solver::fixpoint() {
  do {
    propagate();
  } while (!stopped_ && !stop_.requested() && read_next_level());
}

// Library mode: the public methods of objects that a thread shares with its starter may be called while it
// runs.
void Solver::run_users_of_shared() {
  constexpr size_t kMaxShared = 64;
  uint32_t root = wanted_.empty() ? 0 : wanted_.back();
  if (wanted_.empty() || roots_.roots[root].kind != RootKind::library) return;
  std::vector<InstanceId>& list = root_instances_.instances[root];
  if (list.empty()) return;
  ContextId context = heap_.instances[list[0]].context;
  std::vector<ObjectId> shared;
  auto share = [&](NodeId node) {
    if (!node.valid()) return;
    heap_.points_to[find(node.value)].for_each([&](uint32_t id) {
      const Object& object = heap_.objects[ObjectId(id)];
      bool own_code = object.class_id.valid() && module_.classes[object.class_id].defined &&
                      object.class_kind == ClassKind::any && object.instance.valid();
      if (object.kind != ObjectKind::instance || !own_code) return;
      if (std::find(shared.begin(), shared.end(), ObjectId(id)) != shared.end()) return;
      heap_.shared_objects_cut |= shared.size() >= kMaxShared;
      if (shared.size() < kMaxShared) shared.push_back(ObjectId(id));
    });
  };
  for (const std::vector<CallEdge>& calls : heap_.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.kind != CallKind::start) continue;
      const Function& body = module_.functions[heap_.instances[edge.callee].function];
      if (body.uses_self) share(self_node(module_, heap_, edge.callee));
      for (VariableId variable : module_.captures_of(body)) {
        share(local_node(module_, heap_, edge.callee, variable));
      }
    }
  }
  guesses_ = 0;
  for (ObjectId object : shared) {
    for (FunctionId method : public_methods(module_, heap_.objects[object].class_id)) {
      uint32_t split = index_.starts(method) ? object.value : 0;
      InstanceId id = instance(method, context, {}, split, 0);
      if (!id.valid()) return;
      if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
      add_object(self_node(module_, heap_, id), object);
    }
  }
}

void Solver::run() {
  run_roots();
  fixpoint();
  run_users_of_shared();
  do {
    fixpoint();
  } while (!stopped_ && !stop_.requested() && handle_unknown_sends());
}

Heap Solver::take_heap() {
  heap_.calls.resize(heap_.instances.size());
  heap_.model_uses.resize(heap_.instances.size());
  for (auto& calls : heap_.calls) {
    std::stable_sort(calls.begin(), calls.end(), [](const CallEdge& a, const CallEdge& b) {
      return std::tie(a.instruction, a.callee) < std::tie(b.instruction, b.callee);
    });
  }
  for (auto& uses : heap_.model_uses) {
    std::stable_sort(uses.begin(), uses.end(), [](const ModelUse& a, const ModelUse& b) {
      return std::tie(a.instruction, a.receiver) < std::tie(b.instruction, b.receiver);
    });
  }
  for (uint32_t n = 0; n < heap_.representative.size(); ++n) heap_.representative[n] = find(n);
  find_handed_over();
  heap_.copy_edges = static_cast<int64_t>(copy_index_.size());
  return std::move(heap_);
}

Solved solve(const Module& module, const ProgramIndex& index, const Settings& settings, const Roots& roots,
             const std::vector<uint32_t>& wanted, const SolverLimits& limits, const StopToken& stop) {
  Solver solver(module, index, settings, roots, wanted, limits, stop);
  solver.run();
  Solved result;
  result.stopped_by_limit = solver.stopped_by_limit();
  result.heap = solver.take_heap();
  result.roots = solver.take_roots();
  return result;
}

}  // namespace dh::whole
