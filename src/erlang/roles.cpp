#include "erlang/roles.h"

#include <algorithm>
#include <deque>

namespace dh::erlang {
namespace {

constexpr size_t kMostRoles = 4;
constexpr uint32_t kSeveral = UINT32_MAX;  // modules

const BehaviourModel* behaviour_of(const Model& model, Symbol name) {
  auto it = model.behaviours.find(name);
  return it == model.behaviours.end() ? nullptr : &it->second;
}

bool among(const std::vector<FunctionName>& names, const CoreFunction& f) {
  return std::find(names.begin(), names.end(), FunctionName{f.name, f.arity}) != names.end();
}

// By its name: of EUnit, of Common Test, or test_this.
bool is_test(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  std::string name = core.text(function.name), module = core.text(core.module_of(f).name);
  return name.starts_with("test_") || name.ends_with("_test") || name.ends_with("_test_") ||
         module.ends_with("_SUITE") || module.ends_with("_tests");
}

// The name that the process has whenever it calls `callee`, among the calls of one function.
ConstantId only_as_holder(const std::vector<CallSite>& sites, FunctionId callee) {
  ConstantId name;
  for (const CallSite& site : sites) {
    if (site.function != callee || site.how == Callback::spawn) continue;
    if (!site.holder.valid() || (name.valid() && name != site.holder)) return {};
    name = site.holder;
  }
  return name;
}

// Components of several functions that no other function calls, and no behaviour.
std::vector<std::vector<FunctionId>> closed_circles(const Core& core, const Model& model,
                                                    const CallGraph& graph) {
  std::vector<uint32_t> component_of(core.function_count());
  for (uint32_t i = 0; i < graph.components.size(); ++i) {
    for (FunctionId f : graph.components[i]) component_of[f.index()] = i;
  }
  std::vector<bool> entered(graph.components.size(), false);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    if (is_callback(core, model, f) || among(model.sys.callbacks, core.function(f)))
      entered[component_of[i]] = true;
    for (const auto* edges : {&graph.callees, &graph.spawned, &graph.locked}) {
      for (FunctionId t : (*edges)[i]) {
        if (component_of[t.index()] != component_of[i]) entered[component_of[t.index()]] = true;
      }
    }
  }
  std::vector<std::vector<FunctionId>> result;
  for (uint32_t i = 0; i < graph.components.size(); ++i) {
    if (graph.components[i].size() > 1 && !entered[i]) result.push_back(graph.components[i]);
  }
  return result;
}

}  // namespace

void add_behaviours(std::vector<CoreModule>& modules, const Model& model) {
  for (CoreModule& module : modules) {
    for (const CoreFunction& f : module.functions) {
      for (const Call& call : f.calls) {
        if (call.kind != CallKind::named) continue;
        for (const auto& [name, behaviour] : model.behaviours) {
          for (const auto* list : {&behaviour.started_by, &behaviour.entered_by}) {
            for (const auto& [key, arguments] : *list) {
              if (!(key == call.callee) || arguments.second < 0) continue;
              const Value& v = f.value(f.operands_in(call.arguments)[static_cast<size_t>(arguments.second)]);
              if (v.kind != ValueKind::constant || module.constants[v.index].text != module.name) continue;
              if (std::find(module.behaviours.begin(), module.behaviours.end(), name) ==
                  module.behaviours.end())
                module.behaviours.push_back(name);
            }
          }
        }
      }
    }
  }
}

bool is_callback(const Core& core, const Model& model, FunctionId f) {
  const CoreFunction& function = core.function(f);
  if (function.is_fun || !function.exported) return false;
  for (Symbol name : core.module_of(f).behaviours) {
    const BehaviourModel* b = behaviour_of(model, name);
    if (b == nullptr) continue;
    if (among(b->callbacks, function) || among(b->start, function)) return true;
    if (b->all_exported == static_cast<int>(function.arity)) return true;
  }
  return false;
}

// An exported function that only its own module calls, by its plain name, is exported for others.
static bool exported_for_others(const Core& core, const CallGraph& graph, FunctionId f) {
  const CoreFunction& function = core.function(f);
  if (!function.exported || function.is_fun) return false;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = core.function(site.function);
    return caller.module == function.module && caller.calls[site.call].local;
  });
}

Roles::Roles(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  roles_.resize(n);
  entries_.resize(n);
  std::vector<bool> called(n, false), callbacks(n, false);
  for (size_t i = 0; i < n; ++i) {
    for (FunctionId t : graph.callees[i]) called[t.index()] = called[t.index()] || t.index() != i;
    for (FunctionId t : graph.spawned[i]) called[t.index()] = true;
    for (FunctionId t : graph.locked[i]) called[t.index()] = true;
  }
  // Functions that call each other in a circle which nothing else calls: whoever knows their names may.
  for (const std::vector<FunctionId>& circle : closed_circles(core, model, graph)) {
    for (FunctionId f : circle) called[f.index()] = !core.function(f).exported;
  }
  find_under_name(core, model, graph, called);
  find_single(core, model, graph);
  std::deque<FunctionId> queue;
  auto add = [&](FunctionId f, const Role& role) {
    std::vector<Role>& roles = roles_[f.index()];
    if (!roles.empty() && roles[0].kind == RoleKind::anyone) return;
    auto at = std::lower_bound(roles.begin(), roles.end(), role);
    if (at != roles.end() && *at == role) return;
    if (role.kind == RoleKind::anyone || roles.size() >= kMostRoles) {
      roles.assign(1, Role());
    } else {
      roles.insert(at, role);
    }
    queue.push_back(f);
  };
  auto enter = [&](FunctionId f, const Role& role) {
    entries_[f.index()].push_back(role);
    add(f, role);
  };
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool callback = false;
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = behaviour_of(model, name);
      if (b == nullptr || function.is_fun || !function.exported) continue;
      bool starts = among(b->start, function);
      if (!starts && !among(b->callbacks, function) && b->all_exported != static_cast<int>(function.arity))
        continue;
      callback = true;
      callbacks[i] = true;
      enter(f, {starts ? RoleKind::start : RoleKind::server, function.module, FunctionId()});
    }
    // What sys calls is run by the process itself, whoever that is.
    bool by_sys = among(model.sys.callbacks, function);
    bool open = (!called[i] && (function.exported || function.is_fun)) || exported_for_others(core, graph, f);
    if (!callback && !by_sys && open) enter(f, Role());
    for (FunctionId t : graph.spawned[i]) add(t, {RoleKind::spawned, 0, t});
  }
  while (!queue.empty()) {
    FunctionId f = queue.front();
    queue.pop_front();
    std::vector<Role> roles = roles_[f.index()];
    const std::vector<CallSite>& sites = graph.sites[f.index()];
    bool tests_holder =
        std::any_of(sites.begin(), sites.end(), [](const CallSite& s) { return s.holder.valid(); });
    auto pass_on = [&](FunctionId t) {
      ConstantId name = tests_holder ? only_as_holder(sites, t) : ConstantId();
      if (name.valid()) return add(t, holder_of(name));
      for (const Role& r : roles) add(t, r);
    };
    for (FunctionId t : graph.callees[f.index()]) {
      // The behaviour's own code calls back in the process that was started for it.
      if (callbacks[t.index()] && core.module_index(t) != core.module_index(f)) continue;
      pass_on(t);
    }
    for (FunctionId t : graph.locked[f.index()]) pass_on(t);
  }
  find_used(core, graph);
  find_locked(core, model, graph);
}

// What more than functions for tests leads to.
void Roles::find_used(const Core& core, const CallGraph& graph) {
  used_.assign(core.function_count(), false);
  std::vector<FunctionId> todo;
  auto use = [&](FunctionId f) {
    if (used_[f.index()]) return;
    used_[f.index()] = true;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    bool entered = !entries_[i].empty();
    if (entered && !is_test(core, f)) use(f);
  }
  while (!todo.empty()) {
    FunctionId f = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph.sites[f.index()]) use(site.function);
  }
}

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
  enters_.assign(n, false);
  std::vector<bool> takes(n, false);
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    for (const Call& call : function.calls) {
      if (call.kind != CallKind::named) continue;
      takes[i] = takes[i] || takes_a_name(core, model, f, call);
      for (Symbol name : core.module_of(f).behaviours) {
        const BehaviourModel* b = behaviour_of(model, name);
        if (b == nullptr) continue;
        for (const auto& [key, arguments] : b->started_by) {
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
          if (!fresh && it->second != function.module) it->second = kSeveral;
        }
        for (const auto& [key, arguments] : b->entered_by) {
          if (!(key == call.callee)) continue;
          enters_[i] = true;
          if (arguments.first >= 0) single_[function.module] = true;
        }
      }
    }
    if (takes[i] && !core.module_of(f).behaviours.empty()) named_[function.module] = true;
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
  for (size_t m = 0; m < modules; ++m) {
    for (Symbol name : core.modules()[m].behaviours) {
      const BehaviourModel* b = behaviour_of(model, name);
      if (b != nullptr && !b->callbacks.empty() && !single_[m]) loops_itself_[m] = true;
    }
  }
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId started : graph.spawned[i]) {
      // The name is taken by the process itself, a call or two deep, or by the one that starts it.
      bool single = takes[i] || takes[started.index()];
      for (FunctionId callee : graph.callees[started.index()]) {
        single = single || takes[callee.index()];
        for (FunctionId next : graph.callees[callee.index()]) single = single || takes[next.index()];
      }
      if (single) named_spawned_[started.index()] = true;
      if (started_once(core, model, graph, started)) once_spawned_[started.index()] = true;
    }
  }
}

// The only way to start it is one call after the other from the start of a single server, and none in a loop.
bool Roles::started_once(const Core& core, const Model& model, const CallGraph& graph, FunctionId f) const {
  constexpr int kSteps = 12;
  for (int step = 0; step < kSteps; ++step) {
    const CoreFunction& function = core.function(f);
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = behaviour_of(model, name);
      if (step > 0 && b != nullptr && function.exported && !function.is_fun && among(b->start, function))
        return single_[function.module];
    }
    const std::vector<CallSite>& callers = graph.callers[f.index()];
    if (callers.size() != 1 || callers[0].in_loop) return false;
    if ((callers[0].how == Callback::spawn) != (step == 0)) return false;
    f = callers[0].function;
  }
  return false;
}

// What runs only below the functions at `top`: the greatest set whose members are called by each other and by
// those alone. `stays`: those at the top are in it whoever calls them; otherwise `way_in` says of which
// calls.
template <typename WayIn>
std::vector<bool> Roles::only_below(const CallGraph& graph, const std::vector<bool>& top, bool stays,
                                    WayIn&& way_in) const {
  size_t n = graph.callees.size();
  std::vector<bool> below = top;
  std::vector<uint32_t> todo;
  for (uint32_t i = 0; i < n; ++i) {
    if (below[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (FunctionId t : graph.callees[f]) {
      if (below[t.index()]) continue;
      below[t.index()] = true;
      todo.push_back(t.value);
    }
  }
  // Who is called by others, too, is not among them, nor is who that one calls.
  auto leaves = [&](uint32_t f) {
    if (!below[f] || (stays && top[f])) return;
    below[f] = false;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < n; ++i) {
    if (!below[i]) todo.push_back(i);
    for (FunctionId t : graph.spawned[i]) leaves(t.value);
    if (!entries_[i].empty()) leaves(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph.sites[f]) {
      if (site.how != Callback::spawn && !way_in(site)) leaves(site.function.value);
    }
  }
  return below;
}

void Roles::find_locked(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = graph.callees.size();
  std::vector<bool> lock(n, false), claim(n, false), one(n, false);
  auto locks = [](const CallSite& site) {
    return site.how == Callback::locked || site.how == Callback::transaction;
  };
  for (const auto& sites : graph.sites) {
    for (const CallSite& site : sites) {
      if (locks(site)) lock[site.function.index()] = true;
      if (site.claimed && site.how != Callback::spawn) claim[site.function.index()] = true;
    }
  }
  for (const FunctionKey& key : model.exclusive) {
    if (FunctionId f = core.find(key); f.valid()) one[f.index()] = true;
  }
  locked_ = only_below(graph, lock, false, locks);
  claimed_ = only_below(graph, claim, false, [](const CallSite& site) { return site.claimed; });
  exclusive_ = only_below(graph, one, true, [](const CallSite&) { return false; });
}

// The functions all of whose calls come from a process that has taken a name before.
void Roles::find_under_name(const Core& core, const Model& model, const CallGraph& graph,
                            const std::vector<bool>& called) {
  size_t n = graph.callees.size();
  under_name_.assign(n, false);
  std::vector<uint32_t> todo;
  auto add = [&](FunctionId t) {
    if (under_name_[t.index()] || !called[t.index()] || is_callback(core, model, t)) return;
    under_name_[t.index()] = true;
    todo.push_back(t.value);
  };
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId t : graph.under_name[i]) add(t);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (FunctionId t : graph.callees[f]) add(t);
  }
  for (const auto& started : graph.spawned) {
    for (FunctionId t : started) under_name_[t.index()] = false;
  }
  // Who is called by others, too, is not among them, nor is who that one calls.
  for (uint32_t i = 0; i < n; ++i) {
    if (!under_name_[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    const std::vector<FunctionId>& held = graph.under_name[f];
    for (FunctionId t : graph.callees[f]) {
      if (!under_name_[t.index()] || std::binary_search(held.begin(), held.end(), t)) continue;
      under_name_[t.index()] = false;
      todo.push_back(t.value);
    }
  }
}

Role Roles::holder_of(ConstantId name) const {
  auto it = server_named_.find(name);
  if (it != server_named_.end() && it->second != kSeveral)
    return {RoleKind::server, it->second, FunctionId()};
  return {RoleKind::holder, name.value, FunctionId()};
}

std::optional<Roles::Process> Roles::process_of(const std::vector<Role>& roles) const {
  constexpr uint32_t kSpawned = 1u << 31, kHolder = 1u << 30;
  std::optional<Process> result;
  for (const Role& r : roles) {
    Process p;
    switch (r.kind) {
      case RoleKind::anyone:
        return std::nullopt;
      case RoleKind::server:
      case RoleKind::start:
        p = {r.module, single_[r.module], named_[r.module]};
        break;
      case RoleKind::spawned:
        p = {kSpawned | r.function.value, once_spawned_[r.function.index()],
             named_spawned_[r.function.index()]};
        if (uint32_t m = module_of_[r.function.index()]; loops_itself_[m] || enters_[r.function.index()])
          p = {m, single_[m], named_[m]};
        break;
      case RoleKind::holder:
        p = {kHolder | r.module, true, true};
        break;
    }
    if (result && !(*result == p)) return std::nullopt;
    result = p;
  }
  return result;
}

bool Roles::only_at_start(FunctionId f) const {
  const std::vector<Role>& roles = of(f);
  return !roles.empty() &&
         std::all_of(roles.begin(), roles.end(), [](const Role& r) { return r.kind == RoleKind::start; });
}

bool Roles::at_start_of_many(FunctionId f) const {
  const std::vector<Role>& roles = of(f);
  return std::any_of(roles.begin(), roles.end(), [&](const Role& r) {
    return r.kind == RoleKind::start && many_[r.module] && !single_[r.module] && !named_[r.module];
  });
}

std::string Roles::text(const Core& core, const Role& role) const {
  switch (role.kind) {
    case RoleKind::anyone:
      return "any process";
    case RoleKind::server:
      return fmt::format("server {}", core.text(core.modules()[role.module].name));
    case RoleKind::start:
      return fmt::format("start of {}", core.text(core.modules()[role.module].name));
    case RoleKind::spawned:
      return fmt::format("process running {}", core.name_of(role.function));
    case RoleKind::holder:
      return fmt::format("process named {}", core.constant_text(ConstantId(role.module)));
  }
  return {};
}

}  // namespace dh::erlang
