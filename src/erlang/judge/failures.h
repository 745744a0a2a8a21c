// What becomes of the failure of an write, and of its answer.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// Whether there is a try around all calls of the function, or around those of its callers.
enum class Caught : uint8_t { no, far, near };
Caught caught_above(const JudgeContext& context, const Pair& pair);

// Every process that runs the function is started by one that is notified of its end.
bool is_failure_watched(const JudgeContext& context, FunctionId f);
// The caller of the function gets the answer of the call.
// Whether the answer of a call is matched with what it answers if no other process was faster, by the
// function or by the callers that get it: `{ok, Pid} = start()`.
bool matches_answer(const JudgeContext& context, const Pair& pair);
bool returns_answer(const JudgeContext& context, Site site);
// The write writes a constant, and its process exits.
bool exits_after_write(const JudgeContext& context, const Pair& pair);
// The caller started the process that it looks for, and is linked to it.
bool is_linked_to_process(const JudgeContext& context, const Pair& pair);
// An write that does nothing if there is nothing, after a read that only tests whether there is something.
bool tests_existence(const Races& races, const Pair& pair);

}  // namespace dh::erlang
