#include "erlang/judge/judge.h"

#include "erlang/judge/level.h"
#include "erlang/judge/rules.h"

namespace dh::erlang {

std::string_view exclusion_text(Exclusion exclusion) {
  switch (exclusion) {
#define DH_EXCLUSION(enumerator, text) \
  case Exclusion::enumerator:          \
    return text;
#include "erlang/judge/exclusions.def"
#undef DH_EXCLUSION
  }
  return {};
}

Verdict judge(const JudgeContext& context, const FactorSet<FactorId>& factors, const Pair& pair) {
  Suspect suspect(context, pair);
  for (const ExclusionRule& rule : exclusion_rules()) {
    if (rule.applies(suspect)) return {rule.exclusion, {}, {}};
  }
  Confidence confidence(factors[start_factor(suspect.state)], start_detail(suspect));
  for (const FactorRule& rule : factor_rules()) {
    std::optional<FactorId> which = rule.choose != nullptr  ? rule.choose(suspect)
                                    : rule.applies(suspect) ? std::optional(rule.factor)
                                                            : std::nullopt;
    if (!which) continue;
    WeighedFactor factor = factors[*which];
    std::string detail = rule.detail == nullptr ? std::string() : rule.detail(suspect);
    if (rule.is_limit) {
      confidence.limit(factor.weight, factor, std::move(detail));
    } else {
      confidence.apply(factor, std::move(detail));
    }
  }
  Level level = highest_level(suspect, confidence.value());
  return {std::nullopt, std::move(confidence), level};
}

}  // namespace dh::erlang
