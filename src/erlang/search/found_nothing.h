// Which answers of a read say that there is nothing: `[]` of ets:lookup/2, the default of
// persistent_term:get/2, and what a helper makes of them (`case ets:lookup(T, K) of [] -> miss; [{_, V}] ->
// {ok, V} end`).
#pragma once

#include "erlang/core/link.h"

namespace dh::erlang {

// The value is such an answer of the call itself.
bool is_answer_for_nothing(const Core& core, const CoreFunction& f, const Call& read, ValueId v);

// What a function gives only when its own read finds nothing; invalid where there is no such constant.
ConstantId result_for_nothing(const Core& core, FunctionId f, uint32_t read);

}  // namespace dh::erlang
