// Guards that annotations declare: @GuardedBy("this.lock").
#pragma once

#include <string>
#include <vector>

#include "java/flow/resolve.h"

namespace dh::java {

struct Guard {
  std::string text;                   // as written
  Span span;                          // of the annotation
  PathId path;                        // seen from an object of the class; invalid: unknown
  bool by_lock = true;                // lock() counts
  bool by_intrinsic = true;           // synchronized counts
  LockMode to_read = LockMode::read;  // how it must be held; plain locks have one mode anyway
  LockMode to_write = LockMode::exclusive;
  std::string problem;  // why it is unknown
  PathId opaque;        // of an unknown guard: stands for every guard of the same text
  bool prose = false;   // written for people
  int parameter = -1;   // of a method: the path begins with this parameter, as `parameter_root`
  PathId parameter_root;

  bool allows(MonitorKind kind) const { return kind == MonitorKind::lock ? by_lock : by_intrinsic; }
};

// The guards of a field or method. Writers hold all of them, so any of them is enough to read.
std::vector<Guard> field_guards(Unit& unit, FieldId field);
std::vector<Guard> method_guards(Unit& unit, MethodId method);

}  // namespace dh::java
