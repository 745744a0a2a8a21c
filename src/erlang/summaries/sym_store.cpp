#include "erlang/summaries/sym_store.h"

#include <algorithm>

namespace dh::erlang {

SymStore::SymStore() : shards_(std::make_unique<std::array<Shard, kShards>>()) {
  syms_.push_back({SymKind::unknown, 0, 0, false, true, false, 0, 0, 0});
  syms_.push_back({SymKind::any, 0, 0, false, false, false, 0, 0, 0});
  syms_.push_back({SymKind::some, 0, 0, false, true, false, 0, 0, 0});
}

bool SymStore::is(SymId id, const Sym& value, std::span<const SymId> of) const {
  const Sym& known = syms_[id.value];
  return known.kind == value.kind && known.index == value.index && known.count == of.size() &&
         std::equal(of.begin(), of.end(), parts(known).begin());
}

SymId SymStore::intern(uint64_t hash, const Sym& value, std::span<const SymId> of) {
  Shard& shard = (*shards_)[hash >> 60];
  std::lock_guard lock(shard.mutex);
  for (uint64_t h = hash;; h = hash_mix(h + 1)) {
    auto [it, is_new] = shard.by_hash.try_emplace(h);
    if (is_new) return it->second = append(value, of);
    if (is(it->second, value, of)) return it->second;
  }
}

SymId SymStore::append(const Sym& value, std::span<const SymId> of) {
  std::lock_guard lock(appending_);
  Sym s = value;
  s.count = static_cast<uint32_t>(of.size());
  if (s.count > 0) s.first = parts_.append(of);
  return SymId(syms_.push_back(s));
}

}  // namespace dh::erlang
