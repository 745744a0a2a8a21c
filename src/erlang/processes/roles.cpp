#include "erlang/processes/roles.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMostRoles = 4;

// By its name: of EUnit, of Common Test, or test_this.
bool is_test(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  std::string name = core.text(function.name), module = core.text(core.module_of(f).name);
  return name.starts_with("test_") || name.ends_with("_test") || name.ends_with("_test_") ||
         module.ends_with("_SUITE") || module.ends_with("_tests");
}

// By where Common Test and EUnit look for what they run.
bool is_run_as_test(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  std::string name = core.text(function.name), module = core.text(core.module_of(f).name);
  bool eunit = function.arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"));
  return eunit || module.ends_with("_SUITE") || module.ends_with("_tests");
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
    if (is_callback(core, model, f) || is_among(model.sys.callbacks, core.function(f)))
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

bool exported_for_others(const Core& core, const CallGraph& graph, FunctionId f) {
  const CoreFunction& function = core.function(f);
  if (!function.exported || function.is_fun) return false;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = core.function(site.function);
    return caller.module == function.module && caller.calls[site.call].local;
  });
}

Roles::Roles(const Core& core, const Model& model, const Values& values, const CallGraph& graph)
    : graph_(graph), starts_(find_starts(core, model, graph)) {
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
  find_single(core, model, values, graph);
  other_forms_ = find_other_forms(core, graph);
  auto enter = [&](FunctionId f, const Role& role) {
    entries_[f.index()].push_back(role);
    add(f, role);
  };
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool callback = false;
    for (Symbol name : core.module_of(f).behaviours) {
      const BehaviourModel* b = model.behaviour(name);
      if (b == nullptr || function.is_fun || !function.exported) continue;
      bool starts = is_among(b->start, function);
      if (!starts && !is_among(b->callbacks, function) && b->all_exported != static_cast<int>(function.arity))
        continue;
      callback = true;
      callbacks[i] = true;
      enter(f, {starts ? RoleKind::start : RoleKind::server, function.module, FunctionId()});
    }
    // What sys calls is run by the process itself, whoever that is.
    bool by_sys = is_among(model.sys.callbacks, function);
    bool open = (!called[i] && (function.exported || function.is_fun)) || exported_for_others(core, graph, f);
    if (callback || by_sys || !open) other_forms_[i] = FunctionId();
    if (!callback && !by_sys && open && !other_forms_[i].valid()) enter(f, Role());
    for (FunctionId t : graph.spawned[i]) {
      bool starts = begins_with_start(core, model, graph, starts_, t);
      add(t, {starts ? RoleKind::start : RoleKind::spawned, 0, t});
    }
  }
  propagate(core, callbacks);
  leave_start();
  find_many();
  find_by_other_form();
  used_ = find_used(core, is_test);
  find_test_code(core);
  find_guards(core, model, graph);
}

// Whoever calls another form is taken to be who calls the one that is called.
void Roles::find_by_other_form() {
  by_other_form_.assign(roles_.size(), FunctionId());
  std::vector<std::pair<FunctionId, FunctionId>> todo;  // function, form
  auto reach = [&](FunctionId f, FunctionId form) {
    if (by_other_form_[f.index()].valid()) return;
    by_other_form_[f.index()] = form;
    todo.push_back({f, form});
  };
  for (uint32_t i = 0; i < roles_.size(); ++i) {
    if (!other_forms_[i].valid()) continue;
    if (roles_[i].empty()) roles_[i] = roles_[other_forms_[i].index()];
    reach(FunctionId(i), other_forms_[i]);
  }
  while (!todo.empty()) {
    auto [f, form] = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph_.sites[f.index()]) {
      if (site.how != Callback::spawn) reach(site.function, form);
    }
  }
}

// The start of a process that a function is started as is a part of what that process does.
void Roles::add(FunctionId f, const Role& role) {
  std::vector<Role>& roles = roles_[f.index()];
  if (!roles.empty() && roles[0].kind == RoleKind::anyone) return;
  bool of_spawned = role.function.valid();
  Role whole = after_start(role);
  if (of_spawned && std::binary_search(roles.begin(), roles.end(), whole)) return;
  auto at = std::lower_bound(roles.begin(), roles.end(), role);
  if (at != roles.end() && *at == role) return;
  if (of_spawned && role == whole) std::erase(roles, Role{RoleKind::start, 0, role.function});
  if (role.kind == RoleKind::anyone || roles.size() >= kMostRoles) {
    roles.assign(1, Role());
  } else {
    roles.insert(std::lower_bound(roles.begin(), roles.end(), role), role);
  }
  queue_.push_back(f);
}

void Roles::propagate(const Core& core, const std::vector<bool>& callbacks) {
  while (!queue_.empty()) {
    FunctionId f = queue_.back();
    queue_.pop_back();
    std::vector<Role> roles = roles_[f.index()];
    const std::vector<CallSite>& sites = graph_.sites[f.index()];
    bool tests_holder =
        std::any_of(sites.begin(), sites.end(), [](const CallSite& s) { return s.holder.valid(); });
    for (const CallSite& site : sites) {
      FunctionId t = site.function;
      if (site.how == Callback::spawn) continue;
      // The behaviour's own code calls back in the process that was started for it.
      bool locks = site.how == Callback::locked || site.how == Callback::transaction;
      if (!locks && callbacks[t.index()] && core.module_index(t) != core.module_index(f)) continue;
      ConstantId name = tests_holder ? only_as_holder(sites, t) : ConstantId();
      if (name.valid()) {
        add(t, holder_of(name));
        continue;
      }
      for (const Role& r : roles) add(t, at_call(f, site, r));
    }
  }
}

Role Roles::after_start(const Role& role) {
  if (role.kind != RoleKind::start) return role;
  if (role.function.valid()) return {RoleKind::spawned, 0, role.function};
  return {RoleKind::server, role.module, FunctionId()};
}

Role Roles::at_call(FunctionId f, const CallSite& site, const Role& caller) const {
  Role role = caller;
  if (role.kind == RoleKind::start && starts_.ends_start(f)) {
    // Of several that may be called there, some say that the process is ready: the others have nothing to do
    // with it.
    bool ends = starts_.ends_start(site.function);
    auto others = graph_.sites_of(f, site.call);
    bool before = ends || std::none_of(others.begin(), others.end(), [&](const CallSite& s) {
                    return s.how != Callback::spawn && starts_.ends_start(s.function);
                  });
    if (!before || starts_.is_after(f, site.call)) role = after_start(role);
  }
  if (role.function == f && runs_one_of(f, site)) role.function = site.function;
  return role;
}

// A process that is started to run one of several functions is a process of that function.
bool Roles::runs_one_of(FunctionId f, const CallSite& site) const {
  return applies_[f.index()] && !site.in_loop && site.how == Callback::once &&
         graph_.sites_of(f, site.call).size() > 1;
}

// A function in which processes get ready is run by processes that are.
void Roles::leave_start() {
  starts_here_.assign(roles_.size(), false);
  for (uint32_t i = 0; i < roles_.size(); ++i) {
    FunctionId f(i);
    if (!starts_.has_part_after(f)) continue;
    starts_here_[i] = only_at_start(f);
    for (Role& r : roles_[i]) r = after_start(r);
    std::sort(roles_[i].begin(), roles_[i].end());
    roles_[i].erase(std::unique(roles_[i].begin(), roles_[i].end()), roles_[i].end());
  }
}

// What more than functions for tests leads to.
template <typename IsTest>
std::vector<bool> Roles::find_used(const Core& core, IsTest&& is_test) const {
  std::vector<bool> used(core.function_count(), false);
  std::vector<FunctionId> todo;
  auto use = [&](FunctionId f) {
    if (used[f.index()]) return;
    used[f.index()] = true;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    bool entered = !entries_[i].empty() || other_forms_[i].valid();
    if (entered && !is_test(core, f)) use(f);
  }
  while (!todo.empty()) {
    FunctionId f = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph_.sites[f.index()]) use(site.function);
  }
  return used;
}

// What tests call of the program is not theirs: others will call it when it is in use.
void Roles::find_test_code(const Core& core) {
  std::vector<bool> used = find_used(core, is_run_as_test);
  test_code_.assign(core.function_count(), false);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool of_tests = is_run_as_test(core, f) || function.is_fun || !function.exported;
    test_code_[i] = !used[i] && of_tests && !roles_[i].empty();
  }
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
      if (site.how != Callback::spawn && !way_in(FunctionId(f), site)) leaves(site.function.value);
    }
  }
  return below;
}

void Roles::find_guards(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = graph.callees.size();
  guards_.assign(n, 0);
  auto add = [&](Guards which, const std::vector<bool>& functions) {
    for (size_t i = 0; i < n; ++i) {
      if (functions[i]) guards_[i] |= which;
    }
  };
  auto called = [&](auto&& way_in) {
    std::vector<bool> top(n, false);
    for (const auto& sites : graph.sites) {
      for (const CallSite& site : sites) {
        if (site.how != Callback::spawn && way_in(FunctionId(), site)) top[site.function.index()] = true;
      }
    }
    return only_below(graph, top, false, way_in);
  };
  auto locks = [](bool in_vain) {
    return [in_vain](FunctionId, const CallSite& s) {
      return s.how == Callback::locked && s.in_vain == in_vain;
    };
  };
  add(guard::kLock, called(locks(false)));
  add(guard::kVainLock, called(locks(true)));
  add(guard::kTransaction,
      called([](FunctionId, const CallSite& s) { return s.how == Callback::transaction; }));
  add(guard::kClaim, called([](FunctionId, const CallSite& s) { return s.claimed; }));
  std::vector<bool> one(n, false);
  for (const FunctionKey& key : model.exclusive) {
    if (FunctionId f = core.find(key); f.valid()) one[f.index()] = true;
  }
  // At the start of a process nobody else is there yet.
  add(guard::kExclusive, only_below(graph, one, true, [&](FunctionId caller, const CallSite& site) {
        return only_at_start(caller, site.call);
      }));
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
  if (it != server_named_.end() && it->second != kSeveralModules)
    return {RoleKind::server, it->second, FunctionId()};
  return {RoleKind::holder, name.value, FunctionId()};
}

std::optional<Roles::Process> Roles::process_of(const std::vector<Role>& roles) const {
  constexpr uint32_t kSpawned = 1u << 31, kHolder = 1u << 30;
  std::optional<Process> result;
  for (const Role& role : roles) {
    Process p;
    Role r = after_start(role);
    switch (r.kind) {
      case RoleKind::anyone:
        return std::nullopt;
      case RoleKind::server:
        p = {r.module, servers_[r.module].one(), named_[r.module]};
        p.of_all_nodes = servers_[r.module].one_of_all_nodes();
        break;
      case RoleKind::start:  // never after it
      case RoleKind::spawned:
        p = {kSpawned | r.function.value, once_spawned_[r.function.index()],
             named_spawned_[r.function.index()], child_spawned_[r.function.index()]};
        if (uint32_t m = module_of_[r.function.index()]; loops_itself_[m] || enters_[r.function.index()])
          p = {m, servers_[m].one(), named_[m]};
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

bool Roles::only_at_start(FunctionId f, uint32_t call) const {
  if (!starts_.has_part_after(f)) return only_at_start(f);
  bool known = call < starts_.after[f.index()].size();
  return known && starts_here_[f.index()] && !starts_.is_after(f, call);
}

bool Roles::at_start_of_many(FunctionId f) const {
  const std::vector<Role>& roles = of(f);
  return std::any_of(roles.begin(), roles.end(), [&](const Role& r) {
    if (r.function.valid()) {
      bool may_start = r.kind == RoleKind::start || starts_here_[f.index()];
      return may_start && many_spawned_[r.function.index()] && !process_of({r})->only_one();
    }
    return r.kind == RoleKind::start && servers_[r.module].many && !named_[r.module];
  });
}

std::string Roles::text(const Core& core, const Role& role) const {
  switch (role.kind) {
    case RoleKind::anyone:
      return "any process";
    case RoleKind::server:
      return fmt::format("server {}", core.text(core.modules()[role.module].name));
    case RoleKind::start:
      if (role.function.valid())
        return fmt::format("start of a process running {}", core.name_of(role.function));
      return fmt::format("start of {}", core.text(core.modules()[role.module].name));
    case RoleKind::spawned:
      return fmt::format("process running {}", core.name_of(role.function));
    case RoleKind::holder:
      return fmt::format("process named {}", core.constant_text(ConstantId(role.module)));
  }
  return {};
}

}  // namespace dh::erlang
