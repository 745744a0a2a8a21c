#include "erlang/roles.h"

#include <algorithm>
#include <deque>

namespace dh::erlang {
namespace {

constexpr size_t kMostRoles = 4;

void sort_unique(std::vector<FunctionId>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

// Tarjan's algorithm with an explicit stack.
std::vector<std::vector<FunctionId>> components_of(const std::vector<std::vector<FunctionId>>& edges) {
  size_t n = edges.size();
  std::vector<uint32_t> number(n, 0), low(n, 0);
  std::vector<bool> on_stack(n, false);
  std::vector<FunctionId> stack;
  std::vector<std::pair<uint32_t, size_t>> frames;
  std::vector<std::vector<FunctionId>> result;
  uint32_t next = 1;
  for (uint32_t root = 0; root < n; ++root) {
    if (number[root] != 0) continue;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto& [v, at] = frames.back();
      if (at == 0) {
        number[v] = low[v] = next++;
        stack.push_back(FunctionId(v));
        on_stack[v] = true;
      }
      bool descended = false;
      while (at < edges[v].size()) {
        uint32_t w = edges[v][at++].value;
        if (number[w] == 0) {
          frames.push_back({w, 0});
          descended = true;
          break;
        }
        if (on_stack[w]) low[v] = std::min(low[v], number[w]);
      }
      if (descended) continue;
      uint32_t done = v;
      frames.pop_back();
      if (!frames.empty()) low[frames.back().first] = std::min(low[frames.back().first], low[done]);
      if (low[done] != number[done]) continue;
      std::vector<FunctionId>& component = result.emplace_back();
      FunctionId w;
      do {
        w = stack.back();
        stack.pop_back();
        on_stack[w.index()] = false;
        component.push_back(w);
      } while (w.value != done);
    }
  }
  return result;
}

const BehaviourModel* behaviour_of(const Model& model, Symbol name) {
  auto it = model.behaviours.find(name);
  return it == model.behaviours.end() ? nullptr : &it->second;
}

bool among(const std::vector<FunctionName>& names, const CoreFunction& f) {
  return std::find(names.begin(), names.end(), FunctionName{f.name, f.arity}) != names.end();
}

bool has_option(const Core& core, FunctionId f, ValueId options, std::string_view wanted) {
  auto elements = list_elements(core, f, options);
  if (!elements) return false;
  const CoreFunction& function = core.function(f);
  return std::any_of(elements->begin(), elements->end(), [&](ValueId e) {
    const Value& v = function.value(e);
    return v.kind == ValueKind::constant &&
           core.constant_text(core.constant(function.module, v.index)) == wanted;
  });
}

// Registers a fixed name, or makes a table under a fixed name: only one process at a time can.
bool takes_a_name(const Core& core, const Model& model, FunctionId f, const Call& call) {
  auto it = model.operations.find(call.callee);
  if (it == model.operations.end()) return false;
  const CoreFunction& function = core.function(f);
  for (const OperationModel& op : it->second) {
    if (op.effect != Effect::failing) continue;
    bool registers = model.states[op.state].rule == Rule::erlang_registry;
    for (size_t i = 0; i < op.roles.size(); ++i) {
      bool name = (registers && op.roles[i] == ArgRole::key) || op.roles[i] == ArgRole::new_table;
      auto arguments = function.operands_in(call.arguments);
      if (!name || function.value(arguments[i]).kind != ValueKind::constant) continue;
      if (registers || has_option(core, f, arguments.back(), "named_table")) return true;
    }
  }
  return false;
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

// Calls that come after `register(name, self())` in the body of a function, which has to succeed.
std::vector<FunctionId> called_under_name(const Core& core, const Model& model, const Values& values,
                                          FunctionId f) {
  const CoreFunction& function = core.function(f);
  auto takes_name = [&](const Call& call) {
    if (call.kind != CallKind::named || call.handles_error || !takes_a_name(core, model, f, call))
      return false;
    auto arguments = function.operands_in(call.arguments);
    return std::any_of(arguments.begin(), arguments.end(), [&](ValueId a) {
      const Value& v = function.value(a);
      return v.kind == ValueKind::call && function.calls[v.index].callee == model.self;
    });
  };
  std::vector<FunctionId> before, after;
  bool held = false;
  uint32_t next = 0;  // calls are numbered in the order of the text
  auto see = [&](uint32_t end) {
    for (; next < end; ++next) {
      for (const Target& t : values.targets(f, function.calls[next]))
        (held && t.how != Callback::spawn ? after : before).push_back(t.function);
    }
  };
  for (uint32_t i = 0; i < function.body.count; ++i) {
    const Statement& s = function.statements[function.body.first + i];
    if (s.kind != StatementKind::call || !takes_name(function.calls[s.index])) continue;
    see(s.index + 1);
    held = true;
  }
  if (!held) return {};
  see(static_cast<uint32_t>(function.calls.size()));
  sort_unique(before);
  std::erase_if(after, [&](FunctionId t) { return std::binary_search(before.begin(), before.end(), t); });
  sort_unique(after);
  return after;
}

}  // namespace

CallGraph make_call_graph(const Core& core, const Model& model, const Values& values,
                          const Parallelism& parallel) {
  CallGraph graph;
  size_t n = core.function_count();
  graph.callees.resize(n);
  graph.spawned.resize(n);
  graph.locked.resize(n);
  graph.under_name.resize(n);
  parallel_for(n, parallel, [&](size_t i) {
    FunctionId f(static_cast<uint32_t>(i));
    for (const Call& call : core.function(f).calls) {
      for (const Target& t : values.targets(f, call)) {
        bool locks = t.how == Callback::locked || t.how == Callback::transaction;
        (t.how == Callback::spawn ? graph.spawned
         : locks                  ? graph.locked
                                  : graph.callees)[i]
            .push_back(t.function);
      }
    }
    sort_unique(graph.callees[i]);
    sort_unique(graph.spawned[i]);
    sort_unique(graph.locked[i]);
    graph.under_name[i] = called_under_name(core, model, values, f);
  });
  std::vector<std::vector<FunctionId>> all = graph.callees;
  for (uint32_t i = 0; i < n; ++i) {
    all[i].insert(all[i].end(), graph.spawned[i].begin(), graph.spawned[i].end());
    all[i].insert(all[i].end(), graph.locked[i].begin(), graph.locked[i].end());
    // A fun comes before the function that makes it, which may hand it to somebody who calls it.
    const CoreFunction& f = core.function(FunctionId(i));
    if (f.is_fun) all[core.function_of(f.module, f.parent).index()].push_back(FunctionId(i));
  }
  for (auto& edges : all) sort_unique(edges);
  graph.components = components_of(all);
  graph.users.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId t : all[i]) graph.users[t.index()].push_back(FunctionId(i));
  }
  return graph;
}

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

Roles::Roles(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  roles_.resize(n);
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
  find_locked(graph);
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
      add(f, {starts ? RoleKind::start : RoleKind::server, function.module, FunctionId()});
    }
    // What sys calls is run by the process itself, whoever that is.
    bool by_sys = among(model.sys.callbacks, function);
    if (!callback && !by_sys && !called[i] && (function.exported || function.is_fun)) add(f, Role());
    for (FunctionId t : graph.spawned[i]) add(t, {RoleKind::spawned, 0, t});
  }
  while (!queue.empty()) {
    FunctionId f = queue.front();
    queue.pop_front();
    std::vector<Role> roles = roles_[f.index()];
    for (FunctionId t : graph.callees[f.index()]) {
      // The behaviour's own code calls back in the process that was started for it.
      if (callbacks[t.index()] && core.module_index(t) != core.module_index(f)) continue;
      for (const Role& r : roles) add(t, r);
    }
    for (FunctionId t : graph.locked[f.index()]) {
      for (const Role& r : roles) add(t, r);
    }
  }
}

// A server that is started under a name, or a process that takes one, is one of its kind.
void Roles::find_single(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  size_t modules = core.modules().size();
  single_.assign(modules, false);
  named_.assign(modules, false);
  loops_itself_.assign(modules, false);
  named_spawned_.assign(n, false);
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
          if (key == call.callee && arguments.first >= 0) single_[function.module] = true;
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
    }
  }
}

// The functions all of whose calls come from under a lock: the greatest set that is closed under that.
void Roles::find_locked(const CallGraph& graph) {
  size_t n = graph.callees.size();
  locked_.assign(n, false);
  for (const auto& targets : graph.locked) {
    for (FunctionId t : targets) locked_[t.index()] = true;
  }
  std::vector<std::vector<uint32_t>> callers(n);
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId t : graph.callees[i]) callers[t.index()].push_back(i);
  }
  // Down from the locked ones, then up again whatever has another caller.
  std::vector<uint32_t> todo;
  for (uint32_t i = 0; i < n; ++i) {
    if (locked_[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (FunctionId t : graph.callees[f]) {
      if (locked_[t.index()]) continue;
      locked_[t.index()] = true;
      todo.push_back(t.value);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n; ++i) {
      if (!locked_[i]) continue;
      bool open = std::any_of(callers[i].begin(), callers[i].end(), [&](uint32_t c) { return !locked_[c]; });
      if (!open) continue;
      locked_[i] = false;
      changed = true;
    }
  }
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

std::optional<Roles::Process> Roles::process_of(FunctionId f) const {
  constexpr uint32_t kSpawned = 1u << 31;
  std::optional<Process> result;
  for (const Role& r : of(f)) {
    Process p;
    switch (r.kind) {
      case RoleKind::anyone:
        return std::nullopt;
      case RoleKind::server:
      case RoleKind::start:
        p = {r.module, single_[r.module], named_[r.module]};
        break;
      case RoleKind::spawned:
        p = {kSpawned | r.function.value, false, named_spawned_[r.function.index()]};
        if (uint32_t m = module_of_[r.function.index()]; loops_itself_[m] || enters_[r.function.index()])
          p = {m, single_[m], named_[m]};
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
  }
  return {};
}

}  // namespace dh::erlang
