#include "erlang/summary.h"

#include <algorithm>

#include "base/hash.h"

namespace dh::erlang {
namespace {

uint64_t key_of(const Datum& d, Site site, uint32_t more) {
  uint64_t h = hash_combine(static_cast<uint64_t>(site.function.value) << 32 | site.call, d.state);
  h = hash_combine(h, static_cast<uint64_t>(d.table.value) << 32 | d.key.value);
  return hash_combine(h, more);
}

uint64_t key_of(const ReadSummary& r) {
  return key_of(r.datum, r.site, r.contextual);
}

uint64_t key_of(const ActSummary& a) {
  return key_of(a.datum, a.site, static_cast<uint32_t>(a.spawned) * 2 + a.contextual);
}

bool same_conditions(const std::vector<Condition>& a, const std::vector<Condition>& b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

bool same_item(const ReadSummary& a, const ReadSummary& b) {
  return a.datum == b.datum && a.site == b.site && a.contextual == b.contextual &&
         a.to_result == b.to_result && a.decides == b.decides && same_conditions(a.conditions, b.conditions);
}

bool same_item(const ActSummary& a, const ActSummary& b) {
  return a.datum == b.datum && a.site == b.site && a.contextual == b.contextual &&
         a.data_params == b.data_params && a.control_params == b.control_params &&
         a.payload_params == b.payload_params && a.spawned == b.spawned && a.handled == b.handled &&
         a.owned == b.owned && same_conditions(a.conditions, b.conditions);
}

// Indexes of `items` by key, in their order among those of one key.
template <typename Item>
std::vector<std::pair<uint64_t, uint32_t>> sorted_keys(const std::vector<Item>& items) {
  std::vector<std::pair<uint64_t, uint32_t>> keys;
  keys.reserve(items.size());
  for (uint32_t i = 0; i < items.size(); ++i) keys.push_back({key_of(items[i]), i});
  std::sort(keys.begin(), keys.end());
  return keys;
}

template <typename Item>
bool same_items(const std::vector<Item>& a, const std::vector<Item>& b) {
  if (a.size() != b.size()) return false;
  auto same = [](const Item& x, const Item& y) { return same_item(x, y); };
  if (std::equal(a.begin(), a.end(), b.begin(), same)) return true;
  auto x = sorted_keys(a), y = sorted_keys(b);
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

template <typename T>
bool intersect(std::vector<T>& known, const std::vector<T>& with) {
  return std::erase_if(known,
                       [&](const T& x) { return std::find(with.begin(), with.end(), x) == with.end(); }) > 0;
}

bool widen(ReadSummary& known, const ReadSummary& now) {
  bool changed = grow(known.to_result, now.to_result);
  changed |= grow(known.decides, now.decides);
  changed |= intersect(known.conditions, now.conditions);
  return changed;
}

bool widen(ActSummary& known, const ActSummary& now) {
  bool changed = grow(known.data_params, now.data_params);
  changed |= grow(known.control_params, now.control_params);
  changed |= grow(known.payload_params, now.payload_params);
  changed |= shrink(known.handled, now.handled);
  changed |= shrink(known.owned, now.owned);
  changed |= intersect(known.conditions, now.conditions);
  return changed;
}

template <typename Item>
bool widen_items(std::vector<Item>& known, std::vector<Item>&& now) {
  auto keys = sorted_keys(known);
  bool changed = false;
  for (Item& item : now) {
    auto it = std::lower_bound(keys.begin(), keys.end(), std::pair(key_of(item), uint32_t{0}));
    if (it != keys.end() && it->first == key_of(item)) {
      changed |= widen(known[it->second], item);
    } else {
      known.push_back(std::move(item));
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool same_summary(const Summary& a, const Summary& b) {
  return a.returns == b.returns && a.result == b.result && a.result_params == b.result_params &&
         a.calls_params == b.calls_params && a.writes.size() == b.writes.size() &&
         std::is_permutation(a.writes.begin(), a.writes.end(), b.writes.begin()) &&
         a.contextual_pairs == b.contextual_pairs && same_items(a.reads, b.reads) &&
         same_items(a.acts, b.acts);
}

bool widen(Summary& known, Summary&& now, SymId unknown) {
  bool changed = grow(known.returns, now.returns);
  changed |= grow(known.result_params, now.result_params);
  changed |= grow(known.calls_params, now.calls_params);
  if (known.result != now.result && known.result != unknown) {
    known.result = unknown;
    changed = true;
  }
  changed |= intersect(known.writes, now.writes);
  changed |= widen_items(known.reads, std::move(now.reads));
  changed |= widen_items(known.acts, std::move(now.acts));
  for (uint32_t pair : now.contextual_pairs) {
    if (std::find(known.contextual_pairs.begin(), known.contextual_pairs.end(), pair) !=
        known.contextual_pairs.end())
      continue;
    known.contextual_pairs.push_back(pair);
    changed = true;
  }
  return changed;
}

}  // namespace dh::erlang
