#include "erlang/processes/test_code.h"

#include <algorithm>

#include "analysis/worklist.h"

namespace dh::erlang {
namespace {

// By its name: of EUnit, of Common Test, or test_this.
bool is_test(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  std::string name = core.text(function.name), module = core.text(core.module_of(f).name);
  return name.starts_with("test_") || name.ends_with("_test") || name.ends_with("_test_") ||
         module.ends_with("_SUITE") || module.ends_with("_tests");
}

// A folder of tests, or of what they use.
bool is_in_folder_of_tests(std::string_view path) {
  constexpr std::string_view kFolders[] = {"test",        "eqc",        "eqc_test",     "integration_test",
                                           "system_test", "test_utils", "test_support", "test_helpers"};
  for (size_t end = path.find('/'); end != std::string_view::npos; end = path.find('/')) {
    std::string_view folder = path.substr(0, end);
    if (std::find(std::begin(kFolders), std::end(kFolders), folder) != std::end(kFolders)) return true;
    path.remove_prefix(end + 1);
  }
  return false;
}

// It stands in a module of tests, or in their folder.
bool is_in_tests(const Core& core, FunctionId f) {
  std::string module = core.text(core.module_of(f).name);
  const std::string& path = core.module_of(f).path;
  return module.ends_with("_SUITE") || module.ends_with("_tests") || module.ends_with("_test") ||
         is_in_folder_of_tests(path);
}

template <typename IsTest>
std::vector<bool> find_used(const Core& core, const CallGraph& graph,
                            const std::vector<std::vector<CallSite>>& implicit, std::vector<bool> entered,
                            IsTest&& is_test_function) {
  for (uint32_t i = 0; i < entered.size(); ++i)
    entered[i] = entered[i] && !is_test_function(core, FunctionId(i));
  return reachable(std::move(entered), [&](uint32_t f, auto&& reach) {
    for (const CallSite& site : graph.sites[f]) reach(site.function.value);
    for (const CallSite& site : implicit[f]) reach(site.function.value);
  });
}

}  // namespace

bool is_eunit_test(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  std::string name = core.text(function.name);
  return function.arity == 0 && !function.is_fun && (name.ends_with("_test") || name.ends_with("_test_"));
}

bool is_run_as_test(const Core& core, FunctionId f) {
  return is_eunit_test(core, f) || is_in_tests(core, f);
}

// What tests call of the program is not theirs: others will call it when it is in use.
TestCode find_test_code(const Core& core, const CallGraph& graph,
                        const std::vector<std::vector<CallSite>>& implicit, const std::vector<bool>& entered,
                        const std::vector<bool>& has_roles) {
  TestCode result{find_used(core, graph, implicit, entered, is_test),
                  std::vector<bool>(core.function_count(), false)};
  // An exported function that only tests call here is for others, and so is what it calls.
  std::vector<bool> open = entered;
  for (uint32_t i = 0; i < open.size(); ++i)
    open[i] = open[i] || (core.function(FunctionId(i)).exported && !core.function(FunctionId(i)).is_fun);
  std::vector<bool> used = find_used(core, graph, implicit, std::move(open), is_run_as_test);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    bool of_tests = is_run_as_test(core, f) || function.is_fun || !function.exported;
    result.own[i] = !used[i] && of_tests && (has_roles[i] || is_in_tests(core, f));
  }
  return result;
}

}  // namespace dh::erlang
