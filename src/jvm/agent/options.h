// What `deadheat run` tells the agent: a file of lines `key TAB value TAB value...`, named in the agent's
// options. The program validates; the agent trusts it but survives a damaged one.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "jvm/agent/confirm_targets.h"
#include "jvm/agent/sampling_plan.h"
#include "jvm/agent_options.h"

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

struct AgentOptions {
  std::string chain;
  std::vector<std::string> load;  // libraries with tools
  std::string dump_classes;       // folder for rewritten classes; empty: none
  std::string reports;            // folder: every JVM writes its own file there
  size_t max_reports = 10000;
  SamplingPlan sampling;
  std::vector<std::string> include;  // prefixes of class names, internal form; empty: all
  std::vector<std::string> exclude;
  bool one_per_object = false;
  bool one_per_array = false;
  bool arrays = true;
  OnDeadlock on_deadlock = OnDeadlock::end_if_stuck;
  std::set<Optimisation> without;  // switched off
  std::vector<HookLine> hooks;
  ConfirmOptions confirm;

  bool uses(Optimisation optimisation) const { return !without.contains(optimisation); }
};

Result<AgentOptions> read_agent_options(const std::string& path);

}  // namespace dh::jvm
