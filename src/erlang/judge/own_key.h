// Keys that contain the pid of the process that uses them: another process has another pid.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

bool has_own_key(const JudgeContext& context, const Pair& pair);

// The process that reads and writes has just made the key: make_ref(), erlang:unique_integer().
bool has_fresh_key(const JudgeContext& context, const Pair& pair);

// The key says so by its tag: a property of the process, for example {p, l, Name} of gproc.
bool is_tagged_as_own(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
