// What `deadheat run` tells the agent: a file of lines `key TAB value TAB value...`, named in the agent's
// options. The program validates; the agent trusts it but survives a damaged one.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "jvm/agent/confirm_targets.h"

namespace dh::jvm {

// One shim call of a modelled library call (models/jvm.toml), ready for the rewriter.
struct HookLine {
  std::string
      scope;  // empty: in instrumented classes; else the JDK class (or prefix with *) whose calls are meant
  std::string owner, name, descriptor;  // descriptor empty: any
  bool any_subclass = false;
  std::string when;  // before, after, replace
  std::string shim_owner, shim_method;
  std::vector<std::string> operands;  // receiver, result, site, argument indexes
};

// What happens to a program in which threads wait for each other for ever.
enum class OnDeadlock : uint8_t {
  end_if_stuck,  // ended when no other thread runs either
  end,
  go_on,
};

struct AgentOptions {
  std::string chain;
  std::string reports;  // folder: every JVM writes its own file there
  size_t max_reports = 10000;
  uint32_t sample = 1;
  std::vector<std::string> include;  // prefixes of class names, internal form; empty: all
  std::vector<std::string> exclude;
  bool one_per_object = false;
  bool one_per_array = false;
  bool arrays = true;
  OnDeadlock on_deadlock = OnDeadlock::end_if_stuck;
  std::vector<std::string> without;  // optimisations that are switched off
  std::vector<HookLine> hooks;
  ConfirmOptions confirm;

  bool uses(std::string_view optimisation) const;
};

Result<AgentOptions> read_agent_options(const std::string& path);

}  // namespace dh::jvm
