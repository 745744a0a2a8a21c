// Z3 in a shared object of its own, loaded on first use: most runs never need it, and it takes longer to load
// than they take.
#pragma once

#include "exo/smtlib.h"
#include "exo/solver.h"

namespace dh::exo {

// Thread-safe. Unknown, with the reason, when the module cannot be loaded or the time is over.
Verdict ask_z3(const SmtQuery& query, int64_t time_limit_ms);

}  // namespace dh::exo
