// Call chains: how a function leads to a site, as linked lists that share their ends.
#pragma once

#include <mutex>

#include "analysis/key_table.h"
#include "base/growing_array.h"
#include "erlang/summaries/site_groups.h"

namespace dh::erlang {

struct ChainLink {
  Site call;
  ChainId next;
  uint32_t length = 1;
};

// Equal chains have equal ids. Thread-safe; which number an id has depends on the schedule.
class Chains {
 public:
  // The chain that begins with a call and goes on with `next`.
  ChainId link(Site call, ChainId next) {
    std::pair key(call, next);
    std::lock_guard lock(mutex_);
    auto [number, is_new] = numbers_.add(key);
    if (is_new) links_.push_back({call, next, length(next) + 1});
    return ChainId(number);
  }
  const ChainLink& operator[](ChainId chain) const { return links_[chain.value]; }
  uint32_t length(ChainId chain) const { return chain.valid() ? links_[chain.value].length : 0; }

 private:
  std::mutex mutex_;
  GrowingArray<ChainLink> links_;
  KeyTable<std::pair<Site, ChainId>> numbers_;
};

}  // namespace dh::erlang
