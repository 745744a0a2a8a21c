// Calls that go through callers as one, where there are more of them than can be followed one by one. What is
// found of a group is true of some of its members; which of them are in a report is decided in the end.
#pragma once

#include <mutex>
#include <vector>

#include "analysis/key_table.h"
#include "base/growing_array.h"
#include "erlang/core/link.h"
#include "erlang/summaries/location.h"

namespace dh::erlang {

// A call of a modelled operation, or a group of such calls.
struct Site {
  FunctionId function;  // invalid: a group
  uint32_t call = 0;    // of the function, or which group

  bool is_group() const { return !function.valid(); }
  friend auto operator<=>(const Site&, const Site&) = default;
  friend size_t hash_value(Site site) {
    return static_cast<size_t>(static_cast<uint64_t>(site.function.value) << 32 | site.call);
  }
};

// The calls that lead to a site, outermost first: a list in Chains.
struct ChainId : Id<ChainId> {
  using Id::Id;
};

enum class GroupKind : uint8_t { same_location, same_table, same_state, reads_of_clause };

// What the members of a group have in common.
struct GroupKey {
  GroupKind kind = GroupKind::same_location;
  FunctionKey callee;    // the operation
  uint32_t scope = 0;    // a component of the call graph; of reads_of_clause: a function
  uint32_t clause = 0;   // of reads_of_clause: its first read
  uint32_t variant = 0;  // how the operation is used
  Location location;     // without what the members do not have in common

  friend bool operator==(const GroupKey&, const GroupKey&) = default;
  friend size_t hash_value(const GroupKey& k) {
    uint64_t h = hash_combine(hash_value(k.callee), static_cast<uint64_t>(k.scope) << 32 | k.clause);
    h = hash_combine(h, k.variant * 4 + static_cast<uint64_t>(k.kind));
    return hash_combine(h, hash_value(k.location));
  }
};

// Groups are referred to, not copied: a group that gets more members has them for everybody who knows it.
// Thread-safe as long as only one worker at a time adds to the groups of one scope, and others only read
// groups that are complete. Which number a group has depends on the schedule.
class SiteGroups {
 public:
  struct Member {
    Site site;
    ChainId chain;  // from the function that did it; calls between functions of a recursion are left out
  };

  // The group with this key, which is made if need be.
  Site group(const GroupKey& key);
  // UINT32_MAX where there is none.
  uint32_t find(const GroupKey& key) const {
    std::lock_guard lock(mutex_);
    return numbers_.find(key);
  }
  void add(Site group, Site member, ChainId chain);

  const std::vector<Member>& members(Site group) const { return groups_[group.call].members; }
  // One of the calls that it stands for.
  Site first(Site site) const { return site.is_group() ? groups_[site.call].first : site; }
  // Another one, of another function if there is one; the same where there is no other.
  Site second(Site site) const { return site.is_group() ? groups_[site.call].second : site; }
  size_t count() const { return groups_.size(); }

 private:
  struct Group {
    Site first, second;
    std::vector<Member> members;
  };
  mutable std::mutex mutex_;
  GrowingArray<Group, 10> groups_;
  KeyTable<GroupKey> numbers_;
  KeySet<std::pair<Site, uint32_t>> known_;  // members and their groups
};

}  // namespace dh::erlang
