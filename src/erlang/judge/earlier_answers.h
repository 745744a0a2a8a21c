// What all callers asked before: a function that reads what stays the same answers the same again, and a
// caller that calls the code for one answer only does not reach what needs another one.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

bool is_ruled_out_by_callers(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
