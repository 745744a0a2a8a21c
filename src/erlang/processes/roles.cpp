#include "erlang/processes/roles.h"

#include <algorithm>
#include <utility>

#include "erlang/core/spelling.h"
#include "erlang/processes/held_by_callers.h"
#include "erlang/processes/implicit_calls.h"
#include "erlang/processes/other_forms.h"
#include "erlang/processes/served_funs.h"

namespace dh::erlang {
namespace {

constexpr size_t kMaxRoles = 4;

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

// Functions that others in the program call.
std::vector<bool> find_called(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  std::vector<bool> called(n, false);
  for (size_t i = 0; i < n; ++i) {
    for (FunctionId t : graph.callees[i]) called[t.index()] = called[t.index()] || t.index() != i;
    for (FunctionId t : graph.spawned[i]) called[t.index()] = true;
    for (FunctionId t : graph.locked[i]) called[t.index()] = true;
  }
  // Functions that call each other in a circle which nothing else calls: others may know their names.
  for (const std::vector<FunctionId>& circle : closed_circles(core, model, graph)) {
    for (FunctionId f : circle) called[f.index()] = !core.function(f).exported;
  }
  return called;
}

// It has supervisors: they start its processes.
bool is_application(const Core& core, const Model& model) {
  const std::vector<CoreModule>& modules = core.modules();
  return std::any_of(modules.begin(), modules.end(), [&](const CoreModule& m) {
    return std::any_of(m.behaviours.begin(), m.behaviours.end(), [&](Symbol name) {
      const BehaviourModel* b = model.behaviour(name);
      return b != nullptr && b->children;
    });
  });
}

}  // namespace

Roles::Roles(const Core& core, const Model& model, const Values& values, const CallGraph& graph)
    : graph_(graph),
      starts_(find_starts(core, model, graph)),
      kinds_(core, model, values, graph),
      roles_(core.function_count()),
      entries_(core.function_count()) {
  size_t n = core.function_count();
  std::vector<bool> called = find_called(core, model, graph);
  std::vector<bool> called_by_name = called;
  for (const std::vector<CallSite>& sites : calls_by_unknown_module(core, graph, called)) {
    for (const CallSite& site : sites) called_by_name[site.function.index()] = true;
  }
  std::vector<CallSite> passed = passing_calls(core, model, graph);
  for (uint32_t i = 0; i < n; ++i) called_by_name[i] = called_by_name[i] || passed[i].function.valid();
  std::vector<Role> served = find_served_funs(core, model, graph, kinds_);
  std::vector<bool> callbacks(n, false), entered(n, false), has_roles(n, false);
  std::vector<FunctionId> other_forms = find_other_forms(core, graph);
  under_name_ = find_under_name(core, model, graph, called);
  in_application_ = is_application(core, model);
  find_entries(core, model, called_by_name, served, other_forms, callbacks);
  std::vector<std::vector<CallSite>> implicit = implicit_calls(core, passed);
  propagate(core, callbacks, passed, implicit);
  enter_tests(core, callbacks, passed, implicit);
  seen_processes_.resize(n);
  if (in_application_) find_seen(core, callbacks, passed, implicit);
  leave_start();
  find_many();
  find_by_other_form(other_forms);
  processes_.reserve(n);
  for (uint32_t i = 0; i < n; ++i) {
    processes_.push_back(process_of(roles_[i]));
    entered[i] = !entries_[i].empty();
    has_roles[i] = !roles_[i].empty();
  }
  guards_ = find_guards(core, model, graph, entered,
                        [&](FunctionId f, uint32_t call) { return only_at_start(f, call); });
  for (uint32_t i = 0; i < n; ++i) entered[i] = entered[i] || other_forms[i].valid();
  test_code_ = find_test_code(core, graph, implicit, entered, has_roles);
}

// As what each function is called by behaviours, by other programs, or when a process is started with it.
void Roles::find_entries(const Core& core, const Model& model, const std::vector<bool>& called,
                         const std::vector<Role>& served, std::vector<FunctionId>& other_forms,
                         std::vector<bool>& callbacks) {
  auto enter = [&](FunctionId f, const Role& role) {
    entries_[f.index()].push_back(role);
    add(f, role);
  };
  for (uint32_t i = 0; i < core.function_count(); ++i) {
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
    // What sys calls is run by the process itself, whichever that is.
    bool by_sys = is_among(model.sys.callbacks, function);
    bool open = (!called[i] && (function.exported || function.is_fun || is_eunit_test(core, f))) ||
                exported_for_others(core, graph_, f);
    if (callback || by_sys || !open) other_forms[i] = FunctionId();
    // A supervisor calls it, one start after the other.
    bool links = !callback && !function.is_fun && !core.module_of(f).behaviours.empty() &&
                 core.text(function.name) == "start_link";
    Role by = links ? Role{RoleKind::start, function.module, FunctionId()} : served[i];
    if (is_script_main(core, f)) by = {RoleKind::spawned, 0, f};
    if (!callback && !by_sys && open && !other_forms[i].valid()) {
      if (by == Role() && is_run_as_test(core, f)) {
        entries_[i].push_back(by);
        tests_.push_back(f);
      } else {
        enter(f, by);
      }
    }
    for (FunctionId t : graph_.spawned[i]) {
      bool starts = begins_with_start(core, model, graph_, starts_, t);
      add(t, {starts ? RoleKind::start : RoleKind::spawned, 0, t});
    }
  }
}

// Tests call functions of the program from any process; that says nothing of those that its processes run.
void Roles::enter_tests(const Core& core, const std::vector<bool>& callbacks,
                        const std::vector<CallSite>& passed,
                        const std::vector<std::vector<CallSite>>& implicit) {
  settled_.resize(roles_.size());
  for (uint32_t i = 0; i < roles_.size(); ++i) settled_[i] = !roles_[i].empty();
  for (FunctionId f : tests_) add(f, Role());
  propagate(core, callbacks, passed, implicit);
  settled_.clear();
}

// Callers of another form are taken for callers of the function that it passes on to.
void Roles::find_by_other_form(const std::vector<FunctionId>& other_forms) {
  by_other_form_.assign(roles_.size(), FunctionId());
  std::vector<std::pair<FunctionId, FunctionId>> todo;  // function, form
  auto reach = [&](FunctionId f, FunctionId form) {
    if (by_other_form_[f.index()].valid()) return;
    by_other_form_[f.index()] = form;
    todo.push_back({f, form});
  };
  for (uint32_t i = 0; i < roles_.size(); ++i) {
    if (!other_forms[i].valid()) continue;
    if (roles_[i].empty()) roles_[i] = roles_[other_forms[i].index()];
    reach(FunctionId(i), other_forms[i]);
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
  bool settled = !settled_.empty() && settled_[f.index()];
  if (settled || (!roles.empty() && roles[0].kind == RoleKind::anyone)) return;
  bool of_spawned = role.function.valid();
  Role whole = role.after_start();
  if (of_spawned && std::binary_search(roles.begin(), roles.end(), whole)) return;
  auto at = std::lower_bound(roles.begin(), roles.end(), role);
  if (at != roles.end() && *at == role) return;
  if (of_spawned && role == whole) std::erase(roles, Role{RoleKind::start, 0, role.function});
  if (role.kind == RoleKind::anyone || roles.size() >= kMaxRoles) {
    roles.assign(1, Role());
  } else {
    roles.insert(std::lower_bound(roles.begin(), roles.end(), role), role);
  }
  queue_.push_back(f);
}

// By caller: calls by an unknown module, and of funs that a library calls in the process of their maker.
std::vector<std::vector<CallSite>> Roles::implicit_calls(const Core& core,
                                                         const std::vector<CallSite>& passed) const {
  // What is entered or has other callers is not among those that nothing else calls.
  std::vector<bool> entered(roles_.size(), false);
  for (uint32_t i = 0; i < roles_.size(); ++i)
    entered[i] = !entries_[i].empty() || !graph_.callers[i].empty();
  std::vector<std::vector<CallSite>> implicit = calls_by_unknown_module(core, graph_, entered);
  for (uint32_t i = 0; i < passed.size(); ++i) {
    FunctionId maker = passed[i].function;
    if (maker.valid()) implicit[maker.index()].push_back(plain_call(FunctionId(i), passed[i].call));
  }
  return implicit;
}

void Roles::propagate(const Core& core, const std::vector<bool>& callbacks,
                      const std::vector<CallSite>& passed,
                      const std::vector<std::vector<CallSite>>& implicit) {
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
      // Any caller of the fun runs in the process that has passed it on.
      if (passed[t.index()].function.valid() && passed[t.index()].function != f) continue;
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
    for (const CallSite& site : implicit[f.index()]) {
      for (const Role& r : roles) add(site.function, at_call(f, site, r));
    }
  }
}

// The same as `propagate`, from the entries that are processes of the program only.
void Roles::find_seen(const Core& core, const std::vector<bool>& callbacks,
                      const std::vector<CallSite>& passed,
                      const std::vector<std::vector<CallSite>>& implicit) {
  std::vector<std::vector<Role>> all = std::exchange(roles_, std::vector<std::vector<Role>>(entries_.size()));
  for (uint32_t i = 0; i < entries_.size(); ++i) {
    for (const Role& role : entries_[i]) {
      if (role.kind != RoleKind::anyone) add(FunctionId(i), role);
    }
    for (FunctionId t : graph_.spawned[i]) add(t, {RoleKind::spawned, 0, t});
  }
  propagate(core, callbacks, passed, implicit);
  for (uint32_t i = 0; i < roles_.size(); ++i) seen_processes_[i] = seen_among(roles_[i]);
  roles_ = std::move(all);
}

// Of roles without callers from outside; `anyone`: too many to distinguish.
SeenProcesses Roles::seen_among(const std::vector<Role>& roles) const {
  SeenProcesses seen;
  for (const Role& role : roles) {
    std::optional<Process> process = kinds_.process_of(role);
    seen |= {!process || !(process->only_one() || process->likely), process};
  }
  return seen;
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
    if (!before || starts_.is_after(f, site.call)) role = role.after_start();
  }
  if (role.function == f && runs_one_of(f, site)) role.function = site.function;
  return role;
}

// A function in which processes get ready is run by processes that are.
void Roles::leave_start() {
  starts_here_.assign(roles_.size(), false);
  for (uint32_t i = 0; i < roles_.size(); ++i) {
    FunctionId f(i);
    if (!starts_.has_part_after(f)) continue;
    starts_here_[i] = only_at_start(f);
    for (Role& r : roles_[i]) r = r.after_start();
    std::sort(roles_[i].begin(), roles_[i].end());
    roles_[i].erase(std::unique(roles_[i].begin(), roles_[i].end()), roles_[i].end());
  }
}

// Functions that are started by a place which itself runs any number of times. Nothing is known of a function
// without callers, for example one that only supervisors call.
void Roles::find_many() {
  many_spawned_.assign(roles_.size(), false);
  auto note = [&](FunctionId t) {
    many_spawned_[t.index()] = true;
    for (const CallSite& site : graph_.sites[t.index()]) {
      if (runs_one_of(t, site)) many_spawned_[site.function.index()] = true;
    }
  };
  // A process that the start of one of many starts is one of many, too.
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

std::optional<Process> Roles::process_of(const std::vector<Role>& roles) const {
  std::optional<Process> result;
  for (const Role& role : roles) {
    std::optional<Process> p = kinds_.process_of(role);
    if (!p || (result && !(*result == *p))) return std::nullopt;
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
    return r.kind == RoleKind::start && kinds_.has_many_servers(r.module);
  });
}

std::string Roles::text(const Core& core, const Role& role) const {
  auto module = [&] {
    const CoreModule& m = core.modules()[role.module];
    return m.language == SourceLanguage::erlang ? core.text(m.name)
                                                : spell_atom(m.language, core.text(m.name));
  };
  switch (role.kind) {
    case RoleKind::anyone:
      return "any process";
    case RoleKind::server:
      return fmt::format("server {}", module());
    case RoleKind::start:
      if (role.function.valid())
        return fmt::format("start of a process running {}", core.name_of(role.function));
      return fmt::format("start of {}", module());
    case RoleKind::spawned:
      return fmt::format("process running {}", core.name_of(role.function));
    case RoleKind::holder:
      return fmt::format("process named {}", core.constant_text(ConstantId(role.module)));
  }
  return {};
}

}  // namespace dh::erlang
