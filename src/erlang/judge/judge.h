// How much a pair is believed: first whether it is excluded, then which factors apply.
#pragma once

#include <optional>
#include <string_view>

#include "erlang/judge/context.h"
#include "erlang/judge/factors.h"
#include "findings/rule.h"

namespace dh::erlang {

// Why a pair is no race at all.
enum class Exclusion : uint8_t {
#define DH_EXCLUSION(enumerator, text) enumerator,
#include "erlang/judge/exclusions.def"
#undef DH_EXCLUSION
};
std::string_view exclusion_text(Exclusion exclusion);

struct Verdict {
  std::optional<Exclusion> excluded;
  // Unless it is excluded:
  Confidence confidence;
  Level max_level = Level::error;
};

Verdict judge(const JudgeContext& context, const FactorSet<FactorId>& factors, const Pair& pair);

}  // namespace dh::erlang
