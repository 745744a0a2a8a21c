// Names as numbers: equal strings have equal Symbols, so hot paths compare ids.
#pragma once

#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/id.h"

namespace dh {

struct Symbol : Id<Symbol> {
  using Id::Id;
};

// Not thread-safe: parallel phases intern per unit and merge, or take turns.
// Symbols are numbered in the order of first use, so never let an order that users see depend on them.
class Interner {
 public:
  Symbol intern(std::string_view text);
  // The symbol of a text that was interned before, else an invalid one.
  Symbol find(std::string_view text) const;
  std::string_view text(Symbol symbol) const {
    DH_CHECK(symbol.index() < texts_.size(), "symbol {} of {}", symbol.value, texts_.size());
    return texts_[symbol.index()];
  }
  size_t size() const { return texts_.size(); }

 private:
  Arena arena_;
  std::vector<std::string_view> texts_;
  FlatMap<std::string_view, Symbol, StringHash> symbols_;
};

}  // namespace dh
