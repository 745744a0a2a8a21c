#include "erlang/search/site_groups.h"

namespace dh::erlang {

Site SiteGroups::group(uint64_t key) {
  auto [it, fresh] = by_key_.try_emplace(key, static_cast<uint32_t>(groups_.size()));
  if (fresh) groups_.emplace_back();
  return {FunctionId(), it->second};
}

uint32_t SiteGroups::find(uint64_t key) const {
  auto it = by_key_.find(key);
  return it == by_key_.end() ? UINT32_MAX : it->second;
}

void SiteGroups::add(Site group, Site member, ChainId chain) {
  if (member == group || !known_.insert(hash_combine(hash_of(member), group.call)).second) return;
  Group& g = groups_[group.call];
  if (g.members.empty()) g.first = g.second = first(member);
  for (Site other : {first(member), second(member)}) {
    if (g.second == g.first || (g.second.function == g.first.function && other.function != g.first.function))
      g.second = other;
  }
  g.members.push_back({member, chain});
}

}  // namespace dh::erlang
