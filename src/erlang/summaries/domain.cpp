#include "erlang/summaries/domain.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxConstants = 32;  // of more it is only known which types they are of

std::vector<SymId> joined(const std::vector<SymId>& a, const std::vector<SymId>& b) {
  std::vector<SymId> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

}  // namespace

DomainId DomainStore::intern(Domain d) {
  uint64_t h = d.types;
  for (SymId c : d.also) h = hash_combine(h, c.value);
  h = hash_combine(h, d.also.size());
  for (SymId c : d.except) h = hash_combine(h, c.value);
  std::lock_guard lock(mutex_);
  std::vector<DomainId>& bucket = by_hash_[h];
  for (DomainId id : bucket) {
    if (domains_[id.value] == d) return id;
  }
  bucket.push_back(DomainId(domains_.push_back(std::move(d))));
  return bucket.back();
}

TypeMask DomainTable::types_of(SymId constant) const {
  if (syms_[constant].kind == SymKind::function) return types::kFunction;
  return type_of(core_.constant(ConstantId(syms_[constant].index)));
}

bool DomainTable::has(const Domain& d, SymId constant) const {
  if (std::binary_search(d.also.begin(), d.also.end(), constant)) return true;
  return (d.types & types_of(constant)) != 0 &&
         !std::binary_search(d.except.begin(), d.except.end(), constant);
}

DomainId DomainTable::intern(Domain d) {
  if (d.also.size() > kMaxConstants) {
    for (SymId c : d.also) d.types |= types_of(c);
    d.also.clear();
  }
  if (d.except.size() > kMaxConstants) d.except.clear();
  std::erase_if(d.also, [&](SymId c) { return (d.types & types_of(c)) == types_of(c); });
  std::erase_if(d.except, [&](SymId c) { return (d.types & types_of(c)) == 0; });
  return store_.intern(std::move(d));
}

DomainId DomainTable::both(DomainId a, DomainId b) {
  if (a == b || b == everything()) return a;
  if (a == everything()) return b;
  if (a > b) std::swap(a, b);
  auto [it, fresh] = both_.try_emplace(static_cast<uint64_t>(a.value) << 32 | b.value, nothing());
  if (!fresh) return it->second;
  const Domain &x = store_[a], &y = store_[b];
  Domain d;
  d.types = x.types & y.types;
  for (SymId c : joined(x.also, y.also)) {
    if (has(x, c) && has(y, c)) d.also.push_back(c);
  }
  for (SymId c : joined(x.except, y.except)) {
    if (!has(x, c) || !has(y, c)) d.except.push_back(c);
  }
  DomainId result = intern(std::move(d));
  both_[static_cast<uint64_t>(a.value) << 32 | b.value] = result;
  return result;
}

DomainId DomainTable::either(DomainId a, DomainId b) {
  if (a == b || b == nothing()) return a;
  if (a == nothing()) return b;
  if (a == everything() || b == everything()) return everything();
  if (a > b) std::swap(a, b);
  auto [it, fresh] = either_.try_emplace(static_cast<uint64_t>(a.value) << 32 | b.value, nothing());
  if (!fresh) return it->second;
  const Domain &x = store_[a], &y = store_[b];
  Domain d;
  d.types = x.types | y.types;
  d.also = joined(x.also, y.also);
  for (SymId c : joined(x.except, y.except)) {
    if (!has(x, c) && !has(y, c)) d.except.push_back(c);
  }
  DomainId result = intern(std::move(d));
  either_[static_cast<uint64_t>(a.value) << 32 | b.value] = result;
  return result;
}

bool DomainTable::has(const Domain& d, const Object& o, bool surely) const {
  TypeMask types = types::kAny;
  auto listed = [&](const std::vector<SymId>& constants, SymKind kind) {
    return std::any_of(constants.begin(), constants.end(),
                       [&](SymId c) { return syms_[c].kind == kind && syms_[c].index == o.index; });
  };
  switch (o.kind) {
    case ObjectKind::constant:
      if (listed(d.also, SymKind::constant)) return true;
      if (listed(d.except, SymKind::constant)) return false;
      types = type_of(core_.constant(ConstantId(o.index)));
      break;
    case ObjectKind::tuple:
      types = types::kTuple;
      break;
    case ObjectKind::cons:
      types = types::kList;
      break;
    case ObjectKind::function:
      if (listed(d.also, SymKind::function)) return true;
      types = types::kFunction;
      break;
    case ObjectKind::table:  // a reference, or the atom of a named table
      types = types::kReference | types::kAtom;
      break;
  }
  return surely ? (types & ~d.types) == 0 : (types & d.types) != 0;
}

bool DomainTable::may_have(DomainId id, SymId value, FunctionId frame) const {
  const Domain& d = store_[id];
  const Sym& s = syms_[value];
  if (s.kind == SymKind::constant || s.kind == SymKind::function) return has(d, value);
  if (s.kind == SymKind::tuple || s.kind == SymKind::with) return (d.types & types::kTuple) != 0;
  if (s.kind == SymKind::cons) return (d.types & types::kList) != 0;
  if (s.kind == SymKind::self) return (d.types & types::kPid) != 0;
  if (d.types == 0 && d.also.empty()) return false;
  return may_have(id, syms_.objects(value, frame));
}

bool DomainTable::may_have(DomainId id, const ValueSet& set) const {
  const Domain& d = store_[id];
  return set.unknown || set.objects.empty() ||
         std::any_of(set.objects.begin(), set.objects.end(),
                     [&](const Object& o) { return has(d, o, false); });
}

bool DomainTable::surely_has(DomainId id, SymId value, FunctionId frame) const {
  const Domain& d = store_[id];
  const Sym& s = syms_[value];
  if (s.kind == SymKind::constant || s.kind == SymKind::function) return has(d, value);
  if (s.kind == SymKind::tuple || s.kind == SymKind::with) return (d.types & types::kTuple) != 0;
  if (s.kind == SymKind::cons) return (d.types & types::kList) != 0;
  if (s.kind == SymKind::self) return (d.types & types::kPid) != 0;
  const ValueSet& set = syms_.objects(value, frame);
  return !set.unknown && !set.objects.empty() &&
         std::all_of(set.objects.begin(), set.objects.end(),
                     [&](const Object& o) { return has(d, o, true); });
}

}  // namespace dh::erlang
