// How a pair goes wrong, in steps that can happen: what the other process does is not always the same again.
#pragma once

#include "erlang/judge/context.h"
#include "findings/finding.h"

namespace dh::erlang {

struct Story {
  std::string title;  // "ets:insert/2 can overwrite a concurrent update of hits[Page]"
  Witness witness;
};
// `write` is the name of the write in the title: of the operation, or of the call that is reported.
Story tell(const JudgeContext& context, const Pair& pair, std::string write);

}  // namespace dh::erlang
