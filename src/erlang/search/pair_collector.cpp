#include "erlang/search/pair_collector.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// Pairs that callers get one by one; of more, one for each location is enough: each is reported itself.
constexpr size_t kMaxHelperPairs = 32;
constexpr size_t kMaxHelperLocations = 256;

}  // namespace

void PairCollector::on_write(Write& w, bool shared, PathState& s) {
  if (shared) add_pairs(w, s);
  if (!w.by_unknown_call && !w.told) log(w, shared);
}

void PairCollector::add_pairs(const Write& w, PathState& s) {
  std::vector<Meeting> for_callers;
  std::vector<Meeting> met = frame_.pairs.find(w, s, &for_callers);
  if (!w.by_unknown_call) {
    for (Meeting& meeting : for_callers) keep_for_callers(meeting, w);
  }
  if (met.empty()) return;
  const OperationModel* operation = in_.context.operation_at(w.site, w.location.state);
  bool removes = operation != nullptr && operation->effect == Effect::remove && !w.spawned;
  bool takes = removes || frame_.pairs.resets(w);
  for (Meeting& meeting : met) {
    Pair& pair = meeting.pair;
    complete(pair, frame_.reads[meeting.read], w);
    uint32_t index = collected_.pairs.add(pair);
    if (takes) {
      PathState::Removed entry{index, meeting.read};
      s.removed.insert(std::upper_bound(s.removed.begin(), s.removed.end(), entry), entry);
    }
    if (pair.is(PairFact::contextual)) add_contextual(index);
    if (pair.decides_surely() && !w.by_unknown_call) keep_helper_pair(pair);
  }
}

void PairCollector::keep_for_callers(Meeting& meeting, const Write& w) {
  if (w.spawned) return;
  complete(meeting.pair, frame_.reads[meeting.read], w);
  keep_helper_pair(meeting.pair);
}

void PairCollector::complete(Pair& pair, const PendingRead& read, const Write& w) {
  pair.state = w.location.state;
  pair.read = read.site;
  pair.write = w.site;
  pair.read_chain = read.chain;
  pair.write_chain = w.chain_from(in_.chains);
  pair.frame = in_.id;
  pair.read_location = frame_.assumed.canonical(read.location);
  pair.write_location =
      pair.is(PairFact::writes_found_object) ? pair.read_location : frame_.assumed.canonical(w.location);
  pair.value = w.value;
  pair.set(PairFact::handled, w.handled);
  pair.set(PairFact::spawned, w.spawned);
  pair.set(PairFact::by_name_holder, w.owned);
  pair.set(PairFact::contextual, w.contextual);
  pair.set(PairFact::by_unknown_call, w.by_unknown_call);
  pair.label = label_of(pair);
  pair.set(PairFact::after_finding_nothing, frame_.scope.found_nothing(read));
  // Of locks it is not known whether they are one.
  if ((read.guards & w.guards & guard::kSection) != 0 && !w.spawned) pair.guards = guard::kExclusive;
  std::vector<Condition> conditions = read.conditions;
  conditions.insert(conditions.end(), w.conditions.begin(), w.conditions.end());
  pair.conditions = frame_.conditions.here(conditions, ConditionScope::callers);
  pair.answers = frame_.conditions.here(conditions, ConditionScope::function);
  std::erase_if(pair.answers, [&](const Condition& c) { return is_by_parameter(in_.syms, c.value); });
}

void PairCollector::add_contextual(uint32_t pair) {
  std::vector<uint32_t>& known = now_.contextual;
  if (std::find(known.begin(), known.end(), pair) == known.end()) known.push_back(pair);
}

// The key in words of the current clause, if they differ from those of the function.
uint32_t PairCollector::label_of(const Pair& pair) {
  SymTable::LocalNames names = frame_.scope.names();
  if (names.empty()) return UINT32_MAX;
  SymId key = pair.write_location.key == in_.syms.any() ? pair.read_location.key : pair.write_location.key;
  std::string text = in_.syms.text(key, in_.id, names);
  if (text == in_.syms.text(key, in_.id)) return UINT32_MAX;
  return collected_.label(std::move(text));
}

// A write is noted where it is known which location it is: in the function itself, in a caller that gives the
// key, or in the outermost one.
void PairCollector::log(const Write& w, bool shared) {
  Location outside = frame_.values.exported(w.location);
  bool by_caller = in_.syms.by_caller(outside.table) || in_.syms.by_caller(outside.key);
  bool seen_by_callers =
      shared && !in_.locations.cannot_match(outside) && !w.atomic && !in_.state_of(w.location).messages;
  if (by_caller && in_.context.has_callers(in_.id) && seen_by_callers) return;
  std::vector<Condition> conditions;
  if (!w.spawned) conditions = frame_.conditions.here(w.conditions, ConditionScope::callers);
  Location location = w.location;
  if (w.spawned) {
    // Its self is the process that starts it, not the one that writes.
    location.key = in_.syms.map(location.key, [&](SymId id, const Sym& leaf) {
      return leaf.kind == SymKind::self ? in_.syms.unknown() : id;
    });
  }
  // Of a group two are enough to know whether another process writes.
  Site first = in_.groups.first(w.site), second = in_.groups.second(w.site);
  for (Site site : {first, second}) {
    FunctionId frame = w.spawned ? site.function : in_.id;
    uint32_t call = w.spawned || !w.via.function.valid() ? site.call : w.via.call;
    ChainId chain = w.owned ? w.chain_from(in_.chains) : ChainId();
    LoggedWrite logged{site, frame, location, w.value, w.owned, w.guards, conditions, chain, call};
    collected_.writes.add(in_.context, in_.syms, in_.domains, std::move(logged), in_.id);
    if (second == first) break;
  }
}

void PairCollector::keep_helper_pair(const Pair& pair) {
  const Location &read = pair.read_location, &write = pair.write_location;
  if (pair.is(PairFact::contextual) || pair.is(PairFact::spawned) || !in_.syms.by_caller(write.key) ||
      in_.syms.has_constant(write.key))
    return;
  Pair kept = pair;
  kept.label = UINT32_MAX;
  kept.answers.clear();  // callers know nothing of them
  kept.read_location = frame_.values.exported(read);
  kept.write_location = frame_.values.exported(write);
  kept.value = frame_.values.exported(pair.value);
  kept.guards = pair.guards | guards_;
  if (in_.locations.cannot_match(kept.read_location) || in_.locations.cannot_match(kept.write_location))
    return;
  std::tuple by_access(kept.read_location, kept.write_location, kept.read, kept.write);
  std::tuple by_location(kept.read_location, kept.write_location, Site(), Site());
  auto known = helpers_.find(by_access);
  if (known == helpers_.end() && now_.helpers.size() >= kMaxHelperPairs) known = helpers_.find(by_location);
  if (known != helpers_.end()) {
    Pair& joined = now_.helpers[known->second];
    join_conditions(joined.conditions, kept.conditions, in_.domains);
    joined.guards &= kept.guards;
    return;
  }
  if (now_.helpers.size() >= kMaxHelperLocations) return;
  for (const auto& key : {by_access, by_location})
    helpers_.emplace(key, static_cast<uint32_t>(now_.helpers.size()));
  now_.helpers.push_back(std::move(kept));
}

void PairCollector::on_callee(const CalleeEntry& entry) {
  if (!entry.target.function.valid()) return;
  const FunctionPairs& of_callee = collected_.of_functions[entry.target.function.index()];
  for (uint32_t pair : of_callee.contextual) {
    if (entry.is_transaction()) break;
    if (entry.is_dirty()) {
      collected_.pairs[pair].set(PairFact::contextual, false);
    } else {
      add_contextual(pair);
    }
  }
  for (const Pair& pair : of_callee.helpers) {
    if (!entry.is_other_process() || pair.is(PairFact::by_callers)) lift_helper_pair(entry, pair);
  }
}

// A callee's pair with this function's arguments put in: reported where the key becomes known, else left to
// this function's callers.
void PairCollector::lift_helper_pair(const CalleeEntry& entry, Pair pair) {
  auto conditions = frame_.conditions.import(pair.conditions, entry.arguments);
  if (!conditions) return;
  if (entry.choice) conditions->push_back(*entry.choice);
  const Pair of_callee = pair;
  auto here = [&](const Location& d) {
    return frame_.assumed.canonical(
        frame_.values.import(d, entry.arguments, entry.recursion, entry.is_other_process()));
  };
  pair.conditions = frame_.conditions.here(*conditions, ConditionScope::callers);
  pair.read_location = here(pair.read_location);
  pair.write_location = here(pair.write_location);
  pair.value = frame_.values.import(pair.value, entry.arguments);
  pair.same = frame_.assumed.compare(pair.read_location, pair.write_location);
  if (pair.is(PairFact::by_callers)) {
    if (!settle_for_callee(entry, of_callee, pair)) return;
  } else if (pair.same < Same::likely) {
    return;
  }
  pair.frame = in_.id;
  pair.read_chain = in_.chains.link({in_.id, entry.call}, pair.read_chain);
  pair.write_chain = in_.chains.link({in_.id, entry.call}, pair.write_chain);
  pair.set(PairFact::by_name_holder, pair.is(PairFact::by_name_holder) || frame_.scope.holds_name());
  pair.guards |= entry.guards;
  bool settled = of_callee.is(PairFact::by_callers) && !pair.is(PairFact::by_callers);
  bool known = in_.syms.has_constant(pair.write_location.key);
  if (!known || pair.is(PairFact::by_callers)) keep_helper_pair(pair);
  if (pair.is(PairFact::by_callers) || (!known && !settled)) return;
  pair.set(PairFact::by_key, !settled);
  pair.label = label_of(pair);
  collected_.pairs.add(pair);
}

bool PairCollector::settle_for_callee(const CalleeEntry& entry, const Pair& of_callee, Pair& pair) {
  if (pair.same >= Same::likely) {
    pair.set(PairFact::by_callers, false);
    if (!entry.is_other_process()) return true;
    // It is the started process that reads and writes.
    Pair there = of_callee;
    there.same = pair.same;
    there.set(PairFact::by_callers, false);
    if (there.frame == entry.target.function) collected_.pairs.add(there);
    return false;
  }
  return !entry.is_other_process() && frame_.pairs.left_to_callers(pair.read_location, pair.write_location);
}

// A process that uses what it has read after it has removed it may use what another process has read, too.
void PairCollector::on_use(const PathState& s, const Taint& use, std::span<const ValueId> values,
                           const Call* by) {
  ReadSet passed_on;
  for (ValueId v : values) passed_on |= frame_.taints.made_of(v);
  for (const auto& [index, which] : s.removed) {
    const PendingRead& read = frame_.reads[which];
    if (!use.reads.meets(read.bit)) continue;
    Pair& pair = collected_.pairs[index];
    const OperationModel* operation = in_.context.operation_at(pair.write, pair.state);
    bool removes = operation != nullptr && operation->effect == Effect::remove;
    if (!removes && !passed_on.meets(read.bit)) continue;
    if (!removes && by != nullptr && writes_again(*by, pair)) continue;
    pair.set(PairFact::independent, false);
    pair.set(PairFact::used_after, true);
    if (!removes || is_one_of_all(pair)) continue;
    bool passes_on = std::any_of(values.begin(), values.end(), [&](ValueId v) { return carries(v, read); });
    if (passes_on) pair.set(PairFact::passed_on_after, true);
  }
}

// All that was found is removed, one by one.
bool PairCollector::is_one_of_all(const Pair& pair) const {
  const Sym& key = in_.syms[in_.syms.root(pair.write_location.key)];
  if (key.kind == SymKind::local && in_.core.owns(in_.id, NodeId(key.index)))
    return in_.f.value(in_.core.value_of(in_.id, NodeId(key.index))).kind == ValueKind::member;
  if (pair.frame != in_.id || !pair.write_chain.valid()) return false;
  const std::vector<Target>& targets = in_.targets_of(in_.chains[pair.write_chain].call.call);
  return std::any_of(targets.begin(), targets.end(), [](const Target& t) { return t.list.valid(); });
}

// Whether a call writes what the pair is about.
bool PairCollector::writes_again(const Call& c, const Pair& pair) {
  auto it = c.kind == CallKind::named ? in_.model.operations.find(c.callee) : in_.model.operations.end();
  if (it == in_.model.operations.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [&](const OperationModel& op) {
    if (op.state != pair.state || op.effect != Effect::act) return false;
    std::vector<Location> data = frame_.operations.locations_of(c, op);
    return std::any_of(data.begin(), data.end(), [&](const Location& d) {
      return frame_.assumed.compare(frame_.assumed.canonical(d), pair.write_location) >= Same::likely;
    });
  });
}

// Whether a value is what the read gave, a part of it, or something that it was put into as it is.
bool PairCollector::carries(ValueId whole, const PendingRead& read) const {
  if (read.merged) return false;
  Parts parts(whole);
  for (ValueId v; parts.next(v);) {
    if (v == in_.f.calls[read.call].result) return true;
    const Value& value = in_.f.value(v);
    auto operands = in_.f.operands_of(value);
    switch (value.kind) {
      case ValueKind::phi:
        parts.add(operands.first(std::min<size_t>(value.index, operands.size())));
        break;
      case ValueKind::tuple:
      case ValueKind::cons:
      case ValueKind::field:
      case ValueKind::head:
      case ValueKind::tail:
      case ValueKind::member:
      case ValueKind::update:
        parts.add(operands);
        break;
      default:
        break;
    }
  }
  return false;
}

void PairCollector::on_end(const PathState& s, const Taint& /*control*/, bool /*by_clauses*/) {
  ValueId result = in_.f.result;
  if (s.dead || !result.valid() || s.removed.empty()) return;
  on_use(s, {frame_.taints.of(result).reads, 0}, std::span(&result, 1), nullptr);
}

}  // namespace dh::erlang
