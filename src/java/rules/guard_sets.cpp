#include "java/rules/guard_sets.h"

#include <algorithm>

#include "java/flow/frames.h"

namespace dh::java {

PathId own_name_of(Unit& unit, TypeId owner, PathId base, PathId held) {
  if (!base.valid() || unit.paths.node(base).step != Step::field) return PathId();
  const Index& index = unit.knowledge.index();
  Store<VarId, Variable> none;
  BodyResolver resolver(unit, none);
  for (FieldId id : index.type(owner).fields) {
    const FieldInfo& field = index.field(id);
    if (field.has(kStatic) || field.type.primitive) continue;
    if (resolver.field_path(id, {base, true}).path != held) continue;
    return unit.paths.child(unit.paths.root(Step::self, owner.value), Step::field, id.value);
  }
  return PathId();
}

GuardSet guards_held(Judged& judged, const FieldUse& use, const LockSet& held) {
  Unit& unit = judged.unit;
  const Index& index = judged.index();
  const FieldInfo& field = index.field(use.field);
  GuardSet result;
  for (const Held& h : held) {
    // An optimistic read protects no write.
    if (h.mode() == LockMode::optimistic && use.use.modifies()) continue;
    Monitor monitor = unit.monitors[h.monitor];
    const PathNode root = unit.paths.node(unit.paths.root_of(monitor.path));
    bool of_base = !field.has(kStatic) && use.base.valid() && unit.paths.has_prefix(monitor.path, use.base);
    if (of_base || !unit.paths.is_absolute(monitor.path)) {
      // What all objects share is not protected by a lock of one of them.
      if (field.has(kStatic)) continue;
      if (PathId own = own_name_of(unit, field.owner, use.base, monitor.path); own.valid()) {
        monitor.path = own;
      } else if (of_base) {
        monitor.path =
            unit.paths.rebase(monitor.path, use.base, unit.paths.root(Step::self, field.owner.value));
      } else {
        // A lock of the object around an inner class's object.
        bool outer = root.step == Step::self && TypeId(root.value) != field.owner &&
                     inside(index, field.owner, TypeId(root.value));
        if (!outer) continue;
      }
    }
    result.push_back({unit.monitor(monitor), h.mode(), monitor.stable});
  }
  std::sort(result.begin(), result.end());
  return result;
}

const GuardHeld* find_guard(const GuardSet& set, MonitorId monitor) {
  for (const GuardHeld& held : set) {
    if (held.monitor == monitor) return &held;
  }
  return nullptr;
}

bool exclude_each_other(const GuardSet& a, const GuardSet& b) {
  for (const GuardHeld& mine : a) {
    const GuardHeld* theirs = find_guard(b, mine.monitor);
    if (theirs == nullptr) continue;
    if (mine.mode == LockMode::exclusive || theirs->mode == LockMode::exclusive) return true;
  }
  return false;
}

}  // namespace dh::java
