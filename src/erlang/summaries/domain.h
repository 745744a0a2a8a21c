// What tests leave for a value: some constants, everything of some types, without some constants.
#pragma once

#include <mutex>
#include <vector>

#include "erlang/summaries/symbolic.h"

namespace dh::erlang {

struct DomainId : Id<DomainId> {
  using Id::Id;
};

struct Domain {
  TypeMask types = types::kAny;
  std::vector<SymId> also;    // constants of other types, sorted
  std::vector<SymId> except;  // constants of these types that are not in it, sorted

  friend bool operator==(const Domain&, const Domain&) = default;
};

// The domains of a program, each once: equal ones have equal ids. Thread-safe; which number an id has depends
// on the schedule, except for the first two.
class DomainStore {
 public:
  DomainStore() {
    intern({types::kAny, {}, {}});
    intern({0, {}, {}});
  }
  const Domain& operator[](DomainId id) const { return domains_[id.value]; }
  DomainId intern(Domain d);

 private:
  std::mutex mutex_;
  GrowingArray<Domain, 10> domains_;
  FlatMap<uint64_t, std::vector<DomainId>> by_hash_;
};

// One worker's view of them, with answers that it has computed before.
class DomainTable {
 public:
  DomainTable(DomainStore& store, const Core& core, const SymTable& syms)
      : store_(store), core_(core), syms_(syms) {}

  static constexpr DomainId everything() { return DomainId(0); }
  static constexpr DomainId nothing() { return DomainId(1); }
  DomainId of_types(TypeMask types) { return intern({types, {}, {}}); }
  DomainId only(SymId constant) {
    auto [it, fresh] = only_.try_emplace(constant);
    if (fresh) it->second = intern({0, {constant}, {}});
    return it->second;
  }
  DomainId all_but(SymId constant) {
    auto [it, fresh] = all_but_.try_emplace(constant);
    if (fresh) it->second = intern({types::kAny, {}, {constant}});
    return it->second;
  }
  DomainId both(DomainId a, DomainId b);
  DomainId either(DomainId a, DomainId b);

  const Domain& operator[](DomainId id) const { return store_[id]; }
  bool has(DomainId id, SymId constant) const { return has(store_[id], constant); }
  // Whether something that is built (a tuple, a list) or known by its objects can be in it.
  bool may_have(DomainId id, SymId value, FunctionId frame) const;
  bool may_have(DomainId id, const ValueSet& set) const;
  // Whether all that the value can be is in it.
  bool surely_has(DomainId id, SymId value, FunctionId frame) const;

 private:
  bool has(const Domain& d, SymId constant) const;
  bool has(const Domain& d, const Object& o, bool surely) const;
  TypeMask types_of(SymId constant) const;
  DomainId intern(Domain d);

  DomainStore& store_;
  const Core& core_;
  const SymTable& syms_;
  FlatMap<uint64_t, DomainId> both_, either_;
  FlatMap<SymId, DomainId> only_, all_but_;
};

}  // namespace dh::erlang
