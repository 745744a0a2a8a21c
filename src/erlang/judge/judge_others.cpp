// What processes other than those of a pair do to its datum, and what that means for the pair.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {

Judge::Others Judge::others(const Pair& pair, const Which& counts, uint64_t question) const {
  Datum ours = races.in_program_terms(pair.act_datum, pair.frame);
  Datum seen = races.in_program_terms(pair.read_datum, pair.frame);  // of which the act may be about more
  Others result;
  bool in_test = roles.only_tested(pair.frame);
  if (question != 0) {
    bool open = races.syms[ours.key].open || races.syms[seen.key].open;
    question = hash_combine(question, static_cast<uint64_t>(ours.table.value) << 32 | ours.key.value);
    question = hash_combine(question, static_cast<uint64_t>(ours.state) << 32 | seen.key.value);
    question = hash_combine(question, pair.spawned * 2 + in_test + (open ? pair.frame.value + 4 : 0));
    if (auto it = answers_.find(question); it != answers_.end()) return it->second;
    Others answer = others(pair, counts);
    answers_.emplace(question, answer);
    return answer;
  }
  auto tested_only = [&](const LoggedAct& other) { return !in_test && roles.only_tested(other.frame); };
  for (const auto& [table, acts] : acts_of_[pair.state]) {
    if (!same_table(pair.state, ours.table, table)) continue;
    for (uint32_t index : acts) {
      const LoggedAct& other = races.acts[index];
      if (roles.of(other.frame).empty()) continue;
      // Another process has another pid, unless it is the one that starts this one.
      if (!pair.spawned && races.syms.share_self(ours.key, other.datum.key)) continue;
      Same same = races.syms.compare(ours.key, other.datum.key, pair.frame);
      Same same_seen = races.syms.compare(seen.key, other.datum.key, pair.frame);
      if (same == Same::no || same_seen == Same::no) continue;
      if (!counts(other)) continue;
      bool removes = other.effect() == Effect::remove;
      auto not_known = [&](SymId key, Same how_same) {
        return how_same == Same::unknown && races.syms.has_constant(key) &&
               !races.syms.share_constant(key, other.datum.key);
      };
      bool unsure = not_known(ours.key, same) || not_known(seen.key, same_seen);
      bool& how = unsure                       ? result.unsure
                  : is_fresh(other.datum.key)  ? result.fresh
                  : tested_only(other)         ? result.tests
                  : before_others(pair, other) ? result.first
                  : removes                    ? result.weak
                                               : result.sure;
      how = true;
      if (result.sure) return result;
    }
  }
  return result;
}

// What the start of a server writes to a named table that it makes there: few others can have seen the table.
bool Judge::before_others(const Pair& pair, const LoggedAct& other) const {
  if (!races.model.states[pair.state].ets_tables || !at_start(other)) return false;
  auto process = roles.process_of(other.frame);
  if (!process || roles.at_start_of_many(other.frame)) return false;
  TableView view = races.tables.view(races.syms.objects(other.datum.table, FunctionId(0)));
  return !view.tables.empty() && std::all_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* t) {
    return t->maker.valid() && roles.only_at_start(t->maker) && roles.process_of(t->maker) == process;
  });
}

// A key, or part of one, that the writer has just got from a function that gives something new each time.
bool Judge::is_fresh(SymId key) const {
  const Sym& s = races.syms[key];
  if (races.syms.holds_parts(key)) {
    auto parts = races.syms.parts(key);
    return std::any_of(parts.begin(), parts.end(), [&](SymId part) { return is_fresh(part); });
  }
  if (s.kind != SymKind::local && s.kind != SymKind::foreign) return false;
  FunctionId f = races.core.owner(NodeId(s.index));
  const CoreFunction& function = races.core.function(f);
  auto made = [&](auto& self, ValueId id, int depth) -> bool {
    const Value& v = function.value(id);
    if (v.kind == ValueKind::call) {
      const Call& c = function.calls[v.index];
      return c.kind == CallKind::named && races.model.fresh.contains(c.callee);
    }
    if (v.kind != ValueKind::unknown || depth == 0) return false;  // a binary that holds it
    auto operands = function.operands_of(v);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId o) { return self(self, o, depth - 1); });
  };
  return made(made, races.core.value_of(f, NodeId(s.index)), 3);
}

// To a process that alone brings the datum there: what is not there cannot be taken away, nor counted up.
bool Judge::matters(const Pair& pair, const LoggedAct& other) const {
  if (!pair.absent) return true;
  return other.operation == nullptr || !other.operation->existing;
}

// How a process of another kind writes what the pair is about.
Judge::Others Judge::another_writes(const Pair& pair, const Roles::Process& process) const {
  return others(
      pair, [&](const LoggedAct& other) { return matters(pair, other) && !(process_of(other) == process); });
}

void Judge::rank_others(Others others, int delta, const char* reason, Verdict& verdict) {
  if (others.sure) {
    verdict.change(delta, reason);
  } else if (others.weak) {
    verdict.change(delta - 15, "other processes only remove it");
  } else if (others.unsure) {
    verdict.change(delta - 35, "other processes write to the table, but not to what is known to be this key");
  } else if (others.fresh) {
    verdict.change(delta - 35, "other processes write to the table only under keys that they have just made");
  } else if (others.first) {
    verdict.change(delta - 35, "besides, only the start of the process that makes the table writes it");
  } else if (others.tests) {
    verdict.change(delta - 35, "besides, only functions for tests write it, which nothing here calls");
  }
}

// Who removes what others count, after a look, loses what they have added since.
bool Judge::counted_on(const Pair& pair) const {
  return !others(pair, [&](const LoggedAct& other) {
            return other.operation != nullptr && other.operation->counts;
          }).none();
}

// Removing does harm when somebody brings the datum back in between.
void Judge::rank_brought(const Pair& pair, const std::optional<Roles::Process>& process,
                         Verdict& verdict) const {
  auto brings = [&](const LoggedAct& other) {
    return other.operation == nullptr ||
           (other.operation->effect != Effect::remove && !other.operation->existing);
  };
  auto later = [&](const LoggedAct& other) { return brings(other) && !at_start(other); };
  constexpr uint64_t kBrings = 1, kLater = 2;
  if (others(pair, brings, kBrings).none() || !others(pair, later, kLater).none()) return;
  auto by_others = [&](const LoggedAct& other) {
    return brings(other) && !(process && awaited_by(other, *process));
  };
  bool own = others(pair, by_others).none();
  verdict.change(own ? -20 : -10,
                 own ? "only the start of processes brings it there that this one starts and waits for"
                     : "only the start of processes brings it there");
}

// Whoever does it writes the same, and nobody writes anything else, or they only count on from there.
void Judge::rank_default(const Pair& pair, Verdict& verdict) const {
  const Sym& value = races.syms[pair.value];
  if (pair.data || pair.idle || effect_of(pair) != Effect::act || value.open || value.fleeting) return;
  auto process = process_of(pair);
  bool alone = process && process->only_one();
  auto differs = [&](const LoggedAct& other, bool atomic) {
    Effect effect = other.effect();
    if (alone && process_of(other) == process) return false;  // not meanwhile
    return other.value != pair.value && effect != Effect::remove && !at_start(other) &&
           (atomic || effect != Effect::atomic);
  };
  // Of one process the answer is its own.
  uint64_t question = alone ? 0 : 4 + 2 * uint64_t{pair.value.value};
  auto set = [&](const LoggedAct& other) { return differs(other, false); };
  auto changed = [&](const LoggedAct& other) { return differs(other, true); };
  if (!others(pair, set, question).none()) return;
  bool counted = !others(pair, changed, alone ? 0 : question + 1).none();
  if (counted) {
    verdict.change(-20, "it writes a constant: at worst, what others have counted since is lost");
  } else if (races.model.states[pair.state].flags) {
    verdict.change(-15, pair.used_after ? "it writes a constant: two processes may both take what was there"
                                        : "it writes a constant: two processes both go on as the first");
  } else {
    verdict.change(-40, "it writes a constant that nobody else changes: two processes just do it twice");
  }
}

// Other code writes other values there, which a late write of this one overwrites.
bool Judge::set_elsewhere(const Pair& pair) const {
  Others elsewhere = others(pair, [&](const LoggedAct& other) {
    bool differs = other.value != pair.value || races.syms.has_self(pair.value);
    return other.site != pair.act && differs && !at_start(other);
  });
  return elsewhere.sure || elsewhere.weak;
}

}  // namespace dh::erlang
