#include "erlang/judge/report_race.h"

#include <algorithm>
#include <set>

#include "erlang/core/spelling.h"
#include "erlang/judge/story.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {
namespace {

const Call& call_at(const Races& r, Site site) {
  return r.core.function(site.function).calls[site.call];
}

Place place_of(const Races& r, Site site) {
  return r.core.module_of(site.function).place(call_at(r, site).place);
}

std::string key_text(const Races& r, const Pair& p) {
  if (p.label != UINT32_MAX) return r.labels[p.label];
  const Location& d = p.write_location.key == r.syms.any() ? p.read_location : p.write_location;
  // The name that says most: a constant beats a variable.
  std::string write = r.syms.text(d.key, p.frame);
  std::string read = r.syms.text(p.read_location.key, p.frame);
  return write == "_" ? read : write;
}

std::string table_text(const Races& r, const Pair& p) {
  const Location& d = p.write_location;
  if (r.model.states[p.state].ets_tables) {
    TableView view = r.tables.view(r.syms.objects(d.table, p.frame));
    if (view.tables.size() == 1 && view.tables[0]->name.valid())
      return r.core.shown_constant(view.tables[0]->name, p.frame);
  }
  const ValueSet& set = r.syms.objects(d.table, p.frame);
  if (set.objects.size() == 1 && !set.unknown && set.objects[0].kind == ObjectKind::constant) {
    return r.core.shown_constant(ConstantId(set.objects[0].index), p.frame);
  }
  return r.syms.text(d.table, p.frame);
}

}  // namespace

std::string operation_name(const Races& r, Site site) {
  const FunctionKey& key = call_at(r, site).callee;
  SourceLanguage language = r.core.module_of(site.function).language;
  return spell_call(language, r.core.text(key.module), r.core.text(key.name), key.arity);
}

std::string location_text(const Races& r, const Pair& p) {
  bool has_table = p.write_location.table != r.syms.any();
  bool has_key = p.write_location.key != r.syms.any() || p.read_location.key != r.syms.any();
  std::string key = has_key ? key_text(r, p) : std::string();
  if (!has_table) return has_key ? key : "any";
  return has_key ? table_text(r, p) + ", key " + key : table_text(r, p);
}

std::string shown_location(const Races& r, const Pair& p) {
  bool has_table = p.write_location.table != r.syms.any();
  return has_table && p.read_location.key == r.syms.any() ? table_text(r, p) : location_text(r, p);
}

std::string short_location(const Races& r, const Pair& p) {
  bool has_table = p.write_location.table != r.syms.any();
  if (has_table && p.read_location.key != r.syms.any())
    return fmt::format("{}[{}]", table_text(r, p), key_text(r, p));
  return fmt::format("{} {}", r.model.states[p.state].thing, shown_location(r, p));
}

namespace {

// What a reader of the excerpt does not see in the code: which location it is about.
std::string description_of(const Races& r, const Pair& p, AccessKind kind, Site site) {
  if (r.model.states[p.state].messages || kind == AccessKind::other)
    return "calls " + operation_name(r, site);
  if (kind == AccessKind::read) return "reads " + short_location(r, p);
  return "writes " + short_location(r, p) + "; it may have changed since the read";
}

Access access(const Races& r, const Roles& roles, const Pair& p, bool is_read) {
  Access a;
  Site site = is_read ? p.read : p.write;
  const StateModel& state = r.model.states[p.state];
  bool uses = state.shared_reads || state.rule == Rule::erlang_alive_check;
  a.kind = is_read ? AccessKind::read : uses ? AccessKind::other : AccessKind::write;
  a.place = place_of(r, site);
  a.description = description_of(r, p, a.kind, site);
  a.symbol = r.core.name_of(site.function);
  const std::vector<Role>& runs = roles.of(p.frame);
  a.thread = runs.size() == 1 ? roles.text(r.core, runs[0]) : "any process";
  if (!is_read && p.is(PairFact::spawned)) a.thread = "a process that it starts";
  a.stack.push_back({a.symbol, a.place, {}});
  std::vector<Frame> outer;
  for (ChainId at = is_read ? p.read_chain : p.write_chain; at.valid(); at = r.chains[at].next) {
    Site call = r.chains[at].call;
    outer.push_back({r.core.name_of(call.function), place_of(r, call), {}});
  }
  a.stack.insert(a.stack.end(), outer.rbegin(), outer.rend());
  return a;
}

std::string hint_for(const JudgeContext& context, const Pair& p) {
  const Races& r = context.races;
  const StateModel& state = r.model.states[p.state];
  bool removes = effect_of(context, p) == Effect::remove;
  std::string_view way = takes_one_of_many(context, p)            ? "pool"
                         : p.is(PairFact::used_after) && !removes ? "reset"
                                                                  : "";
  for (const auto& [words, hint] : state.hints) {
    if (words == way) return hint;
  }
  for (Site site : {p.write, p.read}) {
    const FunctionKey& key = call_at(r, site).callee;
    std::string name = fmt::format("{}:{}/{}", r.core.text(key.module), r.core.text(key.name), key.arity);
    for (const auto& [function, hint] : state.hints) {
      if (function == name) return hint;
    }
  }
  return state.hint;
}

}  // namespace

void sort_pairs(const Races& r, std::vector<JudgedPair>& pairs) {
  auto rank = [&](const JudgedPair& j) {
    // The nearest first: by calls, then the last one in the function.
    uint32_t calls = r.chains.length(j.pair->read_chain) + r.chains.length(j.pair->write_chain);
    Place place = place_of(r, j.pair->read);
    bool local = j.pair->read.function == j.pair->write.function;
    return std::tuple(-j.confidence.value(), calls, local ? -static_cast<int64_t>(place.line) : 0, place);
  };
  std::stable_sort(pairs.begin(), pairs.end(),
                   [&](const JudgedPair& a, const JudgedPair& b) { return rank(a) < rank(b); });
}

namespace {

constexpr int kMuchLess = 20;  // pairs of so much less confidence are not worth a line

// The write that is reported, and the reads that it depends on.
std::vector<Access> accesses_of(const JudgeContext& context, Site reported,
                                const std::vector<JudgedPair>& pairs) {
  const Races& r = context.races;
  constexpr size_t kMaxReads = 12;
  std::vector<Access> accesses;
  accesses.push_back(access(r, context.roles, *pairs[0].pair, false));
  accesses[0].place = place_of(r, reported);
  for (const JudgedPair& j : pairs) {
    if (j.confidence.value() + kMuchLess < pairs[0].confidence.value() || accesses.size() > kMaxReads) break;
    Access read = access(r, context.roles, *j.pair, true);
    bool known = std::any_of(accesses.begin(), accesses.end(), [&](const Access& a) {
      return a.kind == AccessKind::read && a.place == read.place;
    });
    if (!known) accesses.push_back(std::move(read));
  }
  return accesses;
}

// The other keys that the same calls are about, and the callers that pass them.
std::vector<RelatedPlace> other_keys(const Races& r, const std::vector<JudgedPair>& pairs) {
  constexpr size_t kMaxKeys = 6;
  std::set<std::string> known{shown_location(r, *pairs[0].pair)};
  std::vector<RelatedPlace> keys;
  size_t more = 0;
  for (const JudgedPair& j : pairs) {
    const Pair& pair = *j.pair;
    std::string location = shown_location(r, pair);
    if (!known.insert(location).second) continue;
    if (keys.size() == kMaxKeys) {
      ++more;
      continue;
    }
    Site call = pair.write_chain.valid() ? r.chains[pair.write_chain].call : pair.write;
    keys.push_back(
        {place_of(r, call), fmt::format("the same for {}, in {}", location, r.core.name_of(call.function))});
  }
  if (more > 0) keys.back().message += fmt::format(", and {} more", more);
  return keys;
}

// "ets:insert/2", "ets:insert/2 (called by cache:set/2)".
std::string reported_name(const Races& r, Site reported, const Pair& pair) {
  std::string name = operation_name(r, pair.write);
  if (reported == pair.write) return name;
  return fmt::format("{} (called by {})", name, r.core.name_of(pair.write.function));
}

}  // namespace

Finding make_finding(const JudgeContext& context, Site reported, const std::vector<JudgedPair>& pairs) {
  const Races& r = context.races;
  const Pair& best = *pairs[0].pair;
  const StateModel& state = r.model.states[best.state];
  Finding f;
  f.rule = state.rule;
  f.place = place_of(r, reported);
  f.shared = {state.thing, shown_location(r, best)};
  Story story = tell(context, best, reported_name(r, reported, best));
  f.message = std::move(story.title);
  f.accesses = accesses_of(context, reported, pairs);
  f.related = other_keys(r, pairs);
  f.witness = std::move(story.witness);
  f.hint = spell_sentence(r.core.module_of(best.write.function).language, hint_for(context, best));
  f.confidence = pairs[0].confidence;
  f.max_level = pairs[0].max_level;
  return f;
}

}  // namespace dh::erlang
