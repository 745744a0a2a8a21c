#include "erlang/search/conditions.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxConditions = 8;  // further ones are not needed: they would only exclude more

}  // namespace

std::vector<Condition> Conditions::here(const std::vector<Condition>& more, ConditionScope scope) {
  uint32_t version = assumed_.version();
  if (last_.version == version && last_.scope == scope && last_.more == more) return last_.result;
  std::vector<Condition> result;
  auto add = [&](const Condition& c) {
    if (!in_.syms[c.value].open || (scope == ConditionScope::callers && !is_by_parameter(in_.syms, c.value)))
      return;
    auto known =
        std::find_if(result.begin(), result.end(), [&](const Condition& k) { return k.value == c.value; });
    if (known != result.end()) {
      known->domain = in_.domains.both(known->domain, c.domain);
    } else if (result.size() < kMaxConditions) {
      result.push_back(c);
    }
  };
  for (const Condition& c : more) add(c);
  for (const Condition& c : assumed_.known()) add(c);
  last_ = {version, scope, more, result};
  return result;
}

std::optional<std::vector<Condition>> Conditions::import(const std::vector<Condition>& conditions,
                                                         std::span<const SymId> arguments) {
  std::vector<Condition> result;
  for (const Condition& c : conditions) {
    Condition here{assumed_.canonical(values_.import(c.value, arguments)), c.domain};
    if (!possible(here)) return std::nullopt;
    if (in_.syms[here.value].open) result.push_back(here);
  }
  return result;
}

bool Conditions::possible(const Condition& c) {
  DomainId domain = c.domain;
  for (const Condition& known : assumed_.known()) {
    if (known.value == c.value) domain = in_.domains.both(domain, known.domain);
  }
  return in_.domains.may_have(domain, c.value, in_.id);
}

bool Conditions::possible_now(const std::vector<Condition>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
    return possible({assumed_.canonical(c.value), c.domain});
  });
}

bool Conditions::proven(const Condition& c) {
  for (const Condition& known : assumed_.known()) {
    if (known.value == c.value && in_.domains.both(known.domain, c.domain) == known.domain) return true;
  }
  return in_.domains.surely_has(c.domain, c.value, in_.id);
}

bool Conditions::contradict(const std::vector<Condition>& a, const std::vector<Condition>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Condition& x) {
    return std::any_of(b.begin(), b.end(), [&](const Condition& y) {
      return x.value == y.value && in_.domains.both(x.domain, y.domain) == in_.domains.nothing();
    });
  });
}

}  // namespace dh::erlang
