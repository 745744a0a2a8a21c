// Calls that the search has joined to groups, each for itself again.
#pragma once

#include <functional>

#include "erlang/processes/roles.h"
#include "erlang/summaries/races.h"

namespace dh::erlang {

// Makes pairs of calls from pairs of groups, in Races::pairs: at least one for each call of a group that
// writes, and for each pair of groups. `rank`: the pairs with the smallest come first.
void settle_groups(Races& races, const std::function<int(const Pair&)>& rank);

}  // namespace dh::erlang
