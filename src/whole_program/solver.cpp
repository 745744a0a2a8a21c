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

Solver::Solver(const Module& module, const ProgramIndex& index, const Settings& settings, Roots roots,
               const SolverLimits& limits, const SolverStops& stops)
    : module_(module),
      index_(index),
      settings_(settings),
      roots_(std::move(roots)),
      limits_(limits),
      stops_(stops) {
  new_context();  // kSharedContext
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
    bool known = receiver.valid() && !heap_.points_to[find(receiver.value)].empty();
    if (known && !nodes_[find(receiver.value)].saturated) continue;
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

// Reads the code of the unread functions that are nearest to the roots.
bool Solver::read_next_level() {
  for (size_t depth = 0; depth < unread_.size(); ++depth) {
    if (unread_[depth].empty()) continue;
    // Blocks that run in place are appended while their function is read.
    for (size_t i = 0; i < unread_[depth].size() && !stopped_; ++i) {
      if (i % 64 == 0 && stops_.reading.requested()) return false;
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
  } while (!stopped_ && !stops_.reading.requested() && read_next_level());
}

void Solver::run() {
  auto solve_all = [&] {
    do {
      fixpoint();
    } while (!stopped_ && !stops_.reading.requested() && handle_unknown_sends());
  };
  root_instances_.instances.resize(roots_.roots.size());
  run_roots(RootPhase::programs);
  solve_all();
  run_roots(RootPhase::library);
  fixpoint();
  run_roots(RootPhase::tests);
  fixpoint();
  run_users_of_shared();
  run_users_of_globals();
  solve_all();
}

Solved Solver::take() {
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
  Solved result;
  result.stopped_by_limit = stopped_;
  result.heap = std::move(heap_);
  result.all_roots = std::move(roots_);
  result.roots = std::move(root_instances_);
  return result;
}

SolverLimits limits_for(const Module& module) {
  SolverLimits limits;
  size_t size = module.instructions.size() + 1;
  limits.max_objects = std::clamp<size_t>(32'000'000 / size, 48, limits.max_objects);
  limits.max_targets = static_cast<uint32_t>(std::clamp<size_t>(8'000'000 / size, 16, limits.max_targets));
  limits.max_functions_of_threads =
      std::clamp<size_t>(module.functions.size(), 50'000, limits.max_functions_of_threads);
  limits.clones_of_class_methods = std::clamp<size_t>(8'000'000 / size, 4, limits.clones_of_class_methods);
  limits.clones_of_starters = std::clamp<size_t>(8'000'000 / size, 4, limits.clones_of_starters);
  if (size > 300'000) limits.context_depth = 1;
  return limits;
}

Solved solve(const Module& module, const ProgramIndex& index, const Settings& settings, Roots roots,
             const SolverLimits& limits, const SolverStops& stops) {
  Solver solver(module, index, settings, std::move(roots), limits, stops);
  solver.run();
  return solver.take();
}

}  // namespace dh::whole
