// A look that decides whether a name is freed first: `case whereis(Name) of undefined -> ok; Pid -> exit(Pid,
// kill) end, register(Name, ...)`. Who found nothing goes on without doing anything about it, and relies on
// that.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

void Walker::note_ends(const Call& c, const std::vector<Target>& targets, State& s) {
  if (c.kind == CallKind::named && r_.model.ends.contains(c.callee)) {
    for (ValueId a : f_.operands_in(c.arguments)) note_end(a, s);
    return;
  }
  for (const Target& t : targets) {
    uint64_t mask = r_.summaries[t.function.index()].ends_params;
    for (size_t i = 0; i < t.arguments.size() && mask != 0; ++i) {
      if ((mask & param_bit(i)) != 0 && t.arguments[i].valid()) note_end(t.arguments[i], s);
    }
  }
}

// By its name, or as what the look has given.
void Walker::note_end(ValueId v, State& s) {
  const Value& value = f_.value(v);
  if (value.kind == ValueKind::param) out_.ends_params |= param_bit(value.index);
  if (s.pending.empty()) return;
  SymId key = canonical(sym(v));
  for (uint32_t which : s.pending) {
    const Occurrence& o = occurrences_[which];
    bool found = value.kind == ValueKind::call && value.index == o.call;
    if (!found && (r_.syms[key].fleeting || canonical(o.datum.key) != key)) continue;
    auto at = std::lower_bound(s.ended.begin(), s.ended.end(), which);
    if (at == s.ended.end() || *at != which) s.ended.insert(at, which);
  }
}

// `ways`: how the clauses leave it. What one of them has written is no longer pending there.
void Walker::note_relied(const Taint& deciders, const State& before, std::span<const State> ways) {
  if (ways.size() < 2 || before.pending.empty() || deciders.reads == ReadSet()) return;
  for (uint32_t which : before.pending) {
    Occurrence& o = occurrences_[which];
    if (o.relied || o.absent || !deciders.reads.meets(o.bit)) continue;
    auto taken_away = [&](const State& way) {
      return !std::binary_search(way.pending.begin(), way.pending.end(), which) ||
             std::binary_search(way.ended.begin(), way.ended.end(), which);
    };
    auto count = std::count_if(ways.begin(), ways.end(), taken_away);
    o.relied = count > 0 && static_cast<size_t>(count) < ways.size();
  }
}

// Only what fails where another process was faster relies on it: whoever overwrites the datum does not.
bool Walker::relies(const Occurrence& o, const Act& a, Same same) const {
  if (!o.relied || same < Same::likely) return false;
  if (r_.model.states[a.datum.state].rule == Rule::erlang_alive_check) return false;
  const Call& c = r_.core.function(a.site.function).calls[a.site.call];
  auto operations = r_.model.operations.find(c.callee);
  if (operations == r_.model.operations.end()) return false;
  return std::any_of(operations->second.begin(), operations->second.end(), [&](const OperationModel& op) {
    return op.state == a.datum.state && (op.effect == Effect::failing || op.effect == Effect::answers);
  });
}

}  // namespace dh::erlang
