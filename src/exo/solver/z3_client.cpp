#include "exo/solver/z3_client.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/program_module.h"
#include "exo/solver/z3_module.h"

namespace dh::exo {

namespace {

constexpr const char* kModule = "libdeadheat_z3.so";

struct Z3Module {
  dh_z3_decide_function decide = nullptr;
  std::string problem;
};

Z3Module load() {
  const ProgramModule file = load_program_module(kModule);
  if (file.handle == nullptr) return {nullptr, fmt::format("Z3 could not be loaded: {}", file.problem)};
  Z3Module module;
  module.decide = reinterpret_cast<dh_z3_decide_function>(::dlsym(file.handle, "dh_z3_decide"));
  if (module.decide == nullptr) module.problem = fmt::format("{} is not the Z3 module of deadheat", kModule);
  return module;
}

}  // namespace

Z3Answer ask_z3(const SmtQuery& query, const Z3Limits& limits) {
  static const Z3Module module = load();  // immutable once made
  Z3Answer result;
  Verdict& verdict = result.verdict;
  if (module.decide == nullptr) {
    verdict.reason = module.problem;
    return result;
  }
  std::vector<int64_t> values(query.vars.size());
  std::array<char, 256> reason{};
  uint32_t units = static_cast<uint32_t>(std::clamp<int64_t>(limits.units, 1, UINT32_MAX));
  int answer = module.decide(query.text.c_str(), static_cast<uint32_t>(limits.time_ms), &units, values.data(),
                             static_cast<uint32_t>(values.size()), reason.data(), reason.size());
  result.units = units;
  verdict.answer = answer == 1 ? Answer::sat : answer == 0 ? Answer::unsat : Answer::unknown;
  if (answer == 1) {
    for (size_t i = 0; i < values.size(); ++i) verdict.model.set(query.vars[i], values[i]);
  } else if (answer < 0) {
    verdict.reason =
        fmt::format("neither the built-in test nor Z3 decided it within the budget ({})", reason.data());
  }
  return result;
}

}  // namespace dh::exo
