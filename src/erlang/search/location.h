// Where an operation works: a key of a table, a name, a process.
#pragma once

#include "erlang/search/symbolic.h"

namespace dh::erlang {

// `key` is any() for the whole table; `table` too, where there is none.
struct Datum {
  uint32_t state = 0;  // in Model::states
  SymId table;
  SymId key;

  friend auto operator<=>(const Datum&, const Datum&) = default;
  friend size_t hash_value(const Datum& d) {
    return hash_combine(static_cast<uint64_t>(d.table.value) << 32 | d.key.value, d.state);
  }
};

}  // namespace dh::erlang
