// Where a pair is reported: in the function that owns the check-then-act.
#pragma once

#include "erlang/summaries/races.h"

namespace dh::erlang {

// The calls from the owner, the innermost function from which both the read and the write are reached, to the
// write. The last one is the write itself.
std::vector<Site> calls_to_write(const Races& races, const Pair& pair);

// The call to report: the write, or the call of a generic wrapper around it such as set(Key, Value) ->
// ets:insert(tab, {Key, Value}), whose callers decide what is written.
Site reported_call(const Races& races, const Pair& pair);

}  // namespace dh::erlang
