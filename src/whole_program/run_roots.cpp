// Where the analysis begins: the roots, each in its own context, and what objects that threads share are
// sent.
#include <algorithm>

#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

ContextId Solver::new_context() {
  contexts_.emplace_back();
  functions_of_context_.push_back(0);
  of_library_.push_back(contexts_.size() == 1);
  return ContextId(static_cast<uint32_t>(contexts_.size() - 1));
}

ObjectId Solver::root_receiver(const Root& root) {
  if (!root.class_id.valid()) return {};
  const Class& klass = module_.classes[root.class_id];
  if (klass.is_meta) return class_object(klass.other_side);
  Object wanted;
  wanted.kind = ObjectKind::instance;
  wanted.class_id = root.class_id;
  wanted.class_kind = kind_of(root.class_id);
  wanted.confined =
      root.kind == RootKind::api && !guards_its_variables(module_, settings_.model, root.class_id);
  return object(wanted, 1);
}

void Solver::run_root(const Root& root, ContextId context, std::vector<InstanceId>& list) {
  ObjectId receiver = root_receiver(root);
  auto run = [&](FunctionId function) {
    bool own = index_.starts(function) || index_.is_initialiser(module_, function);
    uint32_t split = own && receiver.valid() ? receiver.value : 0;
    InstanceId id = instance(function, context, {}, split, 0);
    list.push_back(id);
    add_object(self_node(module_, heap_, id), receiver);
  };
  for (FunctionId function : root.once) run(function);
  for (FunctionId function : root.functions) run(function);
}

// Whether a class has own methods that start threads and were not reached.
bool Solver::starts_something_new(const Root& root, const FlatSet<uint32_t>& reached) const {
  return std::any_of(root.functions.begin(), root.functions.end(), [&](FunctionId id) {
    bool own = module_.functions[id].class_id == root.class_id;
    return own && index_.starts(id) && !reached.contains(id.value);
  });
}

Solver::RootPhase Solver::phase_of(RootKind kind) {
  if (kind == RootKind::library) return RootPhase::library;
  return kind == RootKind::test ? RootPhase::tests : RootPhase::programs;
}

void Solver::run_roots(RootPhase phase) {
  const bool library = phase == RootPhase::library;
  FlatSet<uint32_t> reached;
  for (const Instance& instance : heap_.instances) {
    if (library && index_.starts(instance.function)) reached.insert(instance.function.value);
  }
  guesses_ = 0;
  // Callers of entry points are many and all alike: objects of their own are found by escape analysis, and
  // distinguishing them would multiply the program by their number. Tests of a class run one after another.
  ContextId entries, loading;
  FlatMap<uint32_t, ContextId> tests;  // by class
  for (uint32_t index = 0; index < roots_.roots.size(); ++index) {
    const Root& root = roots_.roots[index];
    if (phase_of(root.kind) != phase) continue;
    if (library && !starts_something_new(root, reached)) continue;
    ContextId own;
    ContextId* context = &own;
    if (root.kind == RootKind::entry || root.kind == RootKind::api) context = &entries;
    if (root.kind == RootKind::library) context = &users_;
    if (root.kind == RootKind::load_time) context = &loading;
    if (root.kind == RootKind::test) context = &tests[root.class_id.value];
    if (root.kind == RootKind::api) has_api_ = true;
    if (!context->valid()) {
      *context = new_context();
      of_library_.back() = library;
    }
    run_root(root, *context, root_instances_.instances[index]);
  }
}

// Objects of classes with source.
void Solver::share(NodeId node, std::vector<ObjectId>& shared) {
  if (!node.valid()) return;
  heap_.points_to[find(node.value)].for_each([&](uint32_t id) {
    const Object& object = heap_.objects[ObjectId(id)];
    bool own_code = object.class_id.valid() && module_.classes[object.class_id].defined &&
                    object.class_kind == ClassKind::any && object.instance.valid();
    if (object.kind == ObjectKind::instance && own_code) shared.push_back(ObjectId(id));
  });
}

uint32_t Solver::root_of_users(ClassId class_id, RootKind kind, FlatMap<uint32_t, uint32_t>& by_class) {
  auto [it, added] = by_class.emplace(class_id.value, static_cast<uint32_t>(roots_.roots.size()));
  if (!added) return it->second;
  Root root;
  root.kind = kind;
  root.class_id = class_id;
  root.title = class_title(module_, class_id);
  root.group = roots_.library_group;
  roots_.roots.push_back(std::move(root));
  root_instances_.instances.emplace_back();
  return it->second;
}

// Nothing starts a process: the objects that variables of the program hold are what processes share.
void Solver::run_users_of_globals() {
  if (!has_api_) return;
  std::vector<ObjectId> shared;
  for (const auto& entry : heap_.shared_variables) share(entry.second, shared);
  for (const auto& entry : heap_.fields) {
    ObjectId owner(static_cast<uint32_t>(entry.first >> 32));
    if (heap_.objects[owner].kind == ObjectKind::class_object) share(entry.second, shared);
  }
  send_public_methods(std::move(shared), RootKind::api);
}

// The public methods of objects that a thread shares with its starter may be called while it runs.
void Solver::run_users_of_shared() {
  if (!users_.valid()) return;
  std::vector<ObjectId> shared;
  for (uint32_t caller = 0; caller < heap_.calls.size(); ++caller) {
    if (!of_library_[heap_.instances[InstanceId(caller)].context.index()]) continue;
    for (const CallEdge& edge : heap_.calls[caller]) {
      if (edge.kind != CallKind::start) continue;
      const Function& body = module_.functions[heap_.instances[edge.callee].function];
      if (body.uses_self) share(self_node(module_, heap_, edge.callee), shared);
      for (VariableId variable : module_.captures_of(body)) {
        share(local_node(module_, heap_, edge.callee, variable), shared);
      }
    }
  }
  send_public_methods(std::move(shared), RootKind::library);
}

void Solver::send_public_methods(std::vector<ObjectId> shared, RootKind kind) {
  constexpr uint32_t kMaxOfOneClass = 8;
  FlatMap<uint32_t, uint32_t> by_class;
  ContextId context = kind == RootKind::library ? users_ : ContextId();
  for (uint32_t index = 0; index < roots_.roots.size(); ++index) {
    const std::vector<InstanceId>& list = root_instances_.instances[index];
    if (roots_.roots[index].kind != kind || list.empty()) continue;
    by_class.emplace(roots_.roots[index].class_id.value, index);
    context = heap_.instances[list[0]].context;
  }
  std::sort(shared.begin(), shared.end());
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
  guesses_ = 0;
  FlatMap<uint32_t, uint32_t> count;  // by class
  for (ObjectId object : shared) {
    ClassId class_id = heap_.objects[object].class_id;
    if (module_.in_library(module_.classes[class_id].file)) continue;
    if (++count[class_id.value] > kMaxOfOneClass) continue;
    uint32_t root = root_of_users(class_id, kind, by_class);
    std::vector<InstanceId>& list = root_instances_.instances[root];
    for (FunctionId method : public_methods(module_, settings_.model, class_id)) {
      // It has been sent what it gets when it is made.
      if (kind == RootKind::api && index_.is_initialiser(module_, method)) continue;
      const std::vector<FunctionId>& once = roots_.roots[root].once;
      bool initialiser = index_.is_initialiser(module_, method);
      if (!initialiser && std::find(once.begin(), once.end(), method) != once.end()) continue;
      bool own = index_.starts(method) || initialiser;
      uint32_t split = own ? object.value : 0;
      InstanceId id = instance(method, context, {}, split, 0);
      if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
      add_object(self_node(module_, heap_, id), object);
    }
  }
}

}  // namespace dh::whole
