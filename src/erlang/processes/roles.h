// Which processes run which function.
#pragma once

#include <optional>
#include <vector>

#include "erlang/core/callbacks.h"
#include "erlang/processes/call_graph.h"
#include "erlang/processes/process_kinds.h"
#include "erlang/processes/starts.h"
#include "erlang/processes/test_code.h"

namespace dh::erlang {

// Processes of the program that are seen to run something, not counting callers from outside of it.
struct SeenProcesses {
  bool several = false;
  std::optional<Process> one;

  SeenProcesses& operator|=(const SeenProcesses& other) {
    several = several || other.several || (one && other.one && !(*one == *other.one));
    if (!one) one = other.one;
    return *this;
  }
};

class Roles {
 public:
  Roles(const Core& core, const Model& model, const Values& values, const CallGraph& graph);

  // Sorted; `anyone` alone when there are too many to distinguish.
  const std::vector<Role>& of(FunctionId f) const { return roles_[f.index()]; }
  using Process = dh::erlang::Process;
  // The process that alone runs a function.
  const std::optional<Process>& process_of(FunctionId f) const { return processes_[f.index()]; }
  std::optional<Process> process_of(const std::vector<Role>& roles) const;
  // As what it is called from outside of the program, or by its behaviour; sorted.
  const std::vector<Role>& entered_by(FunctionId f) const { return entries_[f.index()]; }
  // Nothing in the program leads to it but functions that are named as tests, and that nothing calls.
  bool only_tested(FunctionId f) const { return !test_code_.used[f.index()]; }
  // It is code of tests, which nothing else leads to.
  bool is_test_code(FunctionId f) const { return test_code_.own[f.index()]; }
  // Any process may run it, but only through another form of a function, which nothing here calls: that
  // function.
  FunctionId by_other_form(FunctionId f) const { return by_other_form_[f.index()]; }
  // The processes of the program that run a function.
  const SeenProcesses& seen_in(FunctionId f) const { return seen_processes_[f.index()]; }
  // The program is an application, with its processes, and not just a library.
  bool in_application() const { return in_application_; }
  // The process that has a name.
  Role holder_of(ConstantId name) const { return kinds_.holder_of(name); }
  bool only_at_start(FunctionId f) const;
  // What the function does in or by one of its calls: a process may get ready in the middle of a function.
  bool only_at_start(FunctionId f, uint32_t call) const;
  // Some of those starts may happen any number of times, at the same time.
  bool at_start_of_many(FunctionId f) const;
  // As which process a function runs that is called there by one that runs as `caller`.
  Role at_call(FunctionId f, const CallSite& site, const Role& caller) const;
  // The function is started as a process to run one of several there.
  bool runs_one_of(FunctionId f, const CallSite& site) const { return kinds_.runs_one_of(f, site); }
  // What every caller holds: a lock, a transaction, a claim, or that it runs one at a time.
  Guards guards_of(FunctionId f) const { return guards_[f.index()]; }
  // Every caller has registered itself under a fixed name before: one process at a time.
  bool under_name(FunctionId f) const { return under_name_[f.index()]; }
  std::string text(const Core& core, const Role& role) const;

 private:
  void find_entries(const Core& core, const Model& model, const std::vector<bool>& called,
                    const std::vector<Role>& served, std::vector<FunctionId>& other_forms,
                    std::vector<bool>& callbacks);
  std::vector<std::vector<CallSite>> implicit_calls(const Core& core,
                                                    const std::vector<CallSite>& passed) const;
  void find_by_other_form(const std::vector<FunctionId>& other_forms);
  void propagate(const Core& core, const std::vector<bool>& callbacks, const std::vector<CallSite>& passed,
                 const std::vector<std::vector<CallSite>>& implicit);
  void add(FunctionId f, const Role& role);
  void enter_tests(const Core& core, const std::vector<bool>& callbacks, const std::vector<CallSite>& passed,
                   const std::vector<std::vector<CallSite>>& implicit);
  void find_seen(const Core& core, const std::vector<bool>& callbacks, const std::vector<CallSite>& passed,
                 const std::vector<std::vector<CallSite>>& implicit);
  SeenProcesses seen_among(const std::vector<Role>& roles) const;
  void leave_start();
  void find_many();

  const CallGraph& graph_;
  Starts starts_;
  ProcessKinds kinds_;
  std::vector<std::vector<Role>> roles_, entries_;
  std::vector<std::optional<Process>> processes_;  // by function
  std::vector<SeenProcesses> seen_processes_;      // by function
  bool in_application_ = false;
  std::vector<bool> many_spawned_;  // functions that are started at a place which runs any number of times
  std::vector<bool>
      starts_here_;  // functions in which a process gets ready, and that only run up to then before
  std::vector<bool> under_name_;
  std::vector<Guards> guards_;
  TestCode test_code_;
  std::vector<FunctionId> by_other_form_;
  std::vector<FunctionId> queue_;  // while roles are found
  std::vector<FunctionId> tests_;  // entered from outside
  std::vector<bool> settled_;      // while tests are entered: functions that processes of the program run
};

}  // namespace dh::erlang
