// Which accesses, and which calls, can take part in a race at all: found before traces are made, so that a
// thread is only walked along the calls that lead to them.
#pragma once

#include "whole_program/multiplicity.h"

namespace dh::whole {

// What an access is to: a captured or shared variable by its node, a field or the contents of an object.
inline uint64_t variable_location(NodeId node) {
  return uint64_t{node.value} << 32;
}
inline uint64_t contents_location(ObjectId object) {
  return uint64_t{object.value} << 32 | Heap::kContents;
}
inline uint64_t field_location(ObjectId object, smallir::VariableId field) {
  // Zero is for variables, whose node is in the upper half.
  return uint64_t{object.value} << 32 | (field.value + 1);
}

struct Relevance {
  std::vector<bool> instances;  // lead to an access that can race, to a lock, or to a point of order
  FlatSet<uint64_t> locations;  // that several threads use, and one writes

  bool field(const Heap& heap, NodeId base, smallir::VariableId variable) const;
};

Relevance find_relevant(const smallir::Module& module, const Heap& heap, const Multiplicity& multiplicity,
                        const Roots& roots, const RootInstances& instances);

// Whether an object of the kind can be changed by library methods that are not safe.
bool contents_can_race(smallir::ClassKind kind);
// Nobody changes literal strings, and Pharo's literal arrays are read-only: a set of objects that holds one
// and is changed means its other objects.
bool contents_can_race(const smallir::Module& module, const Object& object);

// The variable or object that an instruction reads or writes; `base` holds the object of a field.
struct AccessedVariable {
  bool writes = false;
  NodeId place;  // captured and shared variables
  NodeId base;   // fields
  bool valid() const { return place.valid() || base.valid(); }
};
AccessedVariable accessed_by(const smallir::Module& module, const Heap& heap, InstanceId instance,
                             const smallir::Instruction& instruction);

}  // namespace dh::whole
