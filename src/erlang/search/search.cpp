#include "erlang/search/search.h"

#include <algorithm>

#include "erlang/search/pair_collector.h"
#include "erlang/search/summarize.h"
#include "erlang/search/summary_writer.h"
#include "erlang/search/walk.h"
#include "erlang/summaries/races.h"

namespace dh::erlang {

WalkInputs SearchState::inputs(FunctionId f) const {
  return {
      context,   context.core, context.model, terms.syms, terms.domains,           terms.chains, terms.groups,
      locations, targets,      summaries,     f,          context.core.function(f)};
}

Summary summarize(const SearchState& search, FunctionId f) {
  Frame frame(search.inputs(f));
  SummaryWriter writer(frame);
  Walk(frame, writer).run();
  return writer.take();
}

FunctionPairs collect(const SearchState& search, FunctionId f, Collected& collected) {
  Frame frame(search.inputs(f));
  PairCollector collector(frame, collected);
  Walk(frame, collector).run();
  return collector.take();
}

Joining joining_for(const SearchState& search, uint32_t component, size_t functions) {
  constexpr size_t kMaxItems = 256, kMinItems = 16, kMaxItemsInComponent = 60'000;
  size_t items = std::clamp(kMaxItemsInComponent / functions, kMinItems, kMaxItems);
  return {search.context.core, search.terms.syms, search.terms.domains,
          search.terms.groups, component,         items};
}

namespace {

// The members of a circle of calls, until no pair that callers have a say in is new.
void collect_recursion(const SearchState& search, const std::vector<FunctionId>& component,
                       Collected& collected, const StopToken& stop) {
  for (bool again = true; again && !stop.requested();) {
    again = false;
    for (FunctionId f : component) {
      FunctionPairs now = collect(search, f, collected);
      FunctionPairs& known = collected.of_functions[f.index()];
      again |= now.contextual != known.contextual || now.helpers.size() != known.helpers.size();
      known = std::move(now);
    }
  }
}

// Pairs are looked for when the summaries are final, so that none comes from what was believed for a while.
// Callees come first: their pairs may be about keys that callers give.
void collect_all(const SearchState& search, Collected& collected, const StopToken& stop) {
  std::vector<bool> callee_has_pairs(search.context.core.function_count(), false);
  for (const std::vector<FunctionId>& component : search.context.graph.components) {
    if (stop.requested()) return;
    FunctionId first = component[0];
    if (search.context.is_recursive(first)) {
      collect_recursion(search, component, collected, stop);
    } else if (search.summaries.of[first.index()].needs_collecting || callee_has_pairs[first.index()]) {
      collected.of_functions[first.index()] = collect(search, first, collected);
    }
    for (FunctionId f : component) {
      if (collected.of_functions[f.index()].empty()) continue;
      for (FunctionId user : search.context.graph.users[f.index()]) callee_has_pairs[user.index()] = true;
    }
    search.targets.forget();
  }
}

// What functions that escape may do, by their number of parameters.
std::vector<Summary> summarize_escaped(const SearchState& search) {
  std::vector<Summary> by_arity;
  KeySet<std::tuple<Site, uint32_t, Location>> known;
  for (uint32_t index : search.context.tables.escaped_functions()) {
    uint32_t arity = search.context.core.function(FunctionId(index)).arity;
    if (arity >= by_arity.size()) by_arity.resize(arity + 1);
    for (const WriteSummary& write : search.summaries.of[index].writes) {
      if (known.insert({write.site, arity, write.location}).second) by_arity[arity].writes.push_back(write);
    }
  }
  for (uint32_t arity = 0; arity < by_arity.size(); ++arity)
    bound(by_arity[arity], kMaxLocations, joining_for(search, UINT32_MAX - arity, 1));
  return by_arity;
}

bool calls_escaped(const SearchState& search, FunctionId f) {
  const std::vector<Summary>& by_arity = search.summaries.by_arity;
  const std::vector<Call>& calls = search.context.core.function(f).calls;
  return std::any_of(calls.begin(), calls.end(), [&](const Call& call) {
    return call.arguments.count < by_arity.size() && !by_arity[call.arguments.count].writes.empty() &&
           search.context.values.calls_unknown(f, call);
  });
}

// Calls of funs that are not followed: any function that escapes may be behind them.
void collect_unknown_calls(const SearchState& search, Collected& collected, const StopToken& stop) {
  for (uint32_t i = 0; i < search.context.core.function_count() && !stop.requested(); ++i) {
    if (calls_escaped(search, FunctionId(i))) collect(search, FunctionId(i), collected);
  }
}

}  // namespace

Races search(const Core& core, const Model& model, const Values& values, const Tables& tables,
             const CallGraph& graph, const Parallelism& parallel) {
  auto context = std::make_unique<SearchContext>(core, model, values, tables, graph);
  auto stores = std::make_unique<TermStores>();
  auto terms = std::make_unique<Terms>(*stores, *context);
  LocationFacts locations(*context, *terms);
  CallTargets targets(*context);
  Summaries summaries;
  summaries.of.resize(core.function_count());
  summaries.functional.resize(core.function_count());
  summarize_all(*context, *stores, *terms, summaries, parallel);
  SearchState state{*context, *terms, locations, targets, summaries};
  Collected collected(*terms, core.function_count());
  collect_all(state, collected, parallel.stop);
  summaries.by_arity = summarize_escaped(state);
  collect_unknown_calls(state, collected, parallel.stop);
  Terms& t = *terms;
  return {core,
          model,
          values,
          tables,
          std::move(context),
          std::move(stores),
          std::move(terms),
          t.syms,
          t.domains,
          t.chains,
          t.groups,
          std::move(summaries.of),
          std::move(collected.pairs),
          collected.writes.take(),
          std::move(collected.labels)};
}

}  // namespace dh::erlang
