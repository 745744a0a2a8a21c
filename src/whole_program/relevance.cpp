#include "whole_program/relevance.h"

namespace dh::whole {

using namespace smallir;

bool contents_can_race(ClassKind kind) {
  switch (kind) {
    case ClassKind::collection:
    case ClassKind::stream:
    case ClassKind::holder:
    case ClassKind::any:
      return true;
    case ClassKind::block:
    case ClassKind::message_send:
    case ClassKind::process:
    case ClassKind::semaphore:
    case ClassKind::mutex_semaphore:
    case ClassKind::mutex:
    case ClassKind::monitor:
    case ClassKind::queue:
    case ClassKind::promise:
    case ClassKind::delay:
    case ClassKind::process_local:
    case ClassKind::immutable:
    case ClassKind::safe:
      return false;
  }
  return false;
}

bool contents_can_race(const Module& module, const Object& object) {
  if (object.kind == ObjectKind::literal && object.literal.valid()) {
    bool read_only = object.class_id.valid() && module.classes[object.class_id].dialect == Dialect::pharo;
    if (read_only || module.literals[object.literal].kind == LiteralKind::string) return false;
  }
  return contents_can_race(object.class_kind);
}

AccessedVariable accessed_by(const Module& module, const Heap& heap, InstanceId instance,
                             const Instruction& instruction) {
  AccessedVariable what;
  if (instruction.op != Op::read && instruction.op != Op::write) return what;
  what.writes = instruction.op == Op::write;
  const Variable& variable = module.variables[instruction.variable()];
  switch (variable.kind) {
    case VariableKind::argument:
    case VariableKind::temporary:
      if (variable.captured && variable.assigned)
        what.place = local_node(module, heap, instance, instruction.variable());
      break;
    case VariableKind::field: {
      Value object = module.operands_of(instruction).back();
      what.base = object.kind() == Value::Kind::self ? self_node(module, heap, instance)
                                                     : heap.result_node(instance, object.index());
      break;
    }
    case VariableKind::class_variable:
    case VariableKind::global: {
      auto it = heap.shared_variables.find(instruction.variable().value);
      if (variable.assigned && it != heap.shared_variables.end()) what.place = it->second;
      break;
    }
  }
  return what;
}

bool Relevance::field(const Heap& heap, NodeId base, VariableId variable) const {
  bool found = false;
  heap.points_to_of(base).for_each([&](uint32_t object) {
    found = found || locations.contains(field_location(ObjectId(object), variable));
  });
  return found;
}

namespace {

class Finder {
 public:
  Finder(const Module& module, const Heap& heap, const Multiplicity& multiplicity, const Roots& roots,
         const RootInstances& instances)
      : module_(module), heap_(heap), multiplicity_(multiplicity), roots_(roots), instances_(instances) {}

  Relevance run();

 private:
  struct Use {
    ContextId first;
    bool several = false;
    bool written = false;
  };

  void find_threads();
  void use(uint64_t location, InstanceId by, bool writes);
  void use_all(InstanceId id);
  void mark_instances();
  void mark_makers();
  bool has_event(InstanceId id) const;

  const Module& module_;
  const Heap& heap_;
  const Multiplicity& multiplicity_;
  const Roots& roots_;
  const RootInstances& instances_;
  std::vector<bool> several_;  // by context: more than one run of one thread
  FlatMap<uint64_t, Use> uses_;
  Relevance result_;
};

void Finder::find_threads() {
  std::vector<uint32_t> body;  // by context
  auto context = [&](InstanceId id) {
    size_t at = heap_.instances[id].context.index();
    if (at >= several_.size()) {
      several_.resize(at + 1);
      body.resize(at + 1, UINT32_MAX);
    }
    return at;
  };
  for (uint32_t i = 0; i < heap_.instances.size(); ++i) context(InstanceId(i));
  several_[kSharedContext.index()] = true;
  for (size_t r = 0; r < roots_.roots.size(); ++r) {
    if (!called_in_parallel(roots_.roots[r].kind)) continue;
    for (InstanceId id : instances_.instances[r]) several_[context(id)] = true;
  }
  for (const std::vector<CallEdge>& calls : heap_.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.kind != CallKind::start) continue;
      size_t at = context(edge.callee);
      if (body[at] == UINT32_MAX) body[at] = edge.callee.value;
      if (body[at] != edge.callee.value || multiplicity_.runs[edge.callee.index()] > 1) several_[at] = true;
    }
  }
}

void Finder::use(uint64_t location, InstanceId by, bool writes) {
  ContextId context = heap_.instances[by].context;
  auto [it, added] = uses_.emplace(location, Use{context});
  it->second.several |= it->second.first != context || several_[context.index()];
  it->second.written |= writes;
}

void Finder::use_all(InstanceId id) {
  for (const Instruction& instruction : module_.body(module_.functions[heap_.instances[id].function])) {
    AccessedVariable what = accessed_by(module_, heap_, id, instruction);
    if (what.place.valid()) use(variable_location(what.place), id, what.writes);
    if (!what.base.valid()) continue;
    heap_.points_to_of(what.base).for_each([&](uint32_t object) {
      use(field_location(ObjectId(object), instruction.variable()), id, what.writes);
    });
  }
  for (const ModelUse& used : heap_.model_uses[id.index()]) {
    if (!used.receiver.valid() || !(used.model->reads || used.model->writes)) continue;
    if (!contents_can_race(module_, heap_.objects[used.receiver])) continue;
    use(contents_location(used.receiver), id, used.model->writes);
  }
}

// Accesses that can race, and all that orders or protects.
bool Finder::has_event(InstanceId id) const {
  for (const ModelUse& used : heap_.model_uses[id.index()]) {
    if (used.model->role != Role::none && used.model->role != Role::allocate) return true;
    if (used.receiver.valid() && result_.locations.contains(contents_location(used.receiver))) return true;
  }
  for (const CallEdge& edge : heap_.calls[id.index()]) {
    if (edge.kind == CallKind::start) return true;
  }
  for (const Instruction& instruction : module_.body(module_.functions[heap_.instances[id].function])) {
    AccessedVariable what = accessed_by(module_, heap_, id, instruction);
    if (what.place.valid() && result_.locations.contains(variable_location(what.place))) return true;
    if (what.base.valid() && result_.field(heap_, what.base, instruction.variable())) return true;
  }
  return false;
}

// Where objects with such locations are made tells what comes before they are shared.
void Finder::mark_makers() {
  for (uint64_t location : result_.locations) {
    if (static_cast<uint32_t>(location) == 0) continue;
    const Object& object = heap_.objects[ObjectId(static_cast<uint32_t>(location >> 32))];
    if (object.instance.valid()) result_.instances[object.instance.index()] = true;
  }
}

void Finder::mark_instances() {
  size_t count = heap_.instances.size();
  result_.instances.resize(count);
  mark_makers();
  std::vector<uint32_t> first(count + 1), callers, work;
  for (const auto& calls : heap_.calls) {
    for (const CallEdge& edge : calls) ++first[edge.callee.index() + 1];
  }
  for (size_t i = 0; i < count; ++i) first[i + 1] += first[i];
  callers.resize(first[count]);
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t caller = 0; caller < count; ++caller) {
    for (const CallEdge& edge : heap_.calls[caller]) callers[next[edge.callee.index()]++] = caller;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!result_.instances[i]) result_.instances[i] = has_event(InstanceId(i));
    if (result_.instances[i]) work.push_back(i);
  }
  while (!work.empty()) {
    uint32_t at = work.back();
    work.pop_back();
    for (uint32_t c = first[at]; c < first[at + 1]; ++c) {
      if (result_.instances[callers[c]]) continue;
      result_.instances[callers[c]] = true;
      work.push_back(callers[c]);
    }
  }
}

Relevance Finder::run() {
  if (heap_.instances.empty()) return {};
  find_threads();
  for (uint32_t i = 0; i < heap_.instances.size(); ++i) use_all(InstanceId(i));
  for (const auto& entry : uses_) {
    if (entry.second.several && entry.second.written) result_.locations.insert(entry.first);
  }
  uses_ = {};
  mark_instances();
  return std::move(result_);
}

}  // namespace

Relevance find_relevant(const Module& module, const Heap& heap, const Multiplicity& multiplicity,
                        const Roots& roots, const RootInstances& instances) {
  return Finder(module, heap, multiplicity, roots, instances).run();
}

}  // namespace dh::whole
