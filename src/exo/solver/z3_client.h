// Z3 in a shared object of its own, loaded on first use: most runs never need it, and it takes longer to load
// than they take.
#pragma once

#include "exo/solver/smtlib.h"
#include "exo/solver/solver.h"

namespace dh::exo {

struct Z3Limits {
  int64_t time_ms;
  int64_t units;  // of Z3's own resource count, which is the same for every run
};

struct Z3Answer {
  Verdict verdict;
  int64_t units = 0;  // used
};

// Thread-safe. Unknown, with the reason, when the module cannot be loaded or a limit is reached.
Z3Answer ask_z3(const SmtQuery& query, const Z3Limits& limits);

}  // namespace dh::exo
