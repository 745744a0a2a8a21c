// For tools that keep one mutable state per location: the shadow word is an index into a table of them.
#pragma once

#include "base/hash.h"
#include "dynamic/state_table.h"
#include "dynamic/tool.h"

namespace dh::dyn {

template <typename T>
class States {
 public:
  using Cell = typename StateTable<T>::Cell;

  explicit States(const ToolSetup& setup) : tag_(DefaultLayout::owner_bits(setup.owner) | kInflatedBit) {}

  uint64_t make() { return tag_ | table_.make(); }
  void unmake(uint64_t word) { table_.drop(index_of(word)); }
  Cell& of(const Event& e) const { return table_[index_of(e.shadow)]; }
  StateTable<T>& table() { return table_; }
  const StateTable<T>& table() const { return table_; }

  void sweep(const LiveWords& live) {
    FlatSet<uint32_t> used;
    live([&](uint64_t word) {
      if ((word & (DefaultLayout::kOwnerMask | kInflatedBit)) == tag_) used.insert(index_of(word));
    });
    table_.sweep([&](uint32_t index) { return used.contains(index); });
  }

 private:
  const uint64_t tag_;
  StateTable<T> table_;
};

}  // namespace dh::dyn
