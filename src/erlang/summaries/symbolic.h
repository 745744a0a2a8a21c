// Symbolic values: what a table, key or name is, said in terms of a function's parameters and of constants,
// so that equal things can be recognised across calls. Equal symbolic values have equal ids. Maps are in
// symbolic_map.cpp.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <vector>

#include "erlang/core/link.h"
#include "erlang/summaries/sym_store.h"
#include "erlang/values/values.h"

namespace dh::erlang {

// How sure it is that two symbolic values are one.
enum class Same : uint8_t { no, unknown, maybe, likely, yes };

// One worker's view of the values that all workers share, with answers that it has computed before.
class SymTable {
 public:
  static constexpr size_t kMaxParts = 64;
  static_assert(kMaxParts <= GrowingArray<SymId>::kMaxRun);

  SymTable(SymStore& store, const Core& core, const Values& values);

  SymId unknown() const { return SymId(0); }
  SymId any() const { return SymId(1); }
  SymId some() const { return SymId(2); }
  SymId make(SymKind kind, uint32_t index, std::span<const SymId> parts = {});
  SymId part(SymKind kind, uint32_t index, SymId of);  // field, head, tail; simplified
  // computed, applied; unknown where a part is.
  SymId compute(SymKind kind, uint32_t index, std::span<const SymId> parts);
  // Whichever element of a list; `operation` is what stands for that.
  void set_element(Symbol operation) { element_ = operation.value; }
  SymId element(SymId list) { return compute(SymKind::computed, element_, std::span(&list, 1)); }
  SymId with(uint32_t index, SymId tuple, SymId element);
  SymId list_of(SymId element, SymId list);
  // `shape`, of which some parts are not known, said of the value `at`: those are the parts of that.
  SymId instance(SymId shape, SymId at);
  // The value that it is a part of a part ... of; appends which, the outermost last: indexes of elements,
  // kHead and kTail.
  static constexpr uint32_t kHead = UINT32_MAX, kTail = UINT32_MAX - 1;
  SymId root(SymId id, std::vector<uint32_t>& path) const {
    for (; is_part(store_[id].kind); id = parts(id)[0]) {
      const Sym& s = store_[id];
      path.push_back(s.kind == SymKind::field ? s.index : s.kind == SymKind::head ? kHead : kTail);
    }
    return plain(id);
  }
  SymId root(SymId id) const {
    while (is_part(store_[id].kind)) id = parts(id)[0];
    return plain(id);
  }
  // What a part of a tuple, list or map is a part of; the value itself if it is none.
  SymId taken_from(SymId id) const;
  // The value itself, without what is known of its parts.
  SymId plain(SymId id) const;

  const Sym& operator[](SymId id) const { return store_[id]; }
  std::span<const SymId> parts(SymId id) const { return store_.parts(store_[id]); }

  // Replaces leaves: change(id) gives the new one for param, local, outer, self and foreign.
  template <typename Change>
  SymId map(SymId id, Change&& change) {
    const Sym& s = store_[id];
    if (!s.open) return id;
    switch (s.kind) {
      case SymKind::unknown:
      case SymKind::any:
      case SymKind::some:
      case SymKind::child:
      case SymKind::constant:
      case SymKind::function:
        return id;
      case SymKind::param:
      case SymKind::local:
      case SymKind::outer:
      case SymKind::self:
      case SymKind::foreign:
        return change(id, s);
      case SymKind::tuple:
      case SymKind::cons:
      case SymKind::with:
      case SymKind::list_of:
      case SymKind::field:
      case SymKind::head:
      case SymKind::tail:
      case SymKind::computed:
      case SymKind::applied: {
        std::array<SymId, kMaxParts> mapped;
        bool same = true;
        for (uint32_t i = 0; i < s.count; ++i) {
          SymId part = nth(s, i);
          mapped[i] = map(part, change);
          same = same && mapped[i] == part;
        }
        return same ? id : rebuilt(s, {mapped.data(), s.count});
      }
    }
    return id;
  }

  // The same of other parts.
  SymId rebuilt(const Sym& s, std::span<const SymId> parts) {
    if (s.kind == SymKind::tuple || s.kind == SymKind::cons) return make(s.kind, s.index, parts);
    if (s.kind == SymKind::computed || s.kind == SymKind::applied) return compute(s.kind, s.index, parts);
    if (s.kind == SymKind::with) return with(s.index, parts[0], parts[1]);
    if (s.kind == SymKind::list_of) return list_of(parts[0], parts[1]);
    return part(s.kind, s.index, parts[0]);
  }

  // The same with parts that are computed forgotten.
  SymId without_computed(SymId id);

  // What it can be; `frame` is the function whose parameters are meant.
  const ValueSet& objects(SymId id, FunctionId frame) const;
  Same compare(SymId a, SymId b, FunctionId frame) const;
  // Two terms that are known and not the same: what can be said without their possible values.
  bool differ(SymId a, SymId b) const {
    if (a == b) return false;
    const Sym &x = (*this)[a], &y = (*this)[b];
    if (x.ground && y.ground) return true;
    if (x.kind != SymKind::tuple || y.kind != SymKind::tuple) return false;
    if (x.count != y.count) return true;
    for (uint32_t i = 0; i < x.count; ++i) {
      if (differ(nth(x, i), nth(y, i))) return true;
    }
    return false;
  }
  // Whether it depends on a parameter, or on what a fun captured.
  bool by_caller(SymId id) const;
  // Whether it is the current process, or a tuple with it.
  bool has_self(SymId id) const;
  // Whether the current process is in the same place in both.
  bool share_self(SymId a, SymId b) const;
  // Whether it is a constant, or a tuple with one.
  bool has_constant(SymId id) const;
  // Whether it is all keys of a table, or of a kind: a tuple with elements that can be anything.
  bool has_any(SymId id) const;
  // Whether a constant of the one is in the same place in the other.
  bool share_constant(SymId a, SymId b) const;
  // Whether it puts its parts together: a tuple, a binary, a map.
  bool holds_parts(SymId id) const;
  void set_name(SymId id, FunctionId frame, Symbol name);
  // Adds the names that another worker has given to parts, in frames of its own.
  void add_names(const SymTable& other) { names_.insert(other.names_.begin(), other.names_.end()); }
  // For people: "counter", "{user, Id}", "Key".
  // `names` go before those that the values have; the last one of a value counts.
  using LocalNames = std::span<const std::pair<SymId, Symbol>>;
  std::string text(SymId id, FunctionId frame, LocalNames names = {}) const;

 private:
  static constexpr uint8_t kDeepest = 8;
  static bool is_part(SymKind kind) {
    return kind == SymKind::field || kind == SymKind::head || kind == SymKind::tail;
  }
  // What a computed value does with a map.
  enum class MapOperation : uint8_t { none, get, make, field, update, put };
  MapOperation map_operation(SymId id) const;
  MapOperation map_operation(uint32_t operation) const;
  SymId under_key(uint32_t operation, SymId key, SymId map);
  bool find_key(SymId key, SymId field, SymId& found) const;
  std::string computed_text(SymId id, FunctionId frame, LocalNames names) const;
  Same compare_terms(SymId a, SymId b, FunctionId frame) const;
  Same compare_sets(const ValueSet& a, const ValueSet& b) const;
  TypeMask types_of(const Sym& s) const;
  bool may_be_equal(const Object& a, const Object& b, int depth) const;
  bool may_be_equal(const ValueSet& a, const ValueSet& b, int depth) const;
  bool may_be_equal(SymId built, const Object& o, FunctionId frame) const;

  SymStore& store_;
  const Core& core_;
  const Values& values_;
  uint32_t element_ = UINT32_MAX;
  SymId nth(const Sym& s, uint32_t part) const { return store_.parts(s)[part]; }

  struct Recent {
    uint64_t hash = 0;
    SymId id;
  };
  static constexpr size_t kRecent = size_t{1} << 14;

  std::vector<Recent> recent_;                // by hash: values that were made before need no lock
  mutable FlatMap<uint64_t, Same> compared_;  // pairs that mean the same in every function
  ValueSet none_;                             // nothing known
  mutable std::deque<ValueSet> made_;         // what objects() gave for constants and parts
  mutable FlatMap<uint64_t, uint32_t> made_index_;
  FlatMap<uint64_t, Symbol> names_;  // of parts, by frame
  mutable FlatMap<uint32_t, MapOperation> map_operations_;
};

}  // namespace dh::erlang
