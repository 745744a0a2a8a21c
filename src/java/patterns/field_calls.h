// Every call of a method of a field within one top-level class: m.put(k, v) of the field m.
#pragma once

#include <vector>

#include "java/patterns/held.h"

namespace dh::java {

struct FieldCall {
  FieldId field;
  const Call* call = nullptr;
  bool in_construction = false;
  bool locked = false;
};

class FieldCalls {
 public:
  // In source order; built at the first request.
  const std::vector<FieldCall>& all(const Knowledge& knowledge, TypeId top, HeldLocks& held);

 private:
  bool read_ = false;
  std::vector<FieldCall> calls_;
};

// The names of methods that add to or remove from a collection.
bool modifies_collection(std::string_view method);
bool removes_from_collection(std::string_view method);

}  // namespace dh::java
