// Helpers that read and write whatever key they are given: their pairs, for each key that callers give.
#include <algorithm>

#include "erlang/walk.h"

namespace dh::erlang {

void Walker::keep_helper_pair(const Pair& pair) {
  const Datum &read = pair.read_datum, &act = pair.act_datum;
  if (pair.contextual || pair.spawned || !r_.syms.by_caller(act.key) || r_.syms.has_constant(act.key)) return;
  Pair kept = pair;
  kept.label = UINT32_MAX;
  kept.read_datum = {read.state, exported(read.table), exported(read.key)};
  kept.act_datum = {act.state, exported(act.table), exported(act.key)};
  kept.value = exported(pair.value);
  kept.guards = pair.guards | guards_;
  if (r_.hopeless(kept.read_datum) || r_.hopeless(kept.act_datum)) return;
  auto same = [&](const Pair& known) {
    return known.read == kept.read && known.act == kept.act && known.act_datum == kept.act_datum &&
           known.read_datum == kept.read_datum;
  };
  auto known = std::find_if(out_.helper_pairs.begin(), out_.helper_pairs.end(), same);
  if (known == out_.helper_pairs.end()) {
    out_.helper_pairs.push_back(std::move(kept));
  } else {
    join_conditions(known->conditions, kept.conditions, r_.domains);
    known->guards &= kept.guards;
  }
}

// A callee's pairs with this function's arguments put in: reported where the key becomes known, else left to
// this function's callers.
void Walker::lift_helper_pairs(uint32_t call, const Summary& summary, std::span<const SymId> arguments,
                               const std::optional<Condition>& choice, bool recursion, Guards guards) {
  if (!r_.collecting || by_unknown_call_) return;
  // This function may be its own callee, and `summary` then what this walk adds to.
  for (size_t i = 0; i < summary.helper_pairs.size(); ++i) {
    Pair pair = summary.helper_pairs[i];
    auto conditions = import(pair.conditions, arguments);
    if (!conditions) continue;
    if (choice) conditions->push_back(*choice);
    pair.conditions = conditions_here(*conditions, false);
    pair.read_datum = canonical(import(pair.read_datum, arguments, recursion));
    pair.act_datum = canonical(import(pair.act_datum, arguments, recursion));
    pair.value = import(pair.value, arguments);
    pair.same = compare(pair.read_datum, pair.act_datum);
    if (pair.same < Same::likely) continue;
    pair.frame = id_;
    pair.read_chain = r_.link({id_, call}, pair.read_chain);
    pair.act_chain = r_.link({id_, call}, pair.act_chain);
    pair.owned = pair.owned || holds_name();
    pair.guards |= guards;
    if (r_.syms.has_constant(pair.act_datum.key)) {
      pair.by_key = true;
      pair.label = label_of(pair);
      r_.add_pair(pair);
    } else {
      keep_helper_pair(pair);
    }
  }
}

}  // namespace dh::erlang
