// How often code runs: never, once, or more than once.
#pragma once

#include "whole_program/solver.h"

namespace dh::whole {

struct Multiplicity {
  std::vector<uint8_t> runs;  // by InstanceId: 0, 1, or 2 for "may be more than once"
  FlatSet<uint32_t> started;  // bodies of threads that run as soon as they are made, without a resume
  std::vector<bool> in_loop;  // by InstanceId: a loop of a caller runs it
  std::vector<bool> escapes;  // by ObjectId: reachable for threads other than the one that makes it
  std::vector<bool> changed;  // by ObjectId: a library method changes what it contains
  std::vector<bool> global;   // by ObjectId: reachable from a global, a class variable or a class

  // Stands for one object at run time.
  bool single(const Heap& heap, ObjectId id) const {
    const Object& object = heap.objects[id];
    if (object.kind == ObjectKind::unknown) return false;
    if (!object.instance.valid()) return true;  // classes, literals, receivers of roots
    return runs[object.instance.index()] < 2;
  }
};

Multiplicity count_runs(const smallir::Module& module, const Heap& heap, const Roots& roots,
                        const RootInstances& instances);

}  // namespace dh::whole
