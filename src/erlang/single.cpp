// Which processes are one of their kind.
#include <algorithm>

#include "erlang/roles.h"

namespace dh::erlang {
// A server that is started under a name, or a process that takes one, is one of its kind.
void Roles::find_single(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  size_t modules = core.modules().size();
  single_.assign(modules, false);
  named_.assign(modules, false);
  many_.assign(modules, false);
  loops_itself_.assign(modules, false);
  named_spawned_.assign(n, false);
  once_spawned_.assign(n, false);
  child_spawned_.assign(n, false);
  applies_.assign(n, false);
  enters_.assign(n, false);
  std::vector<bool> takes(n, false), names_another(n, false), starts_server(n, false);
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    for (const Call& call : function.calls) {
      if (call.kind != CallKind::named) continue;
      if (takes_a_name(core, model, f, call) && !lets_others_on(core, model, f, call)) {
        takes[i] = true;
        if (!is_about_itself(core, model, f, call)) names_another[i] = true;
      }
      for (Symbol name : core.module_of(f).behaviours) {
        const BehaviourModel* b = model.behaviour(name);
        if (b == nullptr) continue;
        for (const auto& [key, arguments] : b->started_by) {
          if (key == call.callee) starts_server[i] = true;
          if (key == call.callee && arguments.first < 0) many_[function.module] = true;
          if (!(key == call.callee) || arguments.first < 0) continue;
          single_[function.module] = true;
          auto given = function.operands_in(call.arguments);
          const Value& who = function.value(given[static_cast<size_t>(arguments.second)]);
          bool itself =
              who.kind == ValueKind::constant &&
              core.constant(core.constant(function.module, who.index)).text == core.module_of(f).name;
          ConstantId own = local_name(core, f, given[static_cast<size_t>(arguments.first)]);
          if (!own.valid() || !itself) continue;
          auto [it, fresh] = server_named_.try_emplace(own, function.module);
          if (!fresh && it->second != function.module) it->second = kSeveralModules;
        }
        for (const auto& [key, arguments] : b->entered_by) {
          if (!(key == call.callee)) continue;
          enters_[i] = true;
          if (arguments.first >= 0) single_[function.module] = true;
        }
      }
    }
    module_of_.push_back(function.module);
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
  find_named(core, model, takes, starts_server);
  for (size_t m = 0; m < modules; ++m) {
    for (Symbol name : core.modules()[m].behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b != nullptr && !b->callbacks.empty() && !single_[m]) loops_itself_[m] = true;
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
      bool by_starter = names_another[i] || (takes[i] && !start.in_loop && !graph.in_circle[i]);
      if (by_starter || takes_soon(started, takes_soon, 2)) named_spawned_[started.index()] = true;
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

// Servers that take a name themselves, in functions of their module, or are given one by who starts them. A
// table that other functions of the module make says nothing of the server.
void Roles::find_named(const Core& core, const Model& model, const std::vector<bool>& takes,
                       const std::vector<bool>& starts_server) {
  std::vector<bool> by_server(takes.size(), false);
  std::vector<FunctionId> todo;
  auto add = [&](FunctionId f) {
    if (by_server[f.index()]) return;
    by_server[f.index()] = true;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < takes.size(); ++i) {
    FunctionId f(i);
    if (enters_[i] || starts_server[i] || is_callback(core, model, f)) add(f);
  }
  while (!todo.empty()) {
    FunctionId f = todo.back();
    todo.pop_back();
    if (takes[f.index()] && !core.module_of(f).behaviours.empty()) named_[core.module_index(f)] = true;
    for (const CallSite& site : graph_.sites[f.index()]) {
      if (site.how != Callback::spawn && core.module_index(site.function) == core.module_index(f))
        add(site.function);
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
  for (int step = 0; step < kSteps; ++step) {
    const CoreFunction& function = core.function(f);
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (step > 0 && b != nullptr && function.exported && !function.is_fun && is_among(b->start, function))
        return single_[function.module] ? once : Started::any;
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
