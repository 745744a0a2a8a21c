// Locks that calls take and release.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// The pair lies between two such calls, as all other writes of the key do.
bool is_between_lock_calls(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
