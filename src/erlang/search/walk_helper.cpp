// Helpers that read and write whatever key they are given: their pairs, for each key that callers give.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

// Pairs that callers get one by one; of more, one for each datum is enough: each of them is reported itself.
constexpr size_t kMostPairs = 32;
constexpr size_t kMaxHelperPairs = 256;

}  // namespace

void Walker::keep_helper_pair(const Pair& pair) {
  const Datum &read = pair.read_datum, &act = pair.act_datum;
  if (pair.contextual || pair.spawned || !r_.syms.by_caller(act.key) || r_.syms.has_constant(act.key)) return;
  Pair kept = pair;
  kept.label = UINT32_MAX;
  kept.answers.clear();  // callers know nothing of them
  kept.read_datum = {read.state, exported(read.table), exported(read.key)};
  kept.act_datum = {act.state, exported(act.table), exported(act.key)};
  kept.value = exported(pair.value);
  kept.guards = pair.guards | guards_;
  if (r_.hopeless(kept.read_datum) || r_.hopeless(kept.act_datum)) return;
  const Datum &from = kept.read_datum, &to = kept.act_datum;
  uint64_t by_data = hash_combine(static_cast<uint64_t>(from.table.value) << 32 | from.key.value, from.state);
  by_data = hash_combine(by_data, static_cast<uint64_t>(to.table.value) << 32 | to.key.value);
  uint64_t by_place = hash_combine(by_data, hash_combine(hash_of(kept.read), hash_of(kept.act)));
  auto known = helper_index_.find(by_place);
  if (known == helper_index_.end() && out_.helper_pairs.size() >= kMostPairs)
    known = helper_index_.find(by_data);
  if (known != helper_index_.end()) {
    Pair& joined = out_.helper_pairs[known->second];
    join_conditions(joined.conditions, kept.conditions, r_.domains);
    joined.guards &= kept.guards;
    return;
  }
  if (out_.helper_pairs.size() >= kMaxHelperPairs) return;
  for (uint64_t h : {by_place, by_data})
    helper_index_.emplace(h, static_cast<uint32_t>(out_.helper_pairs.size()));
  out_.helper_pairs.push_back(std::move(kept));
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
