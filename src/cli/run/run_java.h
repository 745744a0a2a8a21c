// How `deadheat run` starts Java programs: the agent's options and the command that loads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/run/jvm_models.h"
#include "jvm/agent_options.h"

namespace dh {

// Accesses are checked at some times only.
struct JavaSampling {
  bool by_overhead = false;  // the share is of processor time; else of the run
  double share = 1;
  uint64_t seed = 1;
};

struct JavaRun {
  std::string chain;
  std::vector<std::string> load;  // libraries with tools, absolute paths
  std::string record;
  std::vector<std::string> include;  // packages or classes: "com.example", "com.example.Main"
  std::vector<std::string> exclude;
  int64_t max_reports = 10000;
  std::optional<JavaSampling> sampling;
  bool one_per_object = false;
  bool one_per_array = false;
  bool no_arrays = false;
  std::string on_deadlock = std::string(jvm::kOnDeadlockNames[0]);
  std::string dump_classes;          // folder for what the agent makes of classes; empty: none
  std::vector<std::string> without;  // optimisations that are switched off
  std::vector<JvmHook> hooks;
  std::vector<std::string> confirm;  // lines for the agent (cli/confirm.h)
};

bool is_java_command(const std::string& program);

// The agent's library beside this program; an error when the build has none.
Result<std::string> find_java_agent();

// Writes the agent's options into `folder`, where its reports will go, too; the option that loads the agent.
Result<std::string> prepare_java_agent(const JavaRun& run, const std::string& folder);

// The options of java that load the agent: it, and what goes with it.
std::string tool_options(const std::string& agent_option);

// The command with the agent's option after `java`.
std::vector<std::string> with_java_agent(std::vector<std::string> command, const std::string& option);

}  // namespace dh
