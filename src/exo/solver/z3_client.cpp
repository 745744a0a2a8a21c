#include "exo/solver/z3_client.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "exo/solver/z3_module.h"

namespace dh::exo {

namespace {

constexpr const char* kModule = "libdeadheat_z3.so";

std::string folder_of_program() {
  std::array<char, 4096> buffer{};
  ssize_t size = ::readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
  std::string path(buffer.data(), size < 0 ? 0 : static_cast<size_t>(size));
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

struct Z3Module {
  dh_z3_decide_function decide = nullptr;
  std::string problem;
};

Z3Module load() {
  Z3Module module;
  std::string folder = folder_of_program();
  for (const char* where : {"", "../lib/", "../lib/deadheat/"}) {
    std::string path = fmt::format("{}/{}{}", folder, where, kModule);
    if (::access(path.c_str(), R_OK) != 0) continue;
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      const char* error = ::dlerror();
      module.problem = fmt::format("Z3 could not be loaded: {}", error == nullptr ? "unknown error" : error);
      return module;
    }
    module.decide = reinterpret_cast<dh_z3_decide_function>(::dlsym(handle, "dh_z3_decide"));
    if (module.decide == nullptr)
      module.problem = fmt::format("{} is not the Z3 module of deadheat", kModule);
    return module;
  }
  module.problem = fmt::format("{} was not found beside the program", kModule);
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
