// Which processes run which function.
#pragma once

#include <optional>
#include <vector>

#include "erlang/core/callbacks.h"
#include "erlang/processes/call_graph.h"
#include "erlang/processes/server_starts.h"
#include "erlang/processes/starts.h"

namespace dh::erlang {

enum class RoleKind : uint8_t {
  anyone,   // any process may call it
  server,   // callbacks of a behaviour: one process per server
  start,    // runs once, when something is started
  spawned,  // a process started at some place
  holder,   // the process that holds a name
};

struct Role {
  RoleKind kind = RoleKind::anyone;
  uint32_t module = 0;  // of server and start; of holder: the name, a constant
  FunctionId function;  // of spawned, and of start where that is the start of such a process

  friend auto operator<=>(const Role&, const Role&) = default;
};

class Roles {
 public:
  Roles(const Core& core, const Model& model, const Values& values, const CallGraph& graph);

  // Sorted; `anyone` alone when there are too many to tell apart.
  const std::vector<Role>& of(FunctionId f) const { return roles_[f.index()]; }
  // The kind of process that alone runs a function: a server, or the processes started at one place.
  struct Process {
    uint32_t id = 0;
    bool single = false;        // there is one at a time: it is started under a name
    bool takes_name = false;    // likewise: it registers, or makes a table, under a fixed name
    bool likely = false;        // likewise, as far as is seen: a supervisor starts it as one child
    bool of_all_nodes = false;  // its name is one for all nodes: there is one on all of them together

    bool only_one() const { return single || takes_name; }
    friend bool operator==(const Process& a, const Process& b) { return a.id == b.id; }
  };
  std::optional<Process> process_of(FunctionId f) const { return process_of(of(f)); }
  std::optional<Process> process_of(const std::vector<Role>& roles) const;
  // Whoever calls it from outside of the program, or by its behaviour; sorted.
  const std::vector<Role>& entered_by(FunctionId f) const { return entries_[f.index()]; }
  // Nothing in the program leads to it but functions that are named as tests, and that nothing calls.
  bool only_tested(FunctionId f) const { return !used_[f.index()]; }
  // It is code of tests, which nothing else leads to.
  bool is_test_code(FunctionId f) const { return test_code_[f.index()]; }
  // Any process may run it, but only through another form of a function, which nothing here calls: that
  // function.
  FunctionId by_other_form(FunctionId f) const { return by_other_form_[f.index()]; }
  // The process that has a name.
  Role holder_of(ConstantId name) const;
  bool only_at_start(FunctionId f) const;
  // What the function does in or by one of its calls: a process may get ready in the middle of a function.
  bool only_at_start(FunctionId f, uint32_t call) const;
  // Some of those starts may happen any number of times, at the same time.
  bool at_start_of_many(FunctionId f) const;
  // As which process a function runs that is called there by one that runs as `caller`.
  Role at_call(FunctionId f, const CallSite& site, const Role& caller) const;
  // The function is started as a process to run one of several there.
  bool runs_one_of(FunctionId f, const CallSite& site) const;
  // What whoever calls it holds: a lock, a transaction, a claim, or that it runs one at a time.
  Guards guards_of(FunctionId f) const { return guards_[f.index()]; }
  // Whoever calls it has registered itself under a fixed name before: one process at a time.
  bool under_name(FunctionId f) const { return under_name_[f.index()]; }
  std::string text(const Core& core, const Role& role) const;

 private:
  template <typename WayIn>
  std::vector<bool> only_below(const CallGraph& graph, const std::vector<bool>& top, bool stays,
                               WayIn&& way_in) const;
  void find_guards(const Core& core, const Model& model, const CallGraph& graph);
  void find_by_other_form();
  template <typename IsTest>
  std::vector<bool> find_used(const Core& core, IsTest&& is_test) const;
  void find_test_code(const Core& core);
  void find_under_name(const Core& core, const Model& model, const CallGraph& graph,
                       const std::vector<bool>& called);

  static constexpr uint32_t kSeveralModules = UINT32_MAX;

  void propagate(const Core& core, const std::vector<bool>& callbacks);
  void add(FunctionId f, const Role& role);
  static Role after_start(const Role& role);
  void leave_start();
  void find_many();
  void find_applying(const std::vector<bool>& takes_name);

  std::vector<std::vector<Role>> roles_, entries_;
  enum class Started : uint8_t { any, likely_once, once };
  Started how_often_started(const Core& core, const Model& model, const CallGraph& graph, FunctionId f) const;
  void find_single(const Core& core, const Model& model, const Values& values, const CallGraph& graph);

  std::vector<ServerNames> servers_;  // by module
  std::vector<bool> named_;           // modules whose process takes a name
  std::vector<bool> named_spawned_;   // functions that are started and take a name
  std::vector<bool> once_spawned_;    // functions that are started once for each start of a single server
  std::vector<bool> child_spawned_;   // the same, where a supervisor starts them as one child
  std::vector<bool> many_spawned_;    // functions that are started at a place which runs any number of times
  std::vector<bool> applies_;         // functions that are started and then run one of those they are told to
  std::vector<bool> enters_;          // functions that become the server of their module
  std::vector<bool> loops_itself_;    // modules of servers that are not started by their behaviour
  std::vector<uint32_t> module_of_;   // functions
  FlatMap<ConstantId, uint32_t> server_named_;  // modules, by the name that their server is started under
  std::vector<bool> under_name_, used_, test_code_;
  std::vector<Guards> guards_;
  const CallGraph& graph_;
  Starts starts_;
  std::vector<FunctionId> other_forms_, by_other_form_;
  // Functions in which a process gets ready, and that only run up to then before.
  std::vector<bool> starts_here_;
  std::vector<FunctionId> queue_;  // while roles are found
};

// An exported function that only its own module calls, by its plain name, is exported for others.
bool exported_for_others(const Core& core, const CallGraph& graph, FunctionId f);

// By function: the form of it that other modules call, where it is exported but only another form of that.
std::vector<FunctionId> find_other_forms(const Core& core, const CallGraph& graph);

}  // namespace dh::erlang
