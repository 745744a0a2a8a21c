// Sets of locks held, and which lock an instruction takes: by certain identity and by the path that leads to
// it.
#pragma once

#include <optional>

#include "whole_program/trace.h"

namespace dh::whole {

class LockSets {
 public:
  LockSets(const smallir::Module& module, const ProgramIndex& index, const Heap& heap,
           const Multiplicity& multiplicity, Traces& traces)
      : module_(module), index_(index), heap_(heap), multiplicity_(multiplicity), traces_(traces) {}

  uint32_t with(uint32_t set, Lock lock);
  // The set after the receiver of a send is acquired as a lock, or released.
  uint32_t take(uint32_t set, InstanceId instance, uint32_t instruction,
                smallir::Role how = smallir::Role::critical);
  uint32_t release(uint32_t set, InstanceId instance, uint32_t instruction);
  uint32_t without_preemption_lock(uint32_t set);
  // Locks that are fields of self stay so when self calls itself.
  uint32_t for_callee(uint32_t set, InstanceId caller, uint32_t instruction, InstanceId callee);
  // Locks that a callee acquired and did not release stay held.
  uint32_t after_call(uint32_t now, uint32_t in, uint32_t out);
  // In terms of the owner of a variable that is accessed in the instance. of_all: a class variable or global,
  // which the lock of one object does not protect.
  uint32_t for_access(uint32_t set, InstanceId instance, bool of_all);
  // Without the read side of locks whose write side is not held: it does not protect a write.
  uint32_t for_write(uint32_t set);

 private:
  uint32_t intern_set(std::vector<uint32_t> set);
  uint32_t intern(Lock lock);
  std::vector<Lock> locks_of(InstanceId instance, uint32_t instruction);
  std::optional<Lock> path_of(InstanceId instance, smallir::Value value);
  std::optional<Lock> answered_by(InstanceId instance, uint32_t instruction);
  std::optional<smallir::VariableId> variable_answered_by(InstanceId instance);
  NodeId holder(InstanceId instance, smallir::Value value) const;
  bool same_receiver(InstanceId a, InstanceId b) const;

  const smallir::Module& module_;
  const ProgramIndex& index_;
  const Heap& heap_;
  const Multiplicity& multiplicity_;
  Traces& traces_;
  FlatMap<uint64_t, uint32_t> lock_index_;
  FlatMap<uint64_t, std::vector<uint32_t>> set_index_;
};

// "Foo.lock", "the lock made at ..." for reports.
std::string lock_title(const smallir::Module& module, const Heap& heap, const Lock& lock);

}  // namespace dh::whole
