// Reads that become pending, acts that meet them, and under which conditions either is reached.
#include <algorithm>
#include <map>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

constexpr size_t kMostConditions = 8;  // further ones are not needed: they would only rule out more

constexpr uint32_t kMostOfDatum = 64;  // reads of a function or one of its clauses, one by one
constexpr int kMostReads = 13;         // of one kind that an act is paired with

uint64_t key_of(const Datum& d, Site site, uint32_t more) {
  uint64_t h = hash_combine(hash_of(site), d.state);
  h = hash_combine(h, static_cast<uint64_t>(d.table.value) << 32 | d.key.value);
  return hash_combine(h, more);
}

}  // namespace

// Where the same read came through the same call before; else UINT32_MAX, and `h` is where to note it.
uint32_t Walker::find_occurrence(const Occurrence& o, uint64_t& h) const {
  for (h = key_of(o.datum, o.site, o.call * 4 + (o.absent ? 2U : 0U) + o.contextual);; h = hash_mix(h + 1)) {
    auto it = occurrence_index_.find(h);
    if (it == occurrence_index_.end()) return UINT32_MAX;
    const Occurrence& known = occurrences_[it->second];
    if (known.call == o.call && known.site == o.site && known.datum == o.datum &&
        known.contextual == o.contextual && known.absent == o.absent)
      return it->second;
  }
}

// Reads that are not told apart any more go as one where there are many of the same datum.
void Walker::merge_many(Occurrence& o) {
  Site first = r_.groups.first(o.site);
  const FunctionKey& callee = r_.core.function(first.function).calls[first.call].callee;
  uint64_t key = key_of(o.datum, {id_, o.contextual}, static_cast<uint32_t>(first_of_clause_));
  key = hash_combine(key, hash_value(callee));
  if (++reads_of_datum_[key] <= kMostOfDatum) return;
  if (occurrences_.size() - first_of_clause_ < ReadSet::kSize - 1) return;
  Site group = r_.groups.group(key);
  r_.groups.add(group, o.site, o.chain);
  o.site = group;
  o.chain = ChainId();
  o.call = UINT32_MAX;
  o.merged = true;
}

// The occurrence that it is now; UINT32_MAX where nobody has to know of it.
uint32_t Walker::read(uint32_t index, Occurrence& o, State& s, Taint& result) {
  if (r_.reach(o.datum) == Reach::owner) return UINT32_MAX;
  o.call = index;
  uint64_t h = 0;
  uint32_t which = find_occurrence(o, h);
  if (which == UINT32_MAX) {
    if (o.site != Site{id_, index}) o.chain = r_.link({id_, index}, o.chain);
    if (!o.absent) merge_many(o);
    if (o.merged) which = find_occurrence(o, h);
  }
  if (which == UINT32_MAX) {
    which = static_cast<uint32_t>(occurrences_.size());
    occurrence_index_.emplace(h, which);
    o.bit = ReadSet::single(which - first_of_clause_);
    occurrences_.push_back(std::move(o));
  } else {
    join_conditions(occurrences_[which].conditions, o.conditions, r_.domains);
    occurrences_[which].guards &= o.guards;
  }
  occurrences_[which].failures_before = failures_ + 1;  // with the call that reads it
  result.reads |= occurrences_[which].bit;
  auto at = std::lower_bound(s.pending.begin(), s.pending.end(), which);
  if (at == s.pending.end() || *at != which) s.pending.insert(at, which);
  return which;
}

bool Walker::kill(const Datum& d, bool contextual, State& s) {
  if (s.pending.empty()) return false;
  size_t before = s.pending.size();
  std::erase_if(s.pending, [&](uint32_t which) {
    const Occurrence& o = occurrences_[which];
    bool ends = o.datum.state == d.state && o.contextual == contextual &&
                !r_.syms.differ(o.datum.key, d.key) && compare(o.datum, d) >= Same::likely;
    if (ends && handled_ != nullptr && failures_ > std::max(o.failures_before, handled_->failures_before))
      handled_->pending.push_back(which);
    return ends;
  });
  return s.pending.size() != before;
}

// Whether this is a pair, and of what kind.
bool Walker::meets(const Occurrence& o, const Act& a, Pair& pair) {
  const StateModel& state = r_.model.states[a.datum.state];
  if (o.contextual != a.contextual || a.atomic) return false;
  // That a process is used which was looked up says nothing; that it was tested for does.
  bool looked_up = !state.absent.empty() && o.site == Site{id_, o.call} &&
                   o.datum.key == canonical(sym(f_.calls[o.call].result));
  pair.data = a.data.reads.meets(o.bit) && !looked_up;
  pair.control = a.control.reads.meets(o.bit);
  if (state.messages) {
    for (const Act::Part& part : a.payload) {
      if (part.path.empty()) look_at_message(part.value, o, a, 0, pair);
    }
    if (!pair.update) return false;
  }
  if (!pair.data && state.data_only) return false;
  pair.same = compare(o.datum, a.datum);
  pair.carried = pair.data && pair.same == Same::unknown && found_there(o, a);
  if (pair.carried) pair.same = Same::likely;
  pair.control = pair.control || relies(o, a, pair.same);
  pair.idle = !pair.data && !pair.control;
  if (pair.idle && (looked_up || (state.flags && !resets(a)))) return false;
  if (pair.same < (pair.idle ? Same::yes : Same::maybe)) return false;
  if (!reaches(o, a)) return false;
  auto unsure = [&](const std::vector<Condition>& conditions, SymId key) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
      Condition here{canonical(c.value), c.domain};
      const Domain& domain = r_.domains[c.domain];
      if (state.atom_keys && (domain.types & types::kAtom) != 0) return false;
      return domain.types != types::kAny && domain.also.empty() && here.value == key && !proven(here);
    });
  };
  pair.by_type = unsure(o.conditions, canonical(o.datum.key)) || unsure(a.conditions, canonical(a.datum.key));
  return true;
}

// Where a datum is read again, it is the newer answer that decides. What is written may still come from the
// older one.
void Walker::drop_older(std::vector<std::pair<uint32_t, Pair>>& met) {
  // Of each datum the newer reads that are the same most surely, through two calls.
  struct Newer {
    Datum datum;
    std::vector<std::pair<Same, uint32_t>> best;
  };
  std::vector<Newer> newer;
  auto decides = [&](const Newer& n, const Occurrence& older, Same same) {
    return std::any_of(n.best.begin(), n.best.end(),
                       [&](const auto& b) { return b.first >= same && b.second != older.call; }) &&
           compare(older.datum, n.datum) >= Same::likely;
  };
  auto note = [&](const Occurrence& o, Same same) {
    auto at = std::find_if(newer.begin(), newer.end(), [&](const Newer& n) { return n.datum == o.datum; });
    if (at == newer.end()) at = newer.insert(at, {o.datum, {}});
    auto of_call =
        std::find_if(at->best.begin(), at->best.end(), [&](const auto& b) { return b.second == o.call; });
    if (of_call == at->best.end()) of_call = at->best.insert(of_call, {same, o.call});
    of_call->first = std::max(of_call->first, same);
    std::sort(at->best.begin(), at->best.end(), std::greater<>());
    if (at->best.size() > 2) at->best.pop_back();
  };
  std::vector<bool> dropped(met.size(), false);
  for (size_t i = met.size(); i-- > 0;) {
    const auto& [which, pair] = met[i];
    const Occurrence& o = occurrences_[which];
    if (pair.idle) continue;
    if (!pair.data) {
      Same same = pair.same;
      dropped[i] =
          std::any_of(newer.begin(), newer.end(), [&](const Newer& n) { return decides(n, o, same); });
    }
    note(o, pair.same);
  }
  // A report shows no more than some reads, the nearest ones.
  std::map<std::tuple<Same, bool, bool, bool>, int> shown;
  for (size_t i = met.size(); i-- > 0;) {
    const Pair& pair = met[i].second;
    if (!dropped[i]) dropped[i] = ++shown[{pair.same, pair.data, pair.control, pair.by_type}] > kMostReads;
  }
  size_t next = 0;
  std::erase_if(met, [&](const auto&) { return dropped[next++]; });
}

void Walker::act(Act& a, State& s) {
  // Where only one process writes no pair counts, so nobody has to hear of the act.
  bool counts = r_.reach(a.datum) > Reach::likely_owner;
  if (r_.collecting && counts) find_pairs(a, s);
  if (by_unknown_call_) return;
  if (r_.collecting && !a.told) log(a, counts);
  if (!a.atomic && counts) keep_act(a, s);
  const StateModel& state = r_.model.states[a.datum.state];
  bool use = state.rule == Rule::erlang_alive_check;  // does not change what it uses
  // A callee need not do it; what it does on every way is in its summary's writes.
  if (state.messages || use || a.via.function.valid()) return;
  kill(a.datum, a.contextual, s);
  if (!r_.hopeless(a.datum) && std::find(s.written.begin(), s.written.end(), a.datum) == s.written.end()) {
    s.written.push_back(a.datum);
  }
}

void Walker::find_pairs(Act& a, State& s) {
  std::vector<std::pair<uint32_t, Pair>> met;
  for (uint32_t which : s.pending) {
    const Occurrence& o = occurrences_[which];
    if (o.absent || o.datum.state != a.datum.state || r_.syms.differ(o.datum.key, a.datum.key)) continue;
    Pair pair;
    if (!meets(o, a, pair)) continue;
    if (!pair.idle && (unchecked(o, a, s) || only_not_self(o))) continue;
    // What is read again decides; only what is written may still come from here.
    bool written = pair.data && (r_.syms[a.value].open || r_.syms[a.value].fleeting);
    if (a.renewed && !written) continue;
    const OperationModel* operation = r_.operation_at(a.site, a.datum.state);
    bool in_transaction = operation != nullptr && operation->contextual;
    bool one_of_many = r_.syms.has_any(o.datum.key) && !r_.syms.has_any(a.datum.key);
    pair.renewed = a.renewed && (in_transaction || one_of_many);
    met.push_back({which, std::move(pair)});
  }
  if (met.empty()) return;
  drop_older(met);
  ChainId chain = chain_of(a);
  const OperationModel* operation = r_.operation_at(a.site, a.datum.state);
  bool removes = operation != nullptr && operation->effect == Effect::remove && !a.spawned;
  bool takes = removes || resets(a);
  for (auto& [which, pair] : met) {
    const Occurrence& o = occurrences_[which];
    pair.state = a.datum.state;
    pair.read = o.site;
    pair.act = a.site;
    pair.read_chain = o.chain;
    pair.act_chain = chain;
    pair.frame = id_;
    pair.read_datum = canonical(o.datum);
    pair.act_datum = pair.carried ? pair.read_datum : canonical(a.datum);
    pair.value = a.value;
    pair.handled = a.handled;
    pair.spawned = a.spawned;
    pair.owned = a.owned;
    pair.contextual = a.contextual;
    pair.unknown_call = by_unknown_call_;
    pair.label = label_of(pair);
    pair.absent = found_nothing(o);
    // Of locks it is not known whether they are one.
    if ((o.guards & a.guards & guard::kSection) != 0 && !a.spawned) pair.guards = guard::kExclusive;
    std::vector<Condition> conditions = o.conditions;
    conditions.insert(conditions.end(), a.conditions.begin(), a.conditions.end());
    pair.conditions = conditions_here(conditions, false);
    pair.answers = conditions_here(conditions, true);
    std::erase_if(pair.answers, [&](const Condition& c) { return by_parameter(c.value); });
    uint32_t index = r_.add_pair(pair);
    if (takes) {
      State::Removed entry{index, which};
      s.removed.insert(std::upper_bound(s.removed.begin(), s.removed.end(), entry), entry);
    }
    if (pair.contextual && std::find(out_.contextual_pairs.begin(), out_.contextual_pairs.end(), index) ==
                               out_.contextual_pairs.end()) {
      out_.contextual_pairs.push_back(index);
    }
    if (pair.idle || pair.carried || pair.same < Same::likely || by_unknown_call_) continue;
    a.renewed = true;
    keep_helper_pair(pair);
  }
}

uint32_t Walker::label_of(const Pair& pair) {
  SymId key = pair.act_datum.key == r_.syms.any() ? pair.read_datum.key : pair.act_datum.key;
  std::string text = r_.syms.text(key, id_, names_);
  if (names_.empty() || text == r_.syms.text(key, id_)) return UINT32_MAX;
  auto [it, fresh] = r_.label_index.try_emplace(text, static_cast<uint32_t>(r_.labels.size()));
  if (fresh) r_.labels.push_back(std::move(text));
  return it->second;
}

ChainId Walker::chain_of(const Act& a) {
  return a.via.function.valid() ? r_.link(a.via, a.chain) : a.chain;
}

uint32_t Walker::length_of(const Act& a) const {
  return r_.length(a.chain) + (a.via.function.valid() ? 1 : 0);
}

// Who writes what, noted where it is known which datum that is: in the function itself, in a caller that
// gives the key, or in the outermost one.
void Walker::log(const Act& a, bool kept) {
  Datum outside{a.datum.state, exported(a.datum.table), exported(a.datum.key)};
  bool by_caller = r_.syms.by_caller(outside.table) || r_.syms.by_caller(outside.key);
  bool seen_by_callers =
      kept && !r_.hopeless(outside) && !a.atomic && !r_.model.states[a.datum.state].messages;
  if (by_caller && r_.called[id_.index()] && seen_by_callers) return;
  std::vector<Condition> conditions;
  if (!a.spawned) conditions = conditions_here(a.conditions, false);
  Datum datum = a.datum;
  if (a.spawned) {
    // Its self is who starts the process, not the one that writes.
    datum.key = r_.syms.map(datum.key, [&](SymId id, const Sym& leaf) {
      return leaf.kind == SymKind::self ? r_.syms.unknown() : id;
    });
  }
  // Of a group two are enough to know whether somebody else writes.
  Site site = r_.groups.first(a.site);
  for (bool more = true; more; site = r_.groups.second(a.site)) {
    r_.log_act(
        {site, a.spawned ? site.function : id_, datum, a.value, a.owned, a.guards, conditions,
         a.owned ? chain_of(a) : ChainId(), a.spawned || !a.via.function.valid() ? site.call : a.via.call},
        id_);
    more = site != r_.groups.second(a.site);
  }
}

// Callers see an act unless something before it in this function has written the same datum.
void Walker::keep_act(const Act& a, State& s) {
  bool lasting = !r_.syms[a.datum.table].fleeting && !r_.syms[a.datum.key].fleeting;
  if (lasting && std::find(s.written.begin(), s.written.end(), a.datum) != s.written.end()) return;
  ActSummary kept;
  kept.datum = {a.datum.state, exported(a.datum.table), exported(a.datum.key)};
  if (r_.hopeless(kept.datum)) return;
  kept.value = exported(a.value);
  kept.site = a.site;
  kept.data_params = a.data.params;
  kept.control_params = a.control.params;
  kept.contextual = a.contextual;
  kept.handled = a.handled;
  kept.spawned = a.spawned;
  kept.owned = a.owned;
  kept.renewed = a.renewed;
  kept.guards = a.guards | (a.spawned ? Guards() : guards_);
  kept.forwarded = keep_payload(a, kept.payload) || a.forwarded;
  if (r_.model.states[a.datum.state].messages && kept.payload.empty()) return;
  for (uint64_t h = key_of(kept.datum, kept.site, kept.spawned);; h = hash_mix(h + 1)) {
    auto [it, fresh] = act_index_.try_emplace(h, static_cast<uint32_t>(out_.acts.size()));
    if (fresh) break;
    ActSummary& known = out_.acts[it->second];
    if (!(known.datum == kept.datum) || known.site != kept.site || known.spawned != kept.spawned) continue;
    known.data_params |= kept.data_params;
    known.control_params |= kept.control_params;
    keep_payload(a, known.payload);
    known.handled = known.handled && kept.handled;
    known.owned = known.owned && kept.owned;
    known.renewed = known.renewed && kept.renewed;
    known.forwarded = known.forwarded && kept.forwarded;
    known.guards &= kept.guards;
    if (known.value != kept.value) known.value = r_.syms.unknown();
    if (!known.conditions.empty())
      join_conditions(known.conditions, conditions_here(a.conditions, false), r_.domains);
    if (length_of(a) < r_.length(known.chain)) known.chain = chain_of(a);
    return;
  }
  kept.conditions = conditions_here(a.conditions, false);
  kept.chain = chain_of(a);
  out_.acts.push_back(std::move(kept));
}

// What holds here of parts of the parameters: from the clauses around, and `more` from a callee.
std::vector<Condition> Walker::conditions_here(const std::vector<Condition>& more, bool locals) {
  if (!equations_made_) make_equations();
  if (last_here_.valid && last_here_.locals == locals && last_here_.more == more) return last_here_.result;
  std::vector<Condition> result;
  auto add = [&](const Condition& c) {
    if (!r_.syms[c.value].open || (!locals && !by_parameter(c.value))) return;
    auto known =
        std::find_if(result.begin(), result.end(), [&](const Condition& k) { return k.value == c.value; });
    if (known != result.end()) {
      known->domain = r_.domains.both(known->domain, c.domain);
    } else if (result.size() < kMostConditions) {
      result.push_back(c);
    }
  };
  for (const Condition& c : more) add(c);
  for (const Condition& c : known_) add(c);
  last_here_ = {true, locals, more, result};
  return result;
}

// A callee's conditions in terms of this function; nothing when they cannot hold.
std::optional<std::vector<Condition>> Walker::import(const std::vector<Condition>& conditions,
                                                     std::span<const SymId> arguments) {
  std::vector<Condition> result;
  for (const Condition& c : conditions) {
    Condition here{canonical(import(c.value, arguments)), c.domain};
    if (!possible(here)) return std::nullopt;
    if (r_.syms[here.value].open) result.push_back(here);
  }
  return result;
}

bool Walker::possible(const Condition& c) {
  if (!equations_made_) make_equations();
  DomainId domain = c.domain;
  for (const Condition& known : known_) {
    if (known.value == c.value) domain = r_.domains.both(domain, known.domain);
  }
  return r_.domains.may_have(domain, c.value, id_);
}

// Whether what was true where something was read can still be true here.
bool Walker::possible_now(const std::vector<Condition>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
    return possible({canonical(c.value), c.domain});
  });
}

bool Walker::proven(const Condition& c) {
  if (!equations_made_) make_equations();
  for (const Condition& known : known_) {
    if (known.value == c.value && r_.domains.both(known.domain, c.domain) == known.domain) return true;
  }
  return r_.domains.surely_has(c.domain, c.value, id_);
}

bool Walker::contradict(const std::vector<Condition>& a, const std::vector<Condition>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Condition& x) {
    return std::any_of(b.begin(), b.end(), [&](const Condition& y) {
      return x.value == y.value && r_.domains.both(x.domain, y.domain) == r_.domains.nothing();
    });
  });
}

// In the clause for an answer that says: there is no such thing.
bool Walker::found_nothing(const Occurrence& o) const {
  if (o.site != Site{id_, o.call}) return false;
  auto says_so = [&](ValueId v) {
    if (!v.valid() || f_.value(v).kind != ValueKind::constant) return false;
    const Constant& c = r_.core.constant(r_.core.constant(f_.module, f_.value(v).index));
    return c.kind == ConstantKind::nil || (c.kind == ConstantKind::atom && r_.core.text(c.text) == "false");
  };
  ValueId answer = f_.calls[o.call].result;
  return std::any_of(scope_.begin(), scope_.end(), [&](const Fact& fact) {
    const Refinement& r = f_.refinements[fact.refinement];
    return r.equal == fact.holds && r.right.valid() &&
           ((r.left == answer && says_so(r.right)) || (r.right == answer && says_so(r.left)));
  });
}

// The value is what a look-up of a name gave, here or in the function that is called for it.
bool Walker::is_holder(ValueId v) {
  if (!v.valid() || f_.value(v).kind != ValueKind::call) return false;
  auto of_registry = [&](uint32_t state) { return r_.model.states[state].rule == Rule::erlang_registry; };
  const Call& c = f_.calls[f_.value(v).index];
  if (c.kind != CallKind::named) return false;
  if (auto it = r_.model.operations.find(c.callee); it != r_.model.operations.end()) {
    return std::any_of(it->second.begin(), it->second.end(), [&](const OperationModel& op) {
      return op.effect == Effect::read && of_registry(op.state);
    });
  }
  const std::vector<Target>& targets = r_.targets_of(id_, f_.value(v).index);
  if (targets.size() != 1) return false;
  const std::vector<ReadSummary>& reads = r_.summaries[targets[0].function.index()].reads;
  return std::any_of(reads.begin(), reads.end(), [&](const ReadSummary& read) {
    return read.to_result && !read.chain.valid() && !read.site.is_group() && of_registry(read.datum.state);
  });
}

bool Walker::is_self(ValueId v) const {
  if (!v.valid() || f_.value(v).kind != ValueKind::call) return false;
  const Call& c = f_.calls[f_.value(v).index];
  return c.kind == CallKind::named && c.callee == r_.model.self;
}

// What is held at a call because of what has been done before it.
Guards Walker::guards_at(uint32_t call) const {
  bool claimed = r_.graph.around[id_.index()][call].claim != kNoClaim;
  return claimed ? guard::kClaim : Guards();
}

// Inside `whereis(Name) =:= self()`: only the process that holds the name gets here.
bool Walker::holds_name() {
  return std::any_of(scope_.begin(), scope_.end(), [&](const Fact& fact) {
    const Refinement& r = f_.refinements[fact.refinement];
    return r.equal == fact.holds &&
           ((is_self(r.left) && is_holder(r.right)) || (is_holder(r.left) && is_self(r.right)));
  });
}

}  // namespace dh::erlang
