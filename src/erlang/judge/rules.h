// The tables of what excludes a pair and of what raises and lowers its confidence.
#pragma once

#include <span>

#include "erlang/judge/judge.h"
#include "erlang/judge/suspect.h"

namespace dh::erlang {

struct ExclusionRule {
  Exclusion exclusion;
  bool (*applies)(const Suspect&);
};
// The cheap ones first.
std::span<const ExclusionRule> exclusion_rules();

struct FactorRule {
  FactorId factor{};
  bool (*applies)(const Suspect&) = nullptr;
  std::optional<FactorId> (*choose)(const Suspect&) = nullptr;  // instead: one of several, or none
  std::string (*detail)(const Suspect&) = nullptr;              // for the {} of its text
  bool is_limit = false;  // its weight is what the confidence is at most
};
// In the order in which they are applied, which matters for limits only.
std::span<const FactorRule> factor_rules();

// By the kind of state: how often a pair about it is a race.
FactorId start_factor(const StateModel& state);
std::string start_detail(const Suspect& suspect);

}  // namespace dh::erlang
