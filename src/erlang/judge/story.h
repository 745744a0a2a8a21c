// How a pair goes wrong, in steps that can happen: what the other process does is not always the same again.
#pragma once

#include "erlang/judge/context.h"
#include "findings/finding.h"

namespace dh::erlang {

struct Story {
  std::string between;  // "another process can change it in between"
  std::string harm;     // "an update may be lost"
  Witness witness;
};
Story tell(const JudgeContext& context, const Pair& pair);

}  // namespace dh::erlang
