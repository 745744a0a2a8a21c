#include "whole_program/locks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dh::whole {

using namespace smallir;

uint32_t LockSets::intern(Lock lock) {
  uint64_t kind = static_cast<uint64_t>(lock.kind) * 2 + (lock.shared ? 1 : 0);
  uint64_t key = hash_combine(kind, uint64_t{lock.a} << 32 | lock.b);
  auto [it, added] = lock_index_.emplace(key, static_cast<uint32_t>(traces_.locks.size()));
  if (added) traces_.locks.push_back(lock);
  return it->second;
}

uint32_t LockSets::intern_set(std::vector<uint32_t> set) {
  if (set.empty()) return 0;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  uint64_t key = set.size();
  for (uint32_t lock : set) key = hash_combine(key, lock);
  std::vector<uint32_t>& same = set_index_[key];
  for (uint32_t id : same) {
    if (traces_.lock_sets[id] == set) return id;
  }
  same.push_back(static_cast<uint32_t>(traces_.lock_sets.size()));
  traces_.lock_sets.push_back(std::move(set));
  return same.back();
}

uint32_t LockSets::with(uint32_t set, Lock lock) {
  std::vector<uint32_t> more = traces_.lock_sets[set];
  more.push_back(intern(lock));
  return intern_set(std::move(more));
}

uint32_t LockSets::take(uint32_t set, InstanceId instance, uint32_t instruction, Role how) {
  std::vector<uint32_t> more = traces_.lock_sets[set];
  for (Lock lock : locks_of(instance, instruction)) {
    if (how != Role::critical_read) more.push_back(intern(lock));
    lock.shared = true;
    if (how == Role::critical_read || how == Role::critical_write) more.push_back(intern(lock));
  }
  return intern_set(std::move(more));
}

uint32_t LockSets::for_write(uint32_t set) {
  std::vector<uint32_t> locks;
  for (uint32_t id : std::vector<uint32_t>(traces_.lock_sets[set])) {
    Lock lock = traces_.locks[id];
    bool shared = std::exchange(lock.shared, false);
    const auto& held = traces_.lock_sets[set];
    if (!shared || std::binary_search(held.begin(), held.end(), intern(lock))) locks.push_back(id);
  }
  return intern_set(std::move(locks));
}

uint32_t LockSets::release(uint32_t set, InstanceId instance, uint32_t instruction) {
  std::vector<uint32_t> less = traces_.lock_sets[set];
  for (const Lock& lock : locks_of(instance, instruction)) std::erase(less, intern(lock));
  return intern_set(std::move(less));
}

uint32_t LockSets::without_preemption_lock(uint32_t set) {
  if (set == 0) return 0;
  std::vector<uint32_t> less = traces_.lock_sets[set];
  std::erase(less, intern({Lock::Kind::no_preemption, 0, 0, {}}));
  return intern_set(std::move(less));
}

uint32_t LockSets::after_call(uint32_t now, uint32_t in, uint32_t out) {
  if (in == out) return now;
  std::vector<uint32_t> set = traces_.lock_sets[now];
  const auto& before = traces_.lock_sets[in];
  const auto& after = traces_.lock_sets[out];
  for (uint32_t lock : before) {
    if (!std::binary_search(after.begin(), after.end(), lock)) std::erase(set, lock);
  }
  for (uint32_t lock : after) {
    if (!std::binary_search(before.begin(), before.end(), lock)) set.push_back(lock);
  }
  return intern_set(std::move(set));
}

bool LockSets::same_receiver(InstanceId a, InstanceId b) const {
  if (a == b) return true;
  std::optional<uint32_t> left = heap_.points_to_of(self_node(module_, heap_, a)).single();
  if (!left || left != heap_.points_to_of(self_node(module_, heap_, b)).single()) return false;
  if (multiplicity_.single(heap_, ObjectId(*left))) return true;
  // Else these can be two objects that are made at one place, unless one method is sent to self by the other.
  std::span<const Instruction> body = module_.body(module_.functions[heap_.instances[b].function]);
  for (const CallEdge& edge : heap_.calls[b.index()]) {
    if (edge.callee != a || edge.kind != CallKind::method) continue;
    if (module_.operands_of(body[edge.instruction])[0].kind() == Value::Kind::self) return true;
  }
  return false;
}

// The variable that holds the object, if it is set once and for all.
NodeId LockSets::holder(InstanceId instance, Value value) const {
  if (value.kind() != Value::Kind::result) return {};
  const Function& function = module_.functions[heap_.instances[instance].function];
  const Instruction& maker = module_.body(function)[value.index()];
  if (maker.op != Op::read || index_.writes[maker.variable().index()] > 1) return {};
  VariableKind kind = module_.variables[maker.variable()].kind;
  if (kind != VariableKind::argument && kind != VariableKind::temporary) return {};
  return local_node(module_, heap_, instance, maker.variable());
}

uint32_t LockSets::for_callee(uint32_t set, InstanceId caller, uint32_t instruction, InstanceId callee) {
  if (set == 0) return 0;
  const Function& function = module_.functions[heap_.instances[caller].function];
  Value receiver = module_.operands_of(module_.body(function)[instruction])[0];
  bool to_self = receiver.kind() == Value::Kind::self;
  NodeId held = to_self ? NodeId() : holder(caller, receiver);
  if (!to_self && !held.valid()) return set;
  InstanceId home = heap_.instances[caller].home;
  std::vector<uint32_t> locks = traces_.lock_sets[set];
  for (uint32_t& id : locks) {
    Lock lock = traces_.locks[id];
    bool mine = to_self ? lock.kind == Lock::Kind::self_field && lock.b == home.value
                        : lock.kind == Lock::Kind::holder_field && lock.b == held.value;
    if (mine) id = intern({Lock::Kind::self_field, lock.a, callee.value, {}, lock.shared});
  }
  return intern_set(std::move(locks));
}

uint32_t LockSets::for_access(uint32_t set, InstanceId instance, bool of_all) {
  if (set == 0) return 0;
  InstanceId home = heap_.instances[instance].home;
  std::vector<uint32_t> locks;
  for (uint32_t id : std::vector<uint32_t>(traces_.lock_sets[set])) {
    Lock lock = traces_.locks[id];
    // A lock in a field of another object does not protect the owner's fields.
    if (lock.kind == Lock::Kind::holder_field) continue;
    if (lock.kind != Lock::Kind::self_field) {
      locks.push_back(id);
    } else if (!of_all && same_receiver(InstanceId(lock.b), home)) {
      locks.push_back(intern({Lock::Kind::owner_field, lock.a, 0, {}, lock.shared}));
    }
  }
  return intern_set(std::move(locks));
}

// The variable of the object or class that a method answers, possibly made on first use: `^lock`,
// `^lock ifNil: [...]`.
std::optional<VariableId> LockSets::variable_answered_by(InstanceId instance) {
  const Function& function = module_.functions[heap_.instances[instance].function];
  std::span<const Instruction> body = module_.body(function);
  for (const Instruction& instruction : body) {
    if (instruction.op != Op::return_value) continue;
    Value value = module_.operands_of(instruction)[0];
    for (int depth = 0; depth < 3 && value.kind() == Value::Kind::result; ++depth) {
      const Instruction& maker = body[value.index()];
      if (maker.op == Op::read) {
        VariableKind kind = module_.variables[maker.variable()].kind;
        if (kind != VariableKind::argument && kind != VariableKind::temporary) return maker.variable();
        break;
      }
      if (maker.op != Op::send || !maker.inlined()) break;
      value = module_.operands_of(maker)[0];
    }
  }
  return std::nullopt;
}

// The lock that a message to an object returns.
std::optional<Lock> LockSets::answered_by(InstanceId instance, uint32_t instruction) {
  const Function& function = module_.functions[heap_.instances[instance].function];
  Value receiver = module_.operands_of(module_.body(function)[instruction])[0];
  for (const CallEdge& edge : heap_.calls[instance.index()]) {
    if (edge.instruction != instruction || edge.kind != CallKind::method) continue;
    std::optional<VariableId> variable = variable_answered_by(edge.callee);
    if (!variable) continue;
    if (module_.variables[*variable].kind != VariableKind::field) {
      return Lock{Lock::Kind::variable, variable->value, UINT32_MAX, {}};
    }
    if (receiver.kind() == Value::Kind::self) {
      return Lock{Lock::Kind::self_field, variable->value, heap_.instances[instance].home.value, {}};
    }
    NodeId held = holder(instance, receiver);
    if (held.valid()) return Lock{Lock::Kind::holder_field, variable->value, held.value, {}};
  }
  return std::nullopt;
}

std::optional<Lock> LockSets::path_of(InstanceId instance, Value value) {
  const Function& function = module_.functions[heap_.instances[instance].function];
  std::span<const Instruction> body = module_.body(function);
  InstanceId home = heap_.instances[instance].home;
  for (int depth = 0; depth < 4 && value.kind() == Value::Kind::result; ++depth) {
    const Instruction& maker = body[value.index()];
    switch (maker.op) {
      case Op::read: {
        const Variable& variable = module_.variables[maker.variable()];
        switch (variable.kind) {
          case VariableKind::field:
            return Lock{Lock::Kind::self_field, maker.target, home.value, {}};
          case VariableKind::argument:
          case VariableKind::temporary: {
            if (!variable.captured) return std::nullopt;
            NodeId node = local_node(module_, heap_, instance, maker.variable());
            InstanceId owner = owner_of(module_, heap_, instance, maker.variable());
            bool several = owner.valid() && multiplicity_.runs[owner.index()] > 1;
            return Lock{Lock::Kind::variable, node.value, maker.target, several ? owner : InstanceId()};
          }
          case VariableKind::class_variable:
          case VariableKind::global:
            return Lock{Lock::Kind::variable, maker.target, UINT32_MAX, {}};
        }
        return std::nullopt;
      }
      case Op::send:
      case Op::super_send: {
        Value receiver = module_.operands_of(maker)[0];
        if (maker.inlined()) {  // lock ifNil: [...]
          value = receiver;
          break;
        }
        return answered_by(instance, value.index());
      }
      case Op::write:
      case Op::block:
      case Op::array:
      case Op::new_object:
      case Op::return_value:
      case Op::return_home:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

std::vector<Lock> LockSets::locks_of(InstanceId instance, uint32_t instruction) {
  const Function& function = module_.functions[heap_.instances[instance].function];
  Value receiver = module_.operands_of(module_.body(function)[instruction])[0];
  std::vector<Lock> locks;
  NodeId node;
  if (receiver.kind() == Value::Kind::result) node = heap_.result_node(instance, receiver.index());
  if (receiver.kind() == Value::Kind::self) node = self_node(module_, heap_, instance);
  std::optional<uint32_t> object = heap_.points_to_of(node).single();
  if (object && multiplicity_.single(heap_, ObjectId(*object))) {
    locks.push_back({Lock::Kind::object, *object, 0, {}});
  }
  if (auto path = path_of(instance, receiver)) locks.push_back(*path);
  return locks;
}

std::string lock_title(const Module& module, const Heap& heap, const Lock& lock) {
  switch (lock.kind) {
    case Lock::Kind::object: {
      const Object& object = heap.objects[ObjectId(lock.a)];
      std::string name = object.class_id.valid() ? class_title(module, object.class_id) : "lock";
      if (!object.instance.valid()) return name;
      const Function& function = module.functions[heap.instances[object.instance].function];
      return fmt::format("{} made at {}", name,
                         place_of(module, function, module.body(function)[object.instruction]).text());
    }
    case Lock::Kind::variable:
      return variable_title(module, VariableId(lock.b == UINT32_MAX ? lock.a : lock.b));
    case Lock::Kind::self_field:
    case Lock::Kind::owner_field:
    case Lock::Kind::holder_field:
      return variable_title(module, VariableId(lock.a));
    case Lock::Kind::no_preemption:
      return "no preemption";
    case Lock::Kind::ui_process:
      return "the UI process";
  }
  return {};
}

}  // namespace dh::whole
