// How bad it is when another process comes in between: the level that a finding can have at most.
#pragma once

#include "erlang/judge/suspect.h"
#include "findings/rule.h"

namespace dh::erlang {

// Nothing to lose is a note. An error needs a confidence of 80, or of 65 where an update is certainly lost or
// a call raises. Everything else is a warning.
Level highest_level(const Suspect& suspect, int confidence);

}  // namespace dh::erlang
