// How `deadheat run` starts Java programs: the agent's options and the command that loads it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/jvm_models.h"

namespace dh {

struct JavaRun {
  std::string chain;
  std::string record;
  std::vector<std::string> include;  // packages or classes: "com.example", "com.example.Main"
  std::vector<std::string> exclude;
  int64_t max_reports = 10000;
  int64_t sample = 1;
  bool one_per_object = false;
  bool one_per_array = false;
  bool no_arrays = false;
  std::string on_deadlock = "end-if-stuck";
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

// The command with the agent's option behind `java`.
std::vector<std::string> with_java_agent(std::vector<std::string> command, const std::string& option);

}  // namespace dh
