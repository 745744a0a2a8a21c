#include "erlang/summaries/summary.h"

#include <algorithm>

namespace dh::erlang {

namespace {

bool same_conditions(const std::vector<Condition>& a, const std::vector<Condition>& b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

bool same_item(const ReadSummary& a, const ReadSummary& b) {
  return a.location == b.location && a.site == b.site && a.contextual == b.contextual &&
         a.absent == b.absent && a.to_result == b.to_result && a.decides == b.decides &&
         a.relied == b.relied && a.guards == b.guards && a.results == b.results &&
         same_conditions(a.conditions, b.conditions);
}

bool same_item(const WriteSummary& a, const WriteSummary& b) {
  return a.location == b.location && a.site == b.site && a.contextual == b.contextual &&
         a.data_params == b.data_params && a.control_params == b.control_params && a.payload == b.payload &&
         a.spawned == b.spawned && a.handled == b.handled && a.owned == b.owned && a.renewed == b.renewed &&
         a.forwarded == b.forwarded && a.guards == b.guards && a.value == b.value &&
         same_conditions(a.conditions, b.conditions);
}

using Keys = std::vector<std::pair<ItemKey, uint32_t>>;

// Indexes of `items` by key, in their order among those of one key.
template <typename Item>
Keys sorted_keys(const std::vector<Item>& items) {
  Keys keys;
  keys.reserve(items.size());
  for (uint32_t i = 0; i < items.size(); ++i) keys.push_back({identity_of(items[i]), i});
  std::sort(keys.begin(), keys.end());
  return keys;
}

template <typename Item>
bool same_items(const std::vector<Item>& a, const std::vector<Item>& b) {
  if (a.size() != b.size()) return false;
  auto same = [](const Item& x, const Item& y) { return same_item(x, y); };
  if (std::equal(a.begin(), a.end(), b.begin(), same)) return true;
  Keys x = sorted_keys(a), y = sorted_keys(b);
  return std::equal(x.begin(), x.end(), y.begin(),
                    [&](const auto& i, const auto& j) { return same_item(a[i.second], b[j.second]); });
}

bool grow(uint64_t& bits, uint64_t more) {
  uint64_t before = bits;
  bits |= more;
  return bits != before;
}

bool grow(bool& flag, bool more) {
  bool before = flag;
  flag = flag || more;
  return flag != before;
}

bool shrink(bool& flag, bool with) {
  bool before = flag;
  flag = flag && with;
  return flag != before;
}

bool shrink(Guards& guards, Guards with) {
  Guards before = guards;
  guards &= with;
  return guards != before;
}

template <typename T>
bool intersect(std::vector<T>& known, const std::vector<T>& with) {
  return std::erase_if(known,
                       [&](const T& x) { return std::find(with.begin(), with.end(), x) == with.end(); }) > 0;
}

}  // namespace

bool widen_item(ReadSummary& known, const ReadSummary& now, DomainTable& domains) {
  bool changed = grow(known.to_result, now.to_result);
  changed |= grow(known.decides, now.decides);
  changed |= grow(known.relied, now.relied);
  changed |= shrink(known.guards, now.guards);
  if (known.results != now.results && !known.results.empty()) {
    known.results.clear();
    changed = true;
  }
  changed |= join_conditions(known.conditions, now.conditions, domains);
  return changed;
}

bool widen_item(WriteSummary& known, const WriteSummary& now, DomainTable& domains) {
  constexpr SymId kUnknown(0);
  bool changed = known.value != now.value && known.value != kUnknown;
  if (changed) known.value = kUnknown;
  changed |= grow(known.data_params, now.data_params);
  changed |= grow(known.control_params, now.control_params);
  for (SymId part : now.payload) {
    if (known.payload.size() >= kMaxPayload) break;
    if (std::find(known.payload.begin(), known.payload.end(), part) != known.payload.end()) continue;
    known.payload.push_back(part);
    changed = true;
  }
  changed |= shrink(known.handled, now.handled);
  changed |= shrink(known.owned, now.owned);
  changed |= shrink(known.renewed, now.renewed);
  changed |= shrink(known.forwarded, now.forwarded);
  changed |= shrink(known.guards, now.guards);
  changed |= join_conditions(known.conditions, now.conditions, domains);
  return changed;
}

namespace {

// The last word on an item: nothing that is added later can change it.
void give_up(ReadSummary& item) {
  item.to_result = item.decides = item.relied = true;
  item.guards = 0;
  item.results.clear();
  item.conditions.clear();
}

void give_up(WriteSummary& item) {
  item.data_params = item.control_params = ~uint64_t{0};
  item.handled = item.owned = item.renewed = item.forwarded = false;
  item.guards = 0;
  item.value = SymId(0);
  item.conditions.clear();
}

template <typename Item>
bool widen_items(std::vector<Item>& known, std::vector<Item>&& now, DomainTable& domains, bool to_the_end) {
  Keys keys = sorted_keys(known);
  bool changed = false;
  for (Item& item : now) {
    auto it = std::lower_bound(keys.begin(), keys.end(), std::pair(identity_of(item), uint32_t{0}));
    if (it != keys.end() && it->first == identity_of(item)) {
      if (!widen_item(known[it->second], item, domains)) continue;
      if (to_the_end) give_up(known[it->second]);
    } else {
      if (to_the_end) give_up(item);
      known.push_back(std::move(item));
    }
    changed = true;
  }
  return changed;
}

}  // namespace

bool same_summary(const Summary& a, const Summary& b) {
  return a.returns == b.returns && a.results == b.results && a.result_params == b.result_params &&
         a.calls_params == b.calls_params && a.ends_params == b.ends_params &&
         a.written.size() == b.written.size() &&
         std::is_permutation(a.written.begin(), a.written.end(), b.written.begin()) &&
         same_items(a.reads, b.reads) && same_items(a.thrown, b.thrown) && same_items(a.writes, b.writes);
}

bool join_conditions(std::vector<Condition>& known, const std::vector<Condition>& now, DomainTable& domains) {
  bool changed = false;
  for (Condition& c : known) {
    auto same = std::find_if(now.begin(), now.end(), [&](const Condition& n) { return n.value == c.value; });
    DomainId joined = same == now.end() ? domains.everything() : domains.either(c.domain, same->domain);
    changed |= joined != c.domain;
    c.domain = joined;
  }
  std::erase_if(known, [&](const Condition& c) { return c.domain == domains.everything(); });
  return changed;
}

bool widen(Summary& known, Summary&& now, const Joining& joining, bool to_the_end) {
  absorb(known, now, joining);
  bool changed = grow(known.returns, now.returns);
  changed |= grow(known.result_params, now.result_params);
  changed |= grow(known.calls_params, now.calls_params);
  changed |= grow(known.ends_params, now.ends_params);
  if (known.results != now.results && !known.results.empty()) {
    known.results.clear();
    changed = true;
  }
  changed |= intersect(known.written, now.written);
  changed |= widen_items(known.reads, std::move(now.reads), joining.domains, to_the_end);
  for (const ReadSummary& read : now.thrown) {
    auto same = std::find_if(known.thrown.begin(), known.thrown.end(),
                             [&](const ReadSummary& r) { return identity_of(r) == identity_of(read); });
    if (same != known.thrown.end()) {
      changed |= widen_item(*same, read, joining.domains);
    } else if (known.thrown.size() < kMaxThrown) {
      known.thrown.push_back(read);
      changed = true;
    }
  }
  changed |= widen_items(known.writes, std::move(now.writes), joining.domains, to_the_end);
  return changed;
}

}  // namespace dh::erlang
