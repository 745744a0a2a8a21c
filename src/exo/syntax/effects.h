// What a block does that matters beyond its accesses, callees included.
#pragma once

#include <span>
#include <utility>

#include "base/hash.h"
#include "exo/syntax/ast.h"

namespace dh::exo {

using ConfigCell = std::pair<const Config*, uint32_t>;

struct Effects {
  bool parallel = false;       // has a par or fork loop
  bool unknown_call = false;   // may write any config
  FlatSet<ConfigCell> writes;  // config fields
};

// Remembers procs. Procs must not be recursive (check_calls).
class EffectsOf {
 public:
  Effects block(std::span<Stmt* const> body);
  const Effects& proc(const Proc& proc);

 private:
  void add(std::span<Stmt* const> body, Effects& out);
  FlatMap<const Proc*, Effects> procs_;
  int depth_ = 0;
};

}  // namespace dh::exo
