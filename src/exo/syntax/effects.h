// What a block does that matters beyond its accesses, callees included.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "base/hash.h"
#include "exo/syntax/ast.h"

namespace dh::exo {

using ConfigCell = std::pair<const Config*, uint32_t>;

struct Effects {
  bool parallel = false;       // has a par or fork loop
  int64_t parallel_loops = 0;  // how many, once for each call of a callee; kMaxCountedLoops: that or more
  bool unknown_call = false;   // may write any config
  FlatSet<ConfigCell> writes;  // config fields
};

inline constexpr int64_t kMaxCountedLoops = 1'000'000;

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
