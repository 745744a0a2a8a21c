// Summaries that stay small, whatever the program does: what there is too much of is joined.
#include <algorithm>

#include "erlang/summaries/summary.h"

namespace dh::erlang {
namespace {

// What items have in common that go through callers as one: the function that is called, the way in which
// that happens, and the location; for higher levels only its table, or not even that.
constexpr int kLevels = 3;

// Nothing that widening changes: what is in a group has to be found there again.
uint32_t variant_of(const ReadSummary&) {
  return 0;
}

uint32_t variant_of(const WriteSummary& a) {
  return 1 + a.spawned;
}

template <typename Item>
GroupKey group_of(const Item& item, int level, const Joining& joining) {
  constexpr GroupKind kKinds[kLevels] = {GroupKind::same_location, GroupKind::same_table,
                                         GroupKind::same_state};
  Site site = joining.groups.first(item.site);
  GroupKey key;
  key.kind = kKinds[level];
  key.callee = joining.core.function(site.function).calls[site.call].callee;
  key.scope = joining.component;
  key.variant = variant_of(item) * 2 + item.contextual;
  key.location = item.location;
  if (level > 0) key.location.key = SymId();
  if (level > 1) key.location.table = SymId();
  return key;
}

template <typename Item>
void put_into(Site group, Item& item, int level, const Joining& joining) {
  joining.groups.add(group, item.site, item.chain);
  item.site = group;
  item.chain = ChainId();
  if (level > 0) item.location.key = joining.syms.some();
  if (level > 1) item.location.table = joining.syms.some();
}

// Each item once.
template <typename Item>
void merge(std::vector<Item>& items, DomainTable& domains) {
  std::vector<Item> kept;
  KeyMap<ItemKey, size_t> known;
  for (Item& item : items) {
    auto [it, fresh] = known.try_emplace(identity_of(item), kept.size());
    if (fresh) {
      kept.push_back(std::move(item));
    } else {
      widen_item(kept[it->second], item, domains);
    }
  }
  items = std::move(kept);
}

// Calls of the same kind as one, where there are too many to go one by one.
template <typename Item>
void group_items(std::vector<Item>& items, const Joining& joining) {
  for (int level = 0; level < kLevels && items.size() > joining.most_items; ++level) {
    KeyMap<GroupKey, size_t> count;
    for (const Item& item : items) ++count[group_of(item, level, joining)];
    for (Item& item : items) {
      GroupKey group = group_of(item, level, joining);
      if (count[group] > 1) put_into(joining.groups.group(group), item, level, joining);
    }
    merge(items, joining.domains);
  }
}

// What is in a group already, or in a group of groups, has to be found there again, or a recursion would have
// no end: each walk would bring it again, and each bound take it away.
template <typename Item>
bool find_home(Item& item, const KeySet<ItemKey>& known, const Joining& joining, int depth) {
  if (known.contains(identity_of(item))) return true;
  if (depth == 0) return false;
  const Site site = item.site;
  const ChainId chain = item.chain;
  const Location own = item.location;
  SymId some = joining.syms.some();
  // The group may be of what was "one of many" before it became a group.
  for (const Location& location :
       {own, Location{own.state, own.table, some}, Location{own.state, some, some}}) {
    for (int level = 0; level < kLevels; ++level) {
      item.site = site;
      item.chain = chain;
      item.location = location;
      uint32_t found = joining.groups.find(group_of(item, level, joining));
      Site group{FunctionId(), found};
      if (found == UINT32_MAX || group == site) continue;
      item.site = group;
      item.chain = ChainId();
      if (level > 0) item.location.key = some;
      if (level > 1) item.location.table = some;
      if (!find_home(item, known, joining, depth - 1)) continue;
      joining.groups.add(group, site, chain);
      return true;
    }
  }
  item.site = site;
  item.chain = chain;
  item.location = own;
  return false;
}

template <typename Item>
void absorb_groups(const std::vector<Item>& known, std::vector<Item>& now, const Joining& joining) {
  constexpr int kDepth = 2;  // groups of groups
  bool groups = std::any_of(known.begin(), known.end(), [](const Item& i) { return i.site.is_group(); });
  if (!groups) return;
  KeySet<ItemKey> identities;
  for (const Item& item : known) identities.insert(identity_of(item));
  for (Item& item : now) find_home(item, identities, joining, kDepth);
}

// What is "one of many" already takes in whatever else comes of the operation.
template <typename Item>
void absorb_data(const std::vector<Item>& known, std::vector<Item>& now, SymId some) {
  KeyMap<OperationKey, bool> joined;  // operations; whether their tables are joined too
  for (const Item& item : known) {
    if (item.location.key == some) joined[operation_of(item)] |= item.location.table == some;
  }
  if (joined.empty()) return;
  for (Item& item : now) {
    auto it = joined.find(operation_of(item));
    if (it == joined.end()) continue;
    item.location.key = some;
    if (it->second) item.location.table = some;
  }
}

// One item instead of all of an operation on one table, or on any, where there are too many. Those that mean
// something in this function only count for more: a recursion can make ever new ones of them.
template <typename Item>
void bound_items(std::vector<Item>& items, size_t most, const SymTable& syms, DomainTable& domains) {
  constexpr size_t kOpenWeight = 4;
  if (items.size() * kOpenWeight <= most) return;
  SymId some = syms.some();
  auto weight = [&](const Item& item) {
    const Sym &table = syms[item.location.table], &key = syms[item.location.key];
    return table.open || key.open || table.fleeting || key.fleeting ? kOpenWeight : 1;
  };
  for (bool tables : {false, true}) {
    KeyMap<OperationKey, size_t> data;
    for (const Item& item : items) data[operation_of(item)] += weight(item);
    bool fine = std::all_of(data.begin(), data.end(), [&](const auto& d) { return d.second <= most; });
    if (fine) return;
    for (Item& item : items) {
      if (data[operation_of(item)] <= most) continue;
      item.location.key = some;
      if (tables) item.location.table = some;
    }
    merge(items, domains);
  }
}

}  // namespace

static void leave_out_absent(Summary& summary) {
  summary.without_absent = true;
  std::erase_if(summary.reads, [](const ReadSummary& r) { return r.absent; });
}

void absorb(const Summary& known, Summary& now, const Joining& joining) {
  if (known.without_absent) leave_out_absent(now);
  absorb_data(known.reads, now.reads, joining.syms.some());
  absorb_data(known.writes, now.writes, joining.syms.some());
  absorb_groups(known.reads, now.reads, joining);
  absorb_groups(known.writes, now.writes, joining);
}

void bound(Summary& summary, size_t most, const Joining& joining) {
  if (summary.reads.size() > joining.most_items) merge(summary.reads, joining.domains);
  bound_items(summary.reads, most, joining.syms, joining.domains);
  if (summary.reads.size() > joining.most_items) leave_out_absent(summary);
  group_items(summary.reads, joining);
  bound_items(summary.writes, most, joining.syms, joining.domains);
  group_items(summary.writes, joining);
}

}  // namespace dh::erlang
