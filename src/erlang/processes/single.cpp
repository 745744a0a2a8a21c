// Which processes are one of their kind.
#include <algorithm>

#include "erlang/processes/roles.h"

namespace dh::erlang {
namespace {

// Whether a process takes a name on every way through a function, or gives up: a second one does not get on.
class SurelyTakes {
 public:
  SurelyTakes(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& takes)
      : core_(core), model_(model), graph_(graph), takes_(takes) {}

  bool function(FunctionId f, int depth) const { return block(f, core_.function(f).body, depth); }

 private:
  bool block(FunctionId f, Range statements, int depth) const {
    const CoreFunction& function = core_.function(f);
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& s = function.statements[statements.first + i];
      bool sure = (s.kind == StatementKind::call && call(f, s.index, depth)) ||
                  (s.kind == StatementKind::branch && branch(f, function.branches[s.index], depth)) ||
                  (s.kind == StatementKind::attempt && attempt(f, function.attempts[s.index], depth));
      if (sure) return true;
    }
    return false;
  }

  bool call(FunctionId f, uint32_t index, int depth) const {
    const Call& c = core_.function(f).calls[index];
    if (c.kind == CallKind::named && model_.never_return.contains(c.callee)) return true;
    if (c.kind == CallKind::named && takes_[f.index()] && takes_a_name(core_, model_, f, c)) return true;
    auto sites = graph_.sites_of(f, index);
    return depth > 0 && !sites.empty() && std::all_of(sites.begin(), sites.end(), [&](const CallSite& s) {
             return s.how != Callback::spawn && s.how != Callback::loop && function(s.function, depth - 1);
           });
  }

  bool clauses(FunctionId f, Range range, int depth) const {
    for (uint32_t i = 0; i < range.count; ++i) {
      const CoreClause& clause = core_.function(f).clauses[range.first + i];
      if (!block(f, clause.body, depth) && !gives_up(core_, model_, core_.function(f), clause)) return false;
    }
    return true;
  }

  bool branch(FunctionId f, const Branch& b, int depth) const {
    return b.kind != BranchKind::option && b.kind != BranchKind::loop && b.clauses.count > 0 &&
           clauses(f, b.clauses, depth);
  }

  // Who comes from a handler has not got the name.
  bool attempt(FunctionId f, const Attempt& a, int depth) const {
    return block(f, a.body, depth) && clauses(f, a.handlers, depth);
  }

  const Core& core_;
  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& takes_;
};

}  // namespace

// A server that is started under a name, or a process that takes one, is one of its kind.
void Roles::find_single(const Core& core, const Model& model, const Values& values, const CallGraph& graph) {
  size_t n = core.function_count();
  size_t modules = core.modules().size();
  servers_ = find_server_names(core, model, values, graph);
  named_.assign(modules, false);
  loops_itself_.assign(modules, false);
  named_spawned_.assign(n, false);
  once_spawned_.assign(n, false);
  child_spawned_.assign(n, false);
  applies_.assign(n, false);
  enters_.assign(n, false);
  std::vector<bool> takes(n, false), names_another(n, false);
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool starts_itself = false;
    for (const Call& call : function.calls) {
      if (call.kind != CallKind::named) continue;
      if (takes_a_name(core, model, f, call) && !lets_others_on(core, model, f, call)) {
        takes[i] = true;
        if (registers(model, call) && !is_about_itself(core, model, f, call)) names_another[i] = true;
      }
      for (Symbol name : core.module_of(f).behaviours) {
        const BehaviourModel* b = model.behaviour(name);
        if (b == nullptr) continue;
        for (const BehaviourStart& start : b->started_by) {
          if (!(start.function == call.callee)) continue;
          starts_itself = true;
          if (start.name < 0 || !servers_[function.module].one()) continue;
          auto given = function.operands_in(call.arguments);
          const Value& who = function.value(given[static_cast<size_t>(start.module)]);
          bool itself =
              who.kind == ValueKind::constant &&
              core.constant(core.constant(function.module, who.index)).text == core.module_of(f).name;
          ConstantId own = local_name(core, f, given[static_cast<size_t>(start.name)]);
          if (!own.valid() || !itself) continue;
          auto [it, fresh] = server_named_.try_emplace(own, function.module);
          if (!fresh && it->second != function.module) it->second = kSeveralModules;
        }
        for (const BehaviourStart& start : b->entered_by) {
          if (start.function == call.callee) enters_[i] = true;
        }
      }
    }
    // Who has started a server gives it a name, or fails.
    if (starts_itself && names_another[i]) named_[function.module] = true;
    module_of_.push_back(function.module);
  }
  constexpr int kCallsBelowStart = 3;
  SurelyTakes surely(core, model, graph, takes);
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    if (function.is_fun || !function.exported) continue;
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b != nullptr && is_among(b->start, function) && surely.function(f, kCallsBelowStart))
        named_[function.module] = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; ++i) {
      if (enters_[i]) continue;
      for (FunctionId t : graph.callees[i]) {
        if (enters_[t.index()] && core.module_index(t) == core.module_index(FunctionId(i)))
          enters_[i] = changed = true;
      }
    }
  }
  for (size_t m = 0; m < modules; ++m) {
    for (Symbol name : core.modules()[m].behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b != nullptr && !b->callbacks.empty() && !servers_[m].started) loops_itself_[m] = true;
    }
  }
  find_applying(takes);
  // The name is taken by the process itself, a call or two deep, or by the one that starts it.
  auto takes_soon = [&](FunctionId f, auto& self, int depth) -> bool {
    const std::vector<CallSite>& sites = graph.sites[f.index()];
    return takes[f.index()] ||
           (depth > 0 && std::any_of(sites.begin(), sites.end(), [&](const CallSite& s) {
              return s.how != Callback::spawn && !runs_one_of(f, s) && self(s.function, self, depth - 1);
            }));
  };
  for (uint32_t i = 0; i < n; ++i) {
    for (const CallSite& start : graph.sites[i]) {
      if (start.how != Callback::spawn) continue;
      FunctionId started = start.function;
      bool by_starter = !start.in_loop && (names_another[i] || (takes[i] && !graph.in_circle[i]));
      if (by_starter || takes_soon(started, takes_soon, 2)) {
        named_spawned_[started.index()] = true;
        uint32_t m = module_of_[started.index()];
        if (loops_itself_[m] || enters_[started.index()]) named_[m] = true;
      }
      Started often = how_often_started(core, model, graph, started);
      if (often == Started::once) once_spawned_[started.index()] = true;
      if (often == Started::likely_once) child_spawned_[started.index()] = true;
      for (const CallSite& site : graph.sites[started.index()]) {
        if (runs_one_of(started, site) && takes_soon(site.function, takes_soon, 2))
          named_spawned_[site.function.index()] = true;
      }
    }
  }
}

// Functions that are started to run what they are told to: once, and not the name's holder.
void Roles::find_applying(const std::vector<bool>& takes_name) {
  std::vector<bool> started(applies_.size(), false);
  for (const auto& targets : graph_.spawned) {
    for (FunctionId t : targets) started[t.index()] = true;
  }
  for (size_t i = 0; i < started.size(); ++i)
    applies_[i] = started[i] && !graph_.in_circle[i] && !takes_name[i];
}

// Functions that are started by a place which itself runs any number of times. Nothing is known of a function
// that nothing calls, such as what only supervisors call.
void Roles::find_many() {
  many_spawned_.assign(roles_.size(), false);
  auto note = [&](FunctionId t) {
    many_spawned_[t.index()] = true;
    for (const CallSite& site : graph_.sites[t.index()]) {
      if (runs_one_of(t, site)) many_spawned_[site.function.index()] = true;
    }
  };
  // Who is started by the start of one of many is one of many, too.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < roles_.size(); ++i) {
      for (const CallSite& site : graph_.sites[i]) {
        if (site.how != Callback::spawn || many_spawned_[site.function.index()]) continue;
        FunctionId starter(i);
        bool many = site.in_loop || (!graph_.callers[i].empty() && !only_at_start(starter, site.call)) ||
                    at_start_of_many(starter);
        if (!many) continue;
        note(site.function);
        changed = true;
      }
    }
  }
}

// Once: the only way to start it is one call after the other, none in a loop, from the start of a single
// server or from where a process has just taken a name. Likely: one of the calls is that of a supervisor,
// which others may tell to do the same again.
Roles::Started Roles::how_often_started(const Core& core, const Model& model, const CallGraph& graph,
                                        FunctionId f) const {
  constexpr int kSteps = 12;
  Started once = Started::once;
  const std::vector<CallSite>& starts = graph.callers[f.index()];
  if (!starts.empty() && std::all_of(starts.begin(), starts.end(), [&](const CallSite& site) {
        return model.one_process.contains(core.function(site.function).calls[site.call].callee);
      }))
    return Started::once;
  for (int step = 0; step < kSteps; ++step) {
    const CoreFunction& function = core.function(f);
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (step > 0 && b != nullptr && function.exported && !function.is_fun && is_among(b->start, function))
        return servers_[function.module].one() ||
                       (servers_[function.module].named && once == Started::likely_once)
                   ? once
                   : Started::any;
    }
    bool child = step > 0 && graph.callers[f.index()].empty();
    const std::vector<CallSite>& callers = child ? graph.supervised[f.index()] : graph.callers[f.index()];
    if (callers.size() != 1 || callers[0].in_loop) return Started::any;
    if (child) {
      once = Started::likely_once;
    } else {
      if ((callers[0].how == Callback::spawn) != (step == 0)) return Started::any;
      if (step > 0 && exported_for_others(core, graph, f)) return Started::any;
    }
    f = callers[0].function;
    if (callers[0].call >= graph.named_from[f.index()])
      return graph.in_circle[f.index()] ? Started::any : once;
  }
  return Started::any;
}

}  // namespace dh::erlang
