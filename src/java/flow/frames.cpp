#include "java/flow/frames.h"

namespace dh::java {

bool inside(const Index& index, TypeId type, TypeId outer) {
  for (; type.valid(); type = index.type(type).enclosing) {
    if (type == outer) return true;
  }
  return false;
}

namespace {

// An argument that is the path, or leads to it, becomes the parameter.
PathId by_argument(Unit& unit, PathId path, const CallSite& site, const Body& callee) {
  for (size_t i = 0; i < site.args.size() && i < callee.params.size(); ++i) {
    if (!site.args[i].valid() || !unit.paths.has_prefix(path, site.args[i])) continue;
    PathId param = callee.params[i].kept;
    if (!param.valid()) param = unit.paths.root(Step::local, callee.params[i].var.value);
    return unit.paths.rebase(path, site.args[i], param);
  }
  return PathId();
}

PathId path_into(Unit& unit, PathId path, const CallSite& site, const Body& callee) {
  const PathNode root = unit.paths.node(unit.paths.root_of(path));
  if (unit.paths.is_absolute(path)) return path;
  bool has_object = !callee.is_static && callee.kind == BodyKind::method;
  if (has_object && site.receiver.valid() && unit.paths.has_prefix(path, site.receiver)) {
    PathId self = unit.paths.root(Step::self, callee.subject.value);
    return unit.paths.rebase(path, site.receiver, self);
  }
  if (root.step == Step::self) {
    // The object around an inner class is assumed to be the same one.
    TypeId outer(root.value);
    bool around = outer != callee.subject && inside(unit.knowledge.index(), callee.owner, outer);
    if (around) return path;
  }
  return by_argument(unit, path, site, callee);
}

}  // namespace

LockSet into_callee(Unit& unit, const LockSet& held, const CallSite& site, const Body& callee) {
  LockSet result;
  for (const Held& h : held) {
    Monitor monitor = unit.monitors[h.monitor];
    monitor.path = path_into(unit, monitor.path, site, callee);
    if (!monitor.path.valid()) continue;
    result.acquire(unit.monitor(monitor), h.mode());
  }
  return result;
}

MonitorId out_of_callee(Unit& unit, MonitorId id, const CallSite& site, const Body& callee) {
  Monitor monitor = unit.monitors[id];
  const PathNode root = unit.paths.node(unit.paths.root_of(monitor.path));
  switch (root.step) {
    case Step::static_field:
    case Step::class_object:
    case Step::text:
      return id;
    case Step::self: {
      if (TypeId(root.value) != callee.subject) return id;  // the object around
      if (!site.receiver.valid()) return MonitorId();
      PathId self = unit.paths.root(Step::self, callee.subject.value);
      monitor.path = unit.paths.rebase(monitor.path, self, site.receiver);
      return unit.monitor(monitor);
    }
    case Step::local:
      for (size_t i = 0; i < site.args.size() && i < callee.params.size(); ++i) {
        if (!site.args[i].valid() || callee.params[i].var != VarId(root.value)) continue;
        PathId param = unit.paths.root(Step::local, root.value);
        monitor.path = unit.paths.rebase(monitor.path, param, site.args[i]);
        return unit.monitor(monitor);
      }
      return MonitorId();
    case Step::field:
    case Step::name:
    case Step::call:
    case Step::element:
      break;
  }
  return MonitorId();
}

}  // namespace dh::java
