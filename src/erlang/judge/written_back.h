// Writes that change nothing: the value read is written back, or the default that everybody writes.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

bool writes_back_value_read(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
