#include "java/flow/paths.h"

namespace dh::java {

PathId PathTable::intern(const PathNode& node) {
  auto [it, added] = ids_.try_emplace(node, nodes_.next_id());
  if (added) nodes_.add(node);
  return it->second;
}

PathId PathTable::root_of(PathId id) const {
  while (nodes_[id].parent.valid()) id = nodes_[id].parent;
  return id;
}

bool PathTable::has_prefix(PathId path, PathId prefix) const {
  for (; path.valid(); path = nodes_[path].parent) {
    if (path == prefix) return true;
  }
  return false;
}

PathId PathTable::rebase(PathId path, PathId prefix, PathId replacement) {
  if (!has_prefix(path, prefix)) return path;
  std::vector<PathNode> steps;
  for (; path != prefix; path = nodes_[path].parent) steps.push_back(nodes_[path]);
  PathId result = replacement;
  for (size_t i = steps.size(); i-- > 0;) result = child(result, steps[i].step, steps[i].value);
  return result;
}

bool PathTable::is_absolute(PathId id) const {
  Step step = nodes_[root_of(id)].step;
  return step == Step::static_field || step == Step::class_object || step == Step::text;
}

size_t PathTable::depth(PathId id) const {
  size_t n = 0;
  for (; id.valid(); id = nodes_[id].parent) ++n;
  return n;
}

}  // namespace dh::java
