#include "erlang/search/pair_finder.h"

#include <algorithm>
#include <map>

namespace dh::erlang {
namespace {

constexpr size_t kMaxForCallers = 4;  // pairs with one write
constexpr int kMaxReads = 13;         // of one kind that a write is paired with

}  // namespace

std::vector<Meeting> PairFinder::find(const Write& w, const PathState& s, std::vector<Meeting>* for_callers) {
  std::vector<Meeting> met;
  const OperationModel* operation = in_.context.operation_at(w.site, w.location.state);
  bool in_transaction = operation != nullptr && operation->contextual;
  for (uint32_t which : s.pending) {
    const PendingRead& read = reads_[which];
    if (read.absent || read.location.state != w.location.state ||
        in_.syms.differ(read.location.key, w.location.key))
      continue;
    Meeting meeting{which, {}};
    Pair& pair = meeting.pair;
    if (!meets(read, w, pair)) continue;
    if (!pair.is(PairFact::independent) && (is_unchecked(read, w, s) || only_not_self(read))) continue;
    // What is read again decides; only what is written may still come from here.
    bool written = pair.is(PairFact::data) && (in_.syms[w.value].open || in_.syms[w.value].fleeting);
    if (w.renewed && !written) continue;
    bool one_of_many = in_.syms.has_any(read.location.key) && !in_.syms.has_any(w.location.key);
    pair.set(PairFact::read_again, w.renewed && (in_transaction || one_of_many));
    if (!pair.is(PairFact::by_callers)) {
      met.push_back(std::move(meeting));
    } else if (for_callers != nullptr && for_callers->size() < kMaxForCallers) {
      for_callers->push_back(std::move(meeting));
    }
  }
  if (!met.empty()) drop_older(met);
  return met;
}

bool PairFinder::is_unchecked(const PendingRead& read, const Write& w, const PathState& s) {
  return !absent_.empty() && !w.data.reads.meets(read.bit) && !w.by_arguments.reads.meets(read.bit) &&
         absent_.is_unchecked(read, w.conditions, s);
}

// Whether this is a pair, and of what kind.
bool PairFinder::meets(const PendingRead& o, const Write& a, Pair& pair) {
  const StateModel& state = in_.state_of(a.location);
  if (o.contextual != a.contextual || a.atomic) return false;
  // That a process is used which was looked up says nothing; that it was tested for does.
  bool looked_up = !state.absent.empty() && o.site == Site{in_.id, o.call} &&
                   o.location.key == assumed_.canonical(in_.f.calls[o.call].result);
  pair.set(PairFact::data, a.data.reads.meets(o.bit) && !looked_up);
  pair.set(PairFact::control, a.control.reads.meets(o.bit));
  if (state.messages) {
    messages_.compare_with_answer(o, a, pair);
    if (!pair.is(PairFact::update)) return false;
  }
  if (!pair.is(PairFact::data) && state.dependence == Dependence::data) return false;
  if (pair.is(PairFact::data) && state.dependence == Dependence::control) return false;
  pair.same = assumed_.compare(o.location, a.location);
  pair.set(PairFact::writes_found_object,
           pair.is(PairFact::data) && pair.same == Same::unknown && found_there(o, a));
  if (pair.is(PairFact::writes_found_object)) pair.same = Same::likely;
  pair.set(PairFact::control, pair.is(PairFact::control) || relies(o, a, pair.same));
  pair.set(PairFact::independent, !pair.is(PairFact::data) && !pair.is(PairFact::control));
  if (pair.is(PairFact::independent) && (looked_up || (state.flags && !resets(a)))) return false;
  if (pair.is(PairFact::independent) && state.dependence == Dependence::control) return false;
  bool is_unsure = pair.same == Same::unknown && !pair.is(PairFact::independent);
  pair.set(PairFact::by_callers, is_unsure && left_to_callers(o.location, a.location));
  bool is_met = pair.same >= (pair.is(PairFact::independent) ? Same::yes : Same::maybe);
  if (!is_met && !pair.is(PairFact::by_callers)) return false;
  if (!reaches(o, a)) return false;
  pair.set(PairFact::by_type, depends_on_type(o.conditions, assumed_.canonical(o.location.key), state) ||
                                  depends_on_type(a.conditions, assumed_.canonical(a.location.key), state));
  return true;
}

bool PairFinder::left_to_callers(const Location& read, const Location& write) {
  SymId ours = assumed_.canonical(write.key), theirs = assumed_.canonical(read.key);
  if (!in_.syms.by_caller(ours) || !in_.syms.by_caller(theirs)) return false;
  if (in_.syms.has_any(ours) || in_.syms.has_any(theirs) || assumed_.compare(ours, theirs) == Same::no)
    return false;
  if (!in_.model.states[write.state].ets_tables)
    return assumed_.compare(read.table, write.table) >= Same::likely;
  return assumed_.compare_tables(read.table, write.table) >= Same::likely;
}

// Whether the key has to be of a type that it is not known to be of.
bool PairFinder::depends_on_type(const std::vector<Condition>& conditions, SymId key,
                                 const StateModel& state) {
  return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
    Condition here{assumed_.canonical(c.value), c.domain};
    const Domain& domain = in_.domains[c.domain];
    if (state.atom_keys && (domain.types & types::kAtom) != 0) return false;
    return domain.types != types::kAny && domain.also.empty() && here.value == key &&
           !conditions_.proven(here);
  });
}

// Whether a path can lead from the read to the write.
bool PairFinder::reaches(const PendingRead& o, const Write& a) {
  if (!conditions_.possible_now(o.conditions) || conditions_.contradict(o.conditions, a.conditions))
    return false;
  if (in_.state_of(a.location).atom_keys) {
    DomainId atoms = in_.domains.of_types(types::kAtom);
    Condition key{assumed_.canonical(a.location.key), atoms};
    if (key.value != in_.syms.any() && !conditions_.possible(key)) return false;
    auto no_name = [&](const Condition& c) {
      return assumed_.canonical(c.value) == key.value &&
             in_.domains.both(c.domain, atoms) == in_.domains.nothing();
    };
    if (std::any_of(a.conditions.begin(), a.conditions.end(), no_name)) return false;
  }
  return outcomes_.possible_here(o, a.conditions);
}

// Only what fails where another process was faster relies on it; what overwrites the location does not.
bool PairFinder::relies(const PendingRead& o, const Write& a, Same same) const {
  if (!o.relied || same < Same::likely) return false;
  if (in_.state_of(a.location).rule == Rule::erlang_alive_check) return false;
  Site site = in_.groups.first(a.site);
  const Call& c = in_.core.function(site.function).calls[site.call];
  auto operations = in_.model.operations.find(c.callee);
  if (operations == in_.model.operations.end()) return false;
  return std::any_of(operations->second.begin(), operations->second.end(), [&](const OperationModel& op) {
    return op.state == a.location.state && (op.effect == Effect::failing || op.effect == Effect::answers);
  });
}

// Whether the object that is written comes from the one that was found in the same table by a key, through
// something that does not tell which key it has now.
bool PairFinder::found_there(const PendingRead& o, const Write& a) {
  const OperationModel* operation = in_.context.operation_at(a.site, a.location.state);
  auto object_role = [](ArgRole role) { return role == ArgRole::object || role == ArgRole::record; };
  if (operation == nullptr || std::none_of(operation->roles.begin(), operation->roles.end(), object_role))
    return false;
  SymId key = assumed_.canonical(a.location.key), table = assumed_.canonical(a.location.table);
  SymId object = in_.syms.taken_from(key);
  if (object == key || in_.syms.has_any(o.location.key)) return false;
  // Of what is put together again, another element has to come from there as well.
  auto comes_from_it = [&](auto& self, SymId part) -> bool {
    auto parts = in_.syms.parts(part);
    return part == object ||
           std::any_of(parts.begin(), parts.end(), [&](SymId inner) { return self(self, inner); });
  };
  if (a.value != in_.syms.unknown() && !comes_from_it(comes_from_it, a.value)) return false;
  SymId base = object;
  for (SymId whole = in_.syms.taken_from(base); whole != base; whole = in_.syms.taken_from(base))
    base = whole;
  SymKind kind = in_.syms[base].kind;
  if (kind != SymKind::local && kind != SymKind::computed && kind != SymKind::applied) return false;
  if (!taints_.depends(base, o.bit)) return false;
  if (in_.state_of(a.location).ets_tables)
    return assumed_.compare_tables(o.location.table, table) >= Same::likely;
  bool of_record = in_.syms[table].kind == SymKind::field && in_.syms.parts(table)[0] == object;
  return of_record || assumed_.compare(o.location.table, table) >= Same::likely;
}

bool PairFinder::resets(const Write& a) const {
  const StateModel& state = in_.state_of(a.location);
  const Sym& value = in_.syms[a.value];
  if (a.spawned || state.cache || state.messages || value.open || value.fleeting) return false;
  const OperationModel* operation = in_.context.operation_at(a.site, a.location.state);
  return operation != nullptr && operation->effect == Effect::act;
}

// In the clause for `whereis(Name) =/= self()`: a process gets there also when no process holds the name.
bool PairFinder::only_not_self(const PendingRead& o) {
  if (o.call >= in_.f.calls.size()) return false;  // several reads that are taken together
  const std::vector<Symbol>& absent = in_.state_of(o.location).absent;
  ValueId answer = in_.f.calls[o.call].result;
  bool compared = !absent.empty() && scope_.is_not_self(answer);
  return compared && std::any_of(absent.begin(), absent.end(), [&](Symbol atom) {
           ConstantId constant = in_.core.find_constant({ConstantKind::atom, atom, 0});
           if (!constant.valid()) return true;
           SymId nothing = in_.syms.make(SymKind::constant, constant.value);
           return conditions_.possible({assumed_.canonical(answer), in_.domains.only(nothing)});
         });
}

// Where a location is read again, it is the newer answer that decides. What is written may still come from
// the older one.
std::vector<bool> PairFinder::find_older(const std::vector<Meeting>& met) {
  // Of each location the newer reads that are the same most surely, through two calls.
  struct Newer {
    Location location;
    std::vector<std::pair<Same, uint32_t>> best;
  };
  std::vector<Newer> newer;
  auto decides = [&](const Newer& n, const PendingRead& older, Same same) {
    return std::any_of(n.best.begin(), n.best.end(),
                       [&](const auto& b) { return b.first >= same && b.second != older.call; }) &&
           assumed_.compare(older.location, n.location) >= Same::likely;
  };
  auto note = [&](const PendingRead& read, Same same) {
    auto at =
        std::find_if(newer.begin(), newer.end(), [&](const Newer& n) { return n.location == read.location; });
    if (at == newer.end()) at = newer.insert(at, {read.location, {}});
    auto of_call =
        std::find_if(at->best.begin(), at->best.end(), [&](const auto& b) { return b.second == read.call; });
    if (of_call == at->best.end()) of_call = at->best.insert(of_call, {same, read.call});
    of_call->first = std::max(of_call->first, same);
    std::sort(at->best.begin(), at->best.end(), std::greater<>());
    if (at->best.size() > 2) at->best.pop_back();
  };
  std::vector<bool> older(met.size(), false);
  for (size_t i = met.size(); i-- > 0;) {
    const Pair& pair = met[i].pair;
    const PendingRead& read = reads_[met[i].read];
    if (pair.is(PairFact::independent)) continue;
    if (!pair.is(PairFact::data)) {
      older[i] = std::any_of(newer.begin(), newer.end(),
                             [&](const Newer& n) { return decides(n, read, pair.same); });
    }
    note(read, pair.same);
  }
  return older;
}

void PairFinder::drop_older(std::vector<Meeting>& met) {
  std::vector<bool> dropped = find_older(met);
  // A report shows no more than some reads, the nearest ones.
  std::map<std::tuple<Same, bool, bool, bool>, int> shown;
  for (size_t i = met.size(); i-- > 0;) {
    const Pair& pair = met[i].pair;
    if (!dropped[i])
      dropped[i] = ++shown[{pair.same, pair.is(PairFact::data), pair.is(PairFact::control),
                            pair.is(PairFact::by_type)}] > kMaxReads;
  }
  size_t next = 0;
  std::erase_if(met, [&](const auto&) { return dropped[next++]; });
}

}  // namespace dh::erlang
