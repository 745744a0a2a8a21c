#include "erlang/search/summarize.h"

#include <algorithm>

#include "analysis/dependent_tasks.h"

namespace dh::erlang {
namespace {

// A worker's own view of the terms, and the caches over them.
struct Worker {
  Terms terms;
  LocationFacts locations;
  CallTargets targets;

  Worker(TermStores& stores, const SearchContext& context)
      : terms(stores, context), locations(context, terms), targets(context) {}
};

void summarize_component(const SearchState& search, uint32_t component, Summaries& summaries,
                         const StopToken& stop) {
  const std::vector<FunctionId>& members = search.context.graph.components[component];
  find_functional(search.context, members, summaries.functional);
  FunctionId first = members[0];
  if (search.context.is_recursive(first)) {
    solve_recursion(search, members, summaries.of, stop);
  } else {
    Summary summary = summarize(search, first);
    bound(summary, kMaxLocations, joining_for(search, component, 1));
    summaries.of[first.index()] = std::move(summary);
  }
  search.targets.forget();
}

// The functions whose summaries a function's walk can ask for.
template <typename Visit>
void each_asked(const SearchContext& context, FunctionId id, Visit&& visit) {
  const CoreFunction& f = context.core.function(id);
  auto visit_valid = [&](FunctionId t) {
    if (t.valid()) visit(t);
  };
  for (const Call& call : f.calls) {
    bool named = call.kind == CallKind::named;
    if (named) visit_valid(context.core.find_from(f.module, call.callee));
    if (!named || context.model.callbacks.contains(call.callee)) {
      for (const Target& target : context.values.targets(id, call)) visit_valid(target.function);
    }
    for (ValueId argument : f.operands_in(call.arguments)) {  // a fun that the callee may call
      const ValueSet& set = context.values.of(id, argument);
      if (set.objects.size() == 1 && set.objects[0].kind == ObjectKind::function)
        visit(FunctionId(set.objects[0].index));
    }
  }
  for (const Value& value : f.values) {
    if (value.kind == ValueKind::closure) visit_valid(context.core.function_of(f.module, value.index));
    if (value.kind == ValueKind::fun_name)
      visit_valid(context.core.find_from(f.module, context.core.modules()[f.module].fun_names[value.index]));
  }
}

// The components that a component builds on.
std::vector<uint32_t> needs_of(const SearchContext& context, uint32_t component) {
  std::vector<uint32_t> needs;
  auto add = [&](FunctionId t) {
    if (context.component_of(t) < component) needs.push_back(context.component_of(t));
  };
  for (FunctionId f : context.graph.components[component]) {
    for (const auto* edges : {&context.graph.callees, &context.graph.spawned, &context.graph.locked}) {
      for (FunctionId t : (*edges)[f.index()]) add(t);
    }
    each_asked(context, f, add);
  }
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  return needs;
}

// Walks of a circle of calls are repeated.
uint64_t work_of(const SearchContext& context, uint32_t component) {
  constexpr uint64_t kRounds = 8;
  const std::vector<FunctionId>& members = context.graph.components[component];
  uint64_t work = 1;
  for (FunctionId f : members) work += context.core.function(f).statements.size();
  return members.size() == 1 ? work : work * kRounds;
}

}  // namespace

void summarize_all(const SearchContext& context, TermStores& stores, Terms& main, Summaries& summaries,
                   const Parallelism& parallel) {
  size_t count = context.graph.components.size();
  size_t jobs = static_cast<size_t>(std::max(parallel.jobs, 1));
  std::vector<std::unique_ptr<Worker>> workers(jobs);
  auto summarize = [&](size_t worker, uint32_t component) {
    std::unique_ptr<Worker>& own = workers[worker];
    if (own == nullptr) own = std::make_unique<Worker>(stores, context);
    SearchState state{context, own->terms, own->locations, own->targets, summaries};
    summarize_component(state, component, summaries, parallel.stop);
  };
  if (jobs == 1) {
    for (uint32_t i = 0; i < count && !parallel.stop.requested(); ++i) summarize(0, i);
  } else {
    auto needs = parallel_map<std::vector<uint32_t>>(
        count, parallel, [&](size_t i) { return needs_of(context, static_cast<uint32_t>(i)); });
    std::vector<uint64_t> work(count);
    for (uint32_t i = 0; i < count; ++i) work[i] = work_of(context, i);
    if (!parallel.stop.requested()) DependentTasks(needs, work).run(parallel, summarize);
  }
  for (const std::unique_ptr<Worker>& worker : workers) {
    if (worker != nullptr) main.syms.add_names(worker->terms.syms);
  }
  summaries.complete = true;
}

}  // namespace dh::erlang
