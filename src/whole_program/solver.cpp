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

Solver::Solver(const Module& module, const Settings& settings, const Roots& roots, const SolverLimits& limits,
               const StopToken& stop)
    : module_(module), settings_(settings), roots_(roots), limits_(limits), stop_(stop) {
  contexts_.emplace_back();
  starters_ = thread_starters(module, settings.model);
  kinds_.assign(module.classes.size(), -1);
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    const Class& klass = module.classes[ClassId(c)];
    if (klass.is_meta) continue;
    auto [it, added] = class_by_name_.emplace(klass.name.value, ClassId(c));
    if (!added && klass.defined && !module.classes[it->second].defined) it->second = ClassId(c);
  }
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    if (function.kind == FunctionKind::method) implementors_[function.name.value].push_back(FunctionId(f));
  }
}

NodeId Solver::new_nodes(uint32_t count) {
  NodeId first(static_cast<uint32_t>(heap_.points_to.size()));
  size_t size = heap_.points_to.size() + count;
  heap_.points_to.resize(size);
  delta_.resize(size);
  copies_.resize(size);
  listening_.resize(size);
  queued_.resize(size);
  if (size > limits_.most_nodes) stopped_ = true;
  return first;
}

void Solver::add_object(NodeId node, ObjectId object) {
  if (!node.valid() || !object.valid()) return;
  const auto& have = heap_.points_to[node.index()];
  if (std::binary_search(have.begin(), have.end(), object.value)) return;
  delta_[node.index()].push_back(object.value);
  if (queued_[node.index()]) return;
  queued_[node.index()] = true;
  work_.push_back(node.value);
}

void Solver::add_copy(NodeId from, NodeId to) {
  if (!from.valid() || !to.valid() || from == to) return;
  if (!copy_index_.insert(uint64_t{from.value} << 32 | to.value).second) return;
  copies_[from.index()].push_back(to.value);
  for (uint32_t object : heap_.points_to[from.index()]) add_object(to, ObjectId(object));
}

void Solver::listen(NodeId node, Listener listener) {
  if (!node.valid()) return;
  uint32_t index = static_cast<uint32_t>(listeners_.size());
  listeners_.push_back(listener);
  listening_[node.index()].push_back(index);
  // Reactions can grow the set that is being read.
  std::vector<uint32_t> here = heap_.points_to[node.index()];
  for (uint32_t object : here) react(listener, ObjectId(object));
}

NodeId Solver::field_node(ObjectId object, uint32_t field) {
  uint64_t key = uint64_t{object.value} << 32 | field;
  auto it = heap_.fields.find(key);
  if (it != heap_.fields.end()) return it->second;
  NodeId node = new_nodes(1);
  heap_.fields.emplace(key, node);
  return node;
}

NodeId Solver::contents_of_node(NodeId node) {
  if (!node.valid()) return {};
  auto it = contents_of_.find(node.value);
  if (it != contents_of_.end()) return it->second;
  NodeId result = new_nodes(1);
  contents_of_.emplace(node.value, result);
  listen(node, {Reaction::load, {}, 0, Heap::kContents, result});
  return result;
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

void Solver::process(NodeId node) {
  queued_[node.index()] = false;
  std::vector<uint32_t> fresh = std::exchange(delta_[node.index()], {});
  std::sort(fresh.begin(), fresh.end());
  fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
  auto& have = heap_.points_to[node.index()];
  std::vector<uint32_t> news;
  std::set_difference(fresh.begin(), fresh.end(), have.begin(), have.end(), std::back_inserter(news));
  if (news.empty()) return;
  size_t middle = have.size();
  have.insert(have.end(), news.begin(), news.end());
  std::inplace_merge(have.begin(), have.begin() + static_cast<std::ptrdiff_t>(middle), have.end());
  for (size_t i = 0; i < copies_[node.index()].size(); ++i) {
    NodeId to(copies_[node.index()][i]);
    for (uint32_t object : news) add_object(to, ObjectId(object));
  }
  size_t listeners = listening_[node.index()].size();
  for (size_t i = 0; i < listeners; ++i) {
    Listener listener = listeners_[listening_[node.index()][i]];
    for (uint32_t object : news) react(listener, ObjectId(object));
  }
}

void Solver::react(const Listener& listener, ObjectId object) {
  switch (listener.reaction) {
    case Reaction::load:
      add_copy(field_node(object, listener.what), listener.node);
      return;
    case Reaction::store:
      add_copy(listener.node, field_node(object, listener.what));
      return;
    case Reaction::send:
      dispatch(send_at(listener.instance, listener.instruction), object);
      return;
    case Reaction::perform:
      perform(send_at(listener.instance, listener.instruction), ObjectId(listener.what), object);
      return;
    case Reaction::run_block: {
      BlockRequest request = requests_[listener.what];
      if (heap_.objects[object].kind != ObjectKind::closure) return;
      if (request.thread) {
        start_thread(listener.instance, listener.instruction, request, object);
      } else {
        call_block(listener.instance, listener.instruction, request, object);
      }
      return;
    }
  }
}

void Solver::propagate() {
  size_t steps = 0;
  while (!stopped_) {
    if (++steps % 4096 == 0 && stop_.requested()) return;
    if (!unread_.empty()) {
      uint32_t id = unread_.front();
      unread_.pop_front();
      read_code(InstanceId(id));
    } else if (!work_.empty()) {
      uint32_t node = work_.front();
      work_.pop_front();
      process(NodeId(node));
    } else {
      return;
    }
  }
}

// Sends that no object arrived at: run the blocks they get, and try all implementors of the selector.
bool Solver::handle_unknown_sends() {
  bool changed = false;
  std::vector<std::pair<InstanceId, uint32_t>> waiting;
  size_t end = sends_.size();
  for (size_t i = 0; i < end && !stopped_; ++i) {
    auto [id, index] = sends_[i];
    Send send = send_at(id, index);
    const Instruction& instruction = module_.body(module_.functions[heap_.instances[id].function])[index];
    NodeId receiver = value_node(id, module_.operands_of(instruction)[0]);
    if (receiver.valid() && !heap_.points_to[receiver.index()].empty()) continue;
    changed = true;
    ++heap_.unknown_sends;
    run_arguments_of_unknown(send);
    auto it = implementors_.find(send.selector.value);
    if (it == implementors_.end()) continue;
    const std::vector<FunctionId>& all = it->second;
    if (all.size() > static_cast<size_t>(settings_.fallback_limit)) continue;
    if (heap_.instances[id].guesses >= limits_.most_guesses) continue;
    ++heap_.fallback_sends;
    send.fallback = true;
    for (FunctionId method : all) {
      call_method(send, method, unknown_object(module_.functions[method].class_id));
    }
  }
  // Those that something arrived at need no second look; new ones come from code that was read since.
  sends_.erase(sends_.begin(), sends_.begin() + static_cast<std::ptrdiff_t>(end));
  return changed;
}

void Solver::run_roots() {
  for (const Root& root : roots_.roots) {
    std::vector<InstanceId>& list = root_instances_.instances.emplace_back();
    contexts_.emplace_back();
    ContextId context(static_cast<uint32_t>(contexts_.size() - 1));
    ObjectId receiver;
    if (root.class_id.valid()) {
      const Class& klass = module_.classes[root.class_id];
      if (klass.is_meta) {
        receiver = class_object(klass.other_side);
      } else {
        Object wanted;
        wanted.kind = ObjectKind::instance;
        wanted.class_id = root.class_id;
        wanted.class_kind = kind_of(root.class_id);
        receiver = object(wanted, 1);
      }
    }
    auto run = [&](FunctionId function) {
      uint32_t split = starters_[function.index()] && receiver.valid() ? receiver.value : 0;
      InstanceId id = instance(function, context, {}, split);
      list.push_back(id);
      add_object(self_node(module_, heap_, id), receiver);
    };
    for (FunctionId function : root.once) run(function);
    for (FunctionId function : root.functions) run(function);
  }
}

void Solver::run() {
  run_roots();
  do {
    propagate();
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
  return std::move(heap_);
}

Solved solve(const Module& module, const Settings& settings, const Roots& roots, const SolverLimits& limits,
             const StopToken& stop) {
  Solver solver(module, settings, roots, limits, stop);
  solver.run();
  Solved result;
  result.stopped_by_limit = solver.stopped_by_limit();
  result.heap = solver.take_heap();
  result.roots = solver.take_roots();
  return result;
}

}  // namespace dh::whole
