// Which processes are one of their kind: servers that are started under a name, processes that take a name,
// and processes that are started once.
#pragma once

#include <optional>
#include <vector>

#include "erlang/processes/call_graph.h"
#include "erlang/processes/role.h"
#include "erlang/processes/server_starts.h"

namespace dh::erlang {

class ProcessKinds {
 public:
  ProcessKinds(const Core& core, const Model& model, const Values& values, const CallGraph& graph);

  // Nothing where any process may be meant.
  std::optional<Process> process_of(const Role& role) const;
  // The process that has a name.
  Role holder_of(ConstantId name) const;
  // The function is started as a process to run one of several there.
  bool runs_one_of(FunctionId f, const CallSite& site) const;
  // Several servers of a module can be started at the same time.
  bool has_many_servers(uint32_t module) const { return servers_[module].many && !named_[module]; }

 private:
  static constexpr uint32_t kSeveralModules = UINT32_MAX;
  enum class Started : uint8_t { any, likely_once, once };

  // What functions do about names: by function.
  struct Names {
    std::vector<bool> taken;     // it takes a name, or gives one
    std::vector<bool> of_other;  // to another process
  };
  Names find_names(const Core& core, const Model& model);
  // Whether a call starts the server of the caller's own module.
  bool note_start(const Core& core, const BehaviourModel& behaviour, FunctionId f, const Call& call);
  void find_named_servers(const Core& core, const Model& model, const std::vector<bool>& takes);
  void find_entering(const Core& core);
  void find_own_loops(const Core& core, const Model& model);
  void find_managed(const Core& core, const Model& model);
  void find_applying(const std::vector<bool>& takes);
  void find_spawned(const Core& core, const Model& model, const Names& names);
  bool takes_soon(const std::vector<bool>& takes, FunctionId f, int depth) const;
  Started how_often_started(const Core& core, const Model& model, FunctionId f) const;

  const CallGraph& graph_;
  std::vector<ServerNames> servers_;            // by module
  std::vector<bool> named_;                     // modules whose process takes a name
  std::vector<bool> managed_;                   // modules whose callbacks an event manager runs
  std::vector<bool> named_spawned_;             // functions that are started and take a name
  std::vector<bool> once_spawned_;              // functions started once for each start of a single server
  std::vector<bool> child_spawned_;             // the same, where a supervisor starts them as one child
  std::vector<bool> applies_;                   // functions that are started to run one of several
  std::vector<bool> enters_;                    // functions that become the server of their module
  std::vector<bool> loops_itself_;              // modules of servers that their behaviour does not start
  std::vector<uint32_t> module_of_;             // by function
  FlatMap<ConstantId, uint32_t> server_named_;  // modules, by the name that their server is started under
};

}  // namespace dh::erlang
