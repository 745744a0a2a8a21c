// Counters in ETS tables that are read and then written, as one atomic update: ets:update_counter.
//
// Only two shapes have the same meaning for certain, with N in no other place of the function:
//   case ets:lookup(T, K) of [] -> ets:insert(T, {K, 1}); [{K, N}] -> ets:insert(T, {K, N + 1}) end
//   N = ets:lookup_element(T, K, 2), ets:insert(T, {K, N + 1})     also [{K, N}] = ets:lookup(T, K), ...
#pragma once

#include <optional>
#include <vector>

#include "erlang/syntax/tree.h"
#include "findings/finding.h"
#include "source/source_file.h"

namespace dh::erlang {

struct CounterFix {
  Place place;  // of the text that it replaces
  Fix fix;
};

// `module` is the tree of `file`.
std::vector<CounterFix> counter_fixes(const Module& module, const SourceFile& file,
                                      const SharedInterner& names);

// The one that replaces everything the finding is about: its call and what it read before. The fixes are
// sorted by place.
std::optional<Fix> fix_of(const std::vector<CounterFix>& fixes, const Finding& finding);

}  // namespace dh::erlang
