// Calls that go through callers as one, where there are more of them than can be followed one by one. What is
// found of a group is true of some of its members; which of them stand in a report is settled in the end.
#pragma once

#include <vector>

#include "base/hash.h"
#include "erlang/core/link.h"

namespace dh::erlang {

// A call of a modelled operation, or a group of such calls.
struct Site {
  FunctionId function;  // invalid: a group
  uint32_t call = 0;    // of the function, or which group

  bool is_group() const { return !function.valid(); }
  friend auto operator<=>(const Site&, const Site&) = default;
};
inline uint64_t hash_of(Site site) {
  return static_cast<uint64_t>(site.function.value) << 32 | site.call;
}

// The calls that lead to a site, outermost first: a list in Races::chains.
struct ChainId : Id<ChainId> {
  using Id::Id;
};

// Not thread-safe. Groups are referred to, not copied: one that gets more members has them for everybody who
// knows it, and nobody has to be asked again.
class SiteGroups {
 public:
  struct Member {
    Site site;
    ChainId
        chain;  // from the function that did it; the calls between two functions of a recursion are left out
  };

  // The group with this key, which is made if need be.
  Site group(uint64_t key);
  // UINT32_MAX where there is none.
  uint32_t find(uint64_t key) const;
  void add(Site group, Site member, ChainId chain);

  const std::vector<Member>& members(Site group) const { return groups_[group.call].members; }
  // One of the calls that it stands for.
  Site first(Site site) const { return site.is_group() ? groups_[site.call].first : site; }
  // Another one, of another function if there is such a one; the same where there is no other.
  Site second(Site site) const { return site.is_group() ? groups_[site.call].second : site; }
  size_t count() const { return groups_.size(); }

 private:
  struct Group {
    Site first, second;
    std::vector<Member> members;
  };
  std::vector<Group> groups_;
  FlatMap<uint64_t, uint32_t> by_key_;
  FlatSet<uint64_t> known_;  // members, by group
};

}  // namespace dh::erlang
