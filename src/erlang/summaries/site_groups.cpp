#include "erlang/summaries/site_groups.h"

namespace dh::erlang {

Site SiteGroups::group(const GroupKey& key) {
  std::lock_guard lock(mutex_);
  auto [number, is_new] = numbers_.add(key);
  if (is_new) groups_.push_back({});
  return {FunctionId(), number};
}

void SiteGroups::add(Site group, Site member, ChainId chain) {
  if (member == group) return;
  {
    std::lock_guard lock(mutex_);
    if (!known_.insert({member, group.call}).second) return;
  }
  Group& g = groups_[group.call];
  if (g.members.empty()) g.first = g.second = first(member);
  for (Site other : {first(member), second(member)}) {
    if (g.second == g.first || (g.second.function == g.first.function && other.function != g.first.function))
      g.second = other;
  }
  g.members.push_back({member, chain});
}

}  // namespace dh::erlang
