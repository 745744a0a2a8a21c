// The first pass of the search: what callers have to know of each function, callees before callers.
#pragma once

#include "erlang/search/search.h"

namespace dh::erlang {

constexpr size_t kMaxLocations = 256;  // of one operation, in a summary

// On several threads components are summarized in another order, with the same result: a component only
// builds on those before it. `main` is the view of the worker that goes on with the terms.
void summarize_all(const SearchContext& context, TermStores& stores, Terms& main, Summaries& summaries,
                   const Parallelism& parallel);

}  // namespace dh::erlang
