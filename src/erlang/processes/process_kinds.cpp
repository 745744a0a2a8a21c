#include "erlang/processes/process_kinds.h"

#include <algorithm>

#include "erlang/core/callbacks.h"
#include "erlang/core/path_visitor.h"
#include "erlang/processes/other_forms.h"

namespace dh::erlang {
namespace {

// Whether a process takes a name on every path through a function, or gives up: a second one does not get on.
class SurelyTakes : public OnEveryPath {
 public:
  SurelyTakes(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& takes,
              FunctionId f, int depth)
      : core_(core),
        model_(model),
        graph_(graph),
        takes_(takes),
        id_(f),
        f_(core.function(f)),
        depth_(depth) {}

  bool holds() { return visit_paths(f_, *this, {}).done; }

  void call(uint32_t index, DoneState& s) { s.done = s.done || takes(index); }
  void end_clause(const CoreClause& clause, DoneState& s) {
    s.done = s.done || gives_up(core_, model_, f_, clause);
  }
  // A process that comes from a handler has not got the name.
  void end_try(DoneState& s, const DoneState& done, std::span<const DoneState> handled) {
    s.done = s.done || (done.done && all_done(handled));
  }

 private:
  bool takes(uint32_t index) const {
    const Call& c = f_.calls[index];
    if (c.kind == CallKind::named && model_.never_return.contains(c.callee)) return true;
    if (c.kind == CallKind::named && takes_[id_.index()] && takes_a_name(core_, model_, id_, c)) return true;
    auto sites = graph_.sites_of(id_, index);
    return depth_ > 0 && !sites.empty() && std::all_of(sites.begin(), sites.end(), [&](const CallSite& s) {
             return s.how != Callback::spawn && s.how != Callback::loop &&
                    SurelyTakes(core_, model_, graph_, takes_, s.function, depth_ - 1).holds();
           });
  }

  const Core& core_;
  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& takes_;
  FunctionId id_;
  const CoreFunction& f_;
  int depth_;  // of calls that are followed
};

}  // namespace

ProcessKinds::ProcessKinds(const Core& core, const Model& model, const Values& values, const CallGraph& graph)
    : graph_(graph),
      servers_(find_server_names(core, model, values, graph)),
      named_(core.modules().size()),
      managed_(core.modules().size()),
      named_spawned_(core.function_count()),
      once_spawned_(core.function_count()),
      child_spawned_(core.function_count()),
      applies_(core.function_count()),
      enters_(core.function_count()),
      loops_itself_(core.modules().size()) {
  Names names = find_names(core, model);
  find_named_servers(core, model, names.taken);
  find_entering(core);
  find_own_loops(core, model);
  find_managed(core, model);
  find_applying(names.taken);
  find_spawned(core, model, names);
}

ProcessKinds::Names ProcessKinds::find_names(const Core& core, const Model& model) {
  size_t n = core.function_count();
  Names names{std::vector<bool>(n, false), std::vector<bool>(n, false)};
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool starts_itself = false;
    for (const Call& call : function.calls) {
      if (call.kind != CallKind::named) continue;
      if (takes_a_name(core, model, f, call) && !lets_others_on(core, model, f, call)) {
        names.taken[i] = true;
        if (registers(model, call) && !is_about_itself(core, model, f, call)) names.of_other[i] = true;
      }
      for (Symbol name : core.module_of(f).behaviours) {
        const BehaviourModel* b = model.behaviour(name);
        if (b != nullptr && note_start(core, *b, f, call)) starts_itself = true;
      }
    }
    // A function that has started a server gives it a name, or fails.
    if (starts_itself && names.of_other[i]) named_[function.module] = true;
    module_of_.push_back(function.module);
  }
  return names;
}

bool ProcessKinds::note_start(const Core& core, const BehaviourModel& behaviour, FunctionId f,
                              const Call& call) {
  const CoreFunction& function = core.function(f);
  bool starts_itself = false;
  for (const BehaviourStart& start : behaviour.started_by) {
    if (!(start.function == call.callee)) continue;
    starts_itself = true;
    if (start.name < 0 || !servers_[function.module].one()) continue;
    auto given = function.operands_in(call.arguments);
    const Value& who = function.value(given[static_cast<size_t>(start.module)]);
    bool itself = who.kind == ValueKind::constant &&
                  core.constant(core.constant(function.module, who.index)).text == core.module_of(f).name;
    ConstantId own = local_name(core, f, given[static_cast<size_t>(start.name)]);
    if (!own.valid() || !itself) continue;
    auto [it, is_new] = server_named_.try_emplace(own, function.module);
    if (!is_new && it->second != function.module) it->second = kSeveralModules;
  }
  for (const BehaviourStart& start : behaviour.entered_by) {
    if (start.function == call.callee) enters_[f.index()] = true;
  }
  return starts_itself;
}

// Servers that take a name while they are started.
void ProcessKinds::find_named_servers(const Core& core, const Model& model, const std::vector<bool>& takes) {
  constexpr int kCallsBelowStart = 3;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    if (function.is_fun || !function.exported) continue;
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b != nullptr && is_among(b->start, function) &&
          SurelyTakes(core, model, graph_, takes, f, kCallsBelowStart).holds())
        named_[function.module] = true;
    }
  }
}

// Functions that call one of their module that becomes its server.
void ProcessKinds::find_entering(const Core& core) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < enters_.size(); ++i) {
      if (enters_[i]) continue;
      for (FunctionId t : graph_.callees[i]) {
        if (enters_[t.index()] && core.module_index(t) == core.module_index(FunctionId(i)))
          enters_[i] = changed = true;
      }
    }
  }
}

void ProcessKinds::find_own_loops(const Core& core, const Model& model) {
  for (size_t m = 0; m < loops_itself_.size(); ++m) {
    for (Symbol name : core.modules()[m].behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b != nullptr && !b->callbacks.empty() && !servers_[m].started) loops_itself_[m] = true;
    }
  }
}

// A handler is added to one event manager, which has a name, unless the program says otherwise.
void ProcessKinds::find_managed(const Core& core, const Model& model) {
  for (size_t m = 0; m < managed_.size(); ++m) {
    const std::vector<Symbol>& names = core.modules()[m].behaviours;
    managed_[m] = std::any_of(names.begin(), names.end(), [&](Symbol name) {
      const BehaviourModel* b = model.behaviour(name);
      return b != nullptr && b->one_manager;
    });
  }
}

// Functions that are started to run what they are told to: once, and not the name's holder.
void ProcessKinds::find_applying(const std::vector<bool>& takes) {
  std::vector<bool> started(applies_.size(), false);
  for (const auto& targets : graph_.spawned) {
    for (FunctionId t : targets) started[t.index()] = true;
  }
  for (size_t i = 0; i < started.size(); ++i) applies_[i] = started[i] && !graph_.in_circle[i] && !takes[i];
}

// The process takes the name itself, a call or two deep.
bool ProcessKinds::takes_soon(const std::vector<bool>& takes, FunctionId f, int depth) const {
  const std::vector<CallSite>& sites = graph_.sites[f.index()];
  return takes[f.index()] ||
         (depth > 0 && std::any_of(sites.begin(), sites.end(), [&](const CallSite& s) {
            return s.how != Callback::spawn && !runs_one_of(f, s) && takes_soon(takes, s.function, depth - 1);
          }));
}

void ProcessKinds::find_spawned(const Core& core, const Model& model, const Names& names) {
  constexpr int kDepth = 2;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    if (is_script_main(core, FunctionId(i))) once_spawned_[i] = true;
    for (const CallSite& start : graph_.sites[i]) {
      if (start.how != Callback::spawn) continue;
      FunctionId started = start.function;
      bool by_starter = !start.in_loop && (names.of_other[i] || (names.taken[i] && !graph_.in_circle[i]));
      if (by_starter || takes_soon(names.taken, started, kDepth)) {
        named_spawned_[started.index()] = true;
        uint32_t m = module_of_[started.index()];
        if (loops_itself_[m] || enters_[started.index()]) named_[m] = true;
      }
      Started often = how_often_started(core, model, started);
      if (often == Started::once) once_spawned_[started.index()] = true;
      if (often == Started::likely_once) child_spawned_[started.index()] = true;
      for (const CallSite& site : graph_.sites[started.index()]) {
        if (runs_one_of(started, site) && takes_soon(names.taken, site.function, kDepth))
          named_spawned_[site.function.index()] = true;
      }
    }
  }
}

bool ProcessKinds::runs_one_of(FunctionId f, const CallSite& site) const {
  return applies_[f.index()] && !site.in_loop && site.how == Callback::once &&
         graph_.sites_of(f, site.call).size() > 1;
}

// Once: it is started only by one call after the other, none in a loop, from the start of a single server or
// from where a process has just taken a name. Likely: one of the calls is that of a supervisor, which others
// may tell to do the same again.
ProcessKinds::Started ProcessKinds::how_often_started(const Core& core, const Model& model,
                                                      FunctionId f) const {
  constexpr int kSteps = 12;
  Started once = Started::once;
  const std::vector<CallSite>& starts = graph_.callers[f.index()];
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
    bool child = step > 0 && graph_.callers[f.index()].empty();
    const std::vector<CallSite>& callers = child ? graph_.supervised[f.index()] : graph_.callers[f.index()];
    if (callers.size() != 1 || callers[0].in_loop) return Started::any;
    if (child) {
      once = Started::likely_once;
    } else {
      if ((callers[0].how == Callback::spawn) != (step == 0)) return Started::any;
      if (step > 0 && exported_for_others(core, graph_, f)) return Started::any;
    }
    f = callers[0].function;
    if (callers[0].call >= graph_.named_from[f.index()])
      return graph_.in_circle[f.index()] ? Started::any : once;
  }
  return Started::any;
}

Role ProcessKinds::holder_of(ConstantId name) const {
  auto it = server_named_.find(name);
  if (it != server_named_.end() && it->second != kSeveralModules)
    return {RoleKind::server, it->second, FunctionId()};
  return {RoleKind::holder, name.value, FunctionId()};
}

std::optional<Process> ProcessKinds::process_of(const Role& role) const {
  constexpr uint32_t kSpawned = 1u << 31, kHolder = 1u << 30;
  auto server = [&](uint32_t module) {
    return Process{module, servers_[module].one(), named_[module], managed_[module], false};
  };
  Role r = role.after_start();
  switch (r.kind) {
    case RoleKind::anyone:
      break;
    case RoleKind::server: {
      Process p = server(r.module);
      p.of_all_nodes = servers_[r.module].one_of_all_nodes();
      return p;
    }
    case RoleKind::start:  // never after it
    case RoleKind::spawned: {
      size_t f = r.function.index();
      if (loops_itself_[module_of_[f]] || enters_[f]) return server(module_of_[f]);
      return Process{kSpawned | r.function.value, once_spawned_[f], named_spawned_[f], child_spawned_[f],
                     false};
    }
    case RoleKind::holder:
      return Process{kHolder | r.module, true, true, false, false};
  }
  return std::nullopt;
}

}  // namespace dh::erlang
