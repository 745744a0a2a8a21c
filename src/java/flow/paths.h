// Access paths: which object an expression denotes, as far as the source text shows.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/id.h"

namespace dh::java {

struct PathId : Id<PathId> {
  using Id::Id;
};

enum class Step : uint8_t {
  // Roots
  self,          // this of the class `value`; Outer.this in code inside Outer's inner classes
  class_object,  // T.class
  static_field,  // a static field
  local,         // a local variable or parameter that is assigned once
  text,          // an unresolved name of an annotation; the value is an index into the texts of the unit
  // Steps from a parent
  field,    // .f, of a known field
  name,     // .f, of a field that is not in the index
  call,     // .f(...), whatever the arguments: striped locks count as one
  element,  // [...], whatever the index
};

struct PathNode {
  Step step{};
  uint32_t value = 0;  // TypeId, FieldId, variable or Symbol, by step
  PathId parent;       // invalid for roots

  friend bool operator==(const PathNode&, const PathNode&) = default;
  friend size_t hash_value(const PathNode& n) {
    return hash_combine(hash_combine(static_cast<uint64_t>(n.step), n.value), n.parent.value);
  }
};

// Paths of one unit: equal paths have equal ids.
class PathTable {
 public:
  PathId root(Step step, uint32_t value) { return intern({step, value, PathId()}); }
  PathId child(PathId parent, Step step, uint32_t value) { return intern({step, value, parent}); }

  const PathNode& node(PathId id) const { return nodes_[id]; }
  PathId root_of(PathId id) const;
  bool has_prefix(PathId path, PathId prefix) const;
  // `path` with the front part `prefix` replaced; `path` itself when it does not begin so.
  PathId rebase(PathId path, PathId prefix, PathId replacement);
  size_t depth(PathId id) const;
  // Means the same object everywhere: T.class, a static field, a text.
  bool is_absolute(PathId id) const;

 private:
  PathId intern(const PathNode& node);

  Store<PathId, PathNode> nodes_;
  FlatMap<PathNode, PathId> ids_;
};

}  // namespace dh::java
