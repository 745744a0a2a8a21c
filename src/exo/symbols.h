// Which proc or config a name means, across the checked files.
#pragma once

#include <string_view>
#include <vector>

#include "base/hash.h"
#include "exo/ast.h"

namespace dh::exo {

// Refers to the modules, which must not move.
class Symbols {
 public:
  explicit Symbols(const std::deque<Module>& modules);

  // As seen from inside `user`: its own file (the last definition above it, else the first below), then its
  // imports, then a definition that is the only one of its name. Null when there is none.
  const Proc* find_proc(const Proc& user, std::string_view name) const;
  const Config* find_config(const Proc& user, std::string_view name) const;

 private:
  const std::deque<Module>& modules_;
  FlatMap<std::string_view, std::vector<const Module*>, StringHash> by_stem_;
  FlatMap<std::string_view, std::vector<const Proc*>, StringHash> procs_;
  FlatMap<std::string_view, std::vector<const Config*>, StringHash> configs_;
};

}  // namespace dh::exo
