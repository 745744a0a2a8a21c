// Where an operation works: a key of a table, a name, a process.
#pragma once

#include "erlang/summaries/symbolic.h"

namespace dh::erlang {

// `key` is any() for the whole table; `table` too, where there is none.
struct Location {
  uint32_t state = 0;  // in Model::states
  SymId table;
  SymId key;

  friend auto operator<=>(const Location&, const Location&) = default;
  friend size_t hash_value(const Location& d) {
    return hash_combine(static_cast<uint64_t>(d.table.value) << 32 | d.key.value, d.state);
  }
};

}  // namespace dh::erlang
