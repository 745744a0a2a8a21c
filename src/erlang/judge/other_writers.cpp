#include "erlang/judge/other_writers.h"

#include <algorithm>

#include "erlang/judge/runs.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {

namespace {

// What the start of a server writes to a named table that it makes there: few others can have seen the table.
bool is_before_others(const JudgeContext& context, const Pair& pair, const LoggedWrite& other) {
  if (!context.races.model.states[pair.state].ets_tables || !at_start(context, other)) return false;
  auto process = context.roles.process_of(other.frame);
  if (!process || context.roles.at_start_of_many(other.frame)) return false;
  TableView view = context.races.tables.view(context.races.syms.objects(other.location.table, FunctionId(0)));
  return !view.tables.empty() && std::all_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* t) {
    return t->maker.valid() && context.roles.only_at_start(t->maker) &&
           context.roles.process_of(t->maker) == process;
  });
}

// How the key that an write writes relates to ours is not known, although ours is known in part.
bool is_unknown_key(const SymTable& syms, SymId ours, SymId theirs, Same same) {
  return same == Same::unknown && syms.has_constant(ours) && !syms.share_constant(ours, theirs);
}

// What a pair is about, in terms that hold everywhere.
struct AskedKeys {
  Location written;
  Location seen;  // the write may write more keys than these
  bool in_test = false;
};

AskedKeys asked_keys(const JudgeContext& context, const Pair& pair) {
  return {context.races.in_program_terms(pair.write_location, pair.frame),
          context.races.in_program_terms(pair.read_location, pair.frame),
          context.roles.only_tested(pair.frame)};
}

// How another write writes the key of a pair; nothing if it does not.
std::optional<OtherWrite> kind_of(const JudgeContext& context, const Pair& pair, const AskedKeys& keys,
                                  const LoggedWrite& other, const CountsWrite& counts) {
  const SymTable& syms = context.races.syms;
  SymId theirs = other.location.key;
  if (context.roles.of(other.frame).empty()) return std::nullopt;
  // Another process has another pid, unless it is the one that starts this one.
  if (!pair.is(PairFact::spawned) && syms.share_self(keys.written.key, theirs)) return std::nullopt;
  Same same = syms.compare(keys.written.key, theirs, pair.frame);
  Same same_seen = syms.compare(keys.seen.key, theirs, pair.frame);
  if (same == Same::no || same_seen == Same::no || !counts(other)) return std::nullopt;
  if (is_unknown_key(syms, keys.written.key, theirs, same) ||
      is_unknown_key(syms, keys.seen.key, theirs, same_seen))
    return OtherWrite::unknown_key;
  if (is_fresh(context, theirs)) return OtherWrite::fresh_key;
  if (!keys.in_test && context.roles.only_tested(other.frame)) return OtherWrite::test;
  if (is_before_others(context, pair, other)) return OtherWrite::table_start;
  return other.effect() == Effect::remove ? OtherWrite::removal : OtherWrite::certain;
}

OtherWrites other_writes(const JudgeContext& context, const Pair& pair, const AskedKeys& keys,
                         const CountsWrite& counts) {
  OtherWrites result;
  for (const auto& [table, writes] : context.writes_of[pair.state]) {
    if (!same_table(context, pair.state, keys.written.table, table)) continue;
    for (uint32_t index : writes) {
      auto kind = kind_of(context, pair, keys, context.races.writes[index], counts);
      if (!kind) continue;
      result.add(*kind);
      if (*kind == OtherWrite::certain) return result;
    }
  }
  return result;
}

}  // namespace

OtherWrites other_writes(const JudgeContext& context, const Pair& pair, const CountsWrite& counts) {
  return other_writes(context, pair, asked_keys(context, pair), counts);
}

namespace {

OtherWritesQuestion question_of(const JudgeContext& context, const Pair& pair, const AskedKeys& keys,
                                OtherWritesKind kind, SymId value) {
  const SymTable& syms = context.races.syms;
  bool open = syms[keys.written.key].open || syms[keys.seen.key].open;
  return {kind,          pair.is(PairFact::spawned),      keys.in_test, value, keys.written,
          keys.seen.key, open ? pair.frame : FunctionId()};
}

}  // namespace

OtherWrites other_writes(const JudgeContext& context, const Pair& pair, OtherWritesKind kind, SymId value,
                         const CountsWrite& counts) {
  AskedKeys keys = asked_keys(context, pair);
  OtherWritesQuestion question = question_of(context, pair, keys, kind, value);
  if (auto it = context.caches.other_writes.find(question); it != context.caches.other_writes.end())
    return it->second;
  OtherWrites answer = other_writes(context, pair, keys, counts);
  context.caches.other_writes.emplace(question, answer);
  return answer;
}

SeenProcesses seen_writers(const JudgeContext& context, const Pair& pair) {
  AskedKeys keys = asked_keys(context, pair);
  OtherWritesQuestion question = question_of(context, pair, keys, OtherWritesKind::seen, SymId());
  if (auto it = context.caches.seen_writers.find(question); it != context.caches.seen_writers.end())
    return it->second;
  SeenProcesses seen;
  other_writes(context, pair, keys, [&](const LoggedWrite& other) {
    seen |= context.roles.seen_in(other.frame);
    return false;  // none of them ends the search
  });
  context.caches.seen_writers.emplace(question, seen);
  return seen;
}

bool is_fresh(const JudgeContext& context, SymId key) {
  const Sym& s = context.races.syms[key];
  if (context.races.syms.holds_parts(key)) {
    auto parts = context.races.syms.parts(key);
    return std::any_of(parts.begin(), parts.end(), [&](SymId part) { return is_fresh(context, part); });
  }
  if (s.kind != SymKind::local && s.kind != SymKind::foreign) return false;
  FunctionId f = context.races.core.owner(NodeId(s.index));
  const CoreFunction& function = context.races.core.function(f);
  auto made = [&](auto& self, ValueId id, int depth) -> bool {
    const Value& v = function.value(id);
    if (v.kind == ValueKind::call) {
      const Call& c = function.calls[v.index];
      return c.kind == CallKind::named && context.races.model.fresh.contains(c.callee);
    }
    if (v.kind != ValueKind::unknown || depth == 0) return false;  // a binary that holds it
    auto operands = function.operands_of(v);
    return std::any_of(operands.begin(), operands.end(), [&](ValueId o) { return self(self, o, depth - 1); });
  };
  return made(made, context.races.core.value_of(f, NodeId(s.index)), 3);
}

bool can_interfere(const Pair& pair, const LoggedWrite& other) {
  if (!pair.is(PairFact::after_finding_nothing)) return true;
  return other.operation == nullptr || !other.operation->existing;
}

bool makes_same_table(const JudgeContext& context, const Pair& pair, const Roles::Process& process,
                      const LoggedWrite& other) {
  if (!context.races.model.states[pair.state].ets_tables) return false;
  std::optional<Roles::Process> theirs = process_of(context, other);
  if (!theirs || *theirs == process) return false;
  TableView view =
      context.races.tables.view(context.races.syms.objects(pair.write_location.table, pair.frame));
  auto makes = [&](const Roles::Process& maker) {
    return std::any_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* t) {
      return t->named && t->name.valid() && t->name == view.tables[0]->name &&
             context.roles.process_of(t->maker) == maker;
    });
  };
  return makes(process) && makes(*theirs);
}

OtherWrites writes_of_other_processes(const JudgeContext& context, const Pair& pair,
                                      const Roles::Process& process) {
  return other_writes(context, pair, [&](const LoggedWrite& other) {
    return can_interfere(pair, other) && !(process_of(context, other) == process) &&
           !makes_same_table(context, pair, process, other);
  });
}

bool is_counted_by_others(const JudgeContext& context, const Pair& pair) {
  return !other_writes(context, pair, [&](const LoggedWrite& other) {
            return other.operation != nullptr && other.operation->counts;
          }).none();
}

Creators creators_of(const JudgeContext& context, const Pair& pair,
                     const std::optional<Roles::Process>& process) {
  auto creates = [&](const LoggedWrite& other) {
    return other.operation == nullptr ||
           (other.operation->effect != Effect::remove && !other.operation->existing);
  };
  auto after_start = [&](const LoggedWrite& other) { return creates(other) && !at_start(context, other); };
  if (other_writes(context, pair, OtherWritesKind::creates, SymId(), creates).none() ||
      !other_writes(context, pair, OtherWritesKind::creates_after_start, SymId(), after_start).none())
    return Creators::others;
  auto by_others = [&](const LoggedWrite& other) {
    return creates(other) && !(process && awaited_by(context, other, *process));
  };
  return other_writes(context, pair, by_others).none() ? Creators::awaited_starts : Creators::starts;
}

ConstantWrite constant_write(const JudgeContext& context, const Pair& pair) {
  const Sym& value = context.races.syms[pair.value];
  if (pair.is(PairFact::data) || pair.is(PairFact::independent) || effect_of(context, pair) != Effect::act ||
      value.open || value.fleeting)
    return ConstantWrite::no;
  auto process = process_of(context, pair);
  bool alone = process && process->only_one();
  auto differs = [&](const LoggedWrite& other, bool atomic) {
    Effect effect = other.effect();
    if (alone && process_of(context, other) == process) return false;  // not meanwhile
    return other.value != pair.value && effect != Effect::remove && !at_start(context, other) &&
           (atomic || effect != Effect::atomic);
  };
  // The answer for one process is its own: it cannot be kept for others.
  auto ask = [&](OtherWritesKind kind, const CountsWrite& counts) {
    return alone ? other_writes(context, pair, counts)
                 : other_writes(context, pair, kind, pair.value, counts);
  };
  auto set = [&](const LoggedWrite& other) { return differs(other, false); };
  auto changed = [&](const LoggedWrite& other) { return differs(other, true); };
  if (!ask(OtherWritesKind::sets_other_value, set).none()) return ConstantWrite::no;
  if (!ask(OtherWritesKind::changes_value, changed).none()) return ConstantWrite::over_count;
  return context.races.model.states[pair.state].flags ? ConstantWrite::flag : ConstantWrite::repeated;
}

bool is_set_elsewhere(const JudgeContext& context, const Pair& pair) {
  return other_writes(context, pair,
                      [&](const LoggedWrite& other) {
                        bool differs = other.value != pair.value || context.races.syms.has_self(pair.value);
                        return other.site != pair.write && differs && !at_start(context, other);
                      })
      .hits_key();
}

}  // namespace dh::erlang
