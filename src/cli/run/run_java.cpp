#include "cli/run/run_java.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "source/write_file.h"

namespace dh {

namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string prefix_of(std::string package) {
  std::replace(package.begin(), package.end(), '.', '/');
  if (package.ends_with("/*")) package.resize(package.size() - 1);
  return package;
}

}  // namespace

bool is_java_command(const std::string& program) {
  return base_name(program) == "java";
}

Result<std::string> find_java_agent() {
  char self[PATH_MAX];
  const ssize_t n = ::readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return fail("cannot find out where deadheat is installed");
  const std::string program(self, static_cast<size_t>(n));
  const std::string folder = program.substr(0, program.rfind('/'));
  for (const char* place : {"/libdeadheat_jvm.so", "/../lib/deadheat/libdeadheat_jvm.so"}) {
    if (::access((folder + place).c_str(), R_OK) == 0) return folder + place;
  }
  return fail(
      "this deadheat was built without Java support (no libdeadheat_jvm.so beside it): install "
      "default-jdk-headless and build again");
}

Result<std::string> prepare_java_agent(const JavaRun& run, const std::string& folder) {
  for (const std::string& name : run.without) {
    if (!jvm::named<jvm::Optimisation>(jvm::kOptimisationNames, name))
      return fail("--without {}: not one of {}", name, fmt::join(jvm::kOptimisationNames, ", "));
  }
  const Result<std::string> agent = find_java_agent();
  if (!agent) return tl::unexpected(agent.error());
  namespace key = jvm::agent_key;
  std::string text;
  const auto line = [&](std::string_view key, std::string_view value) {
    text += fmt::format("{}\t{}\n", key, value);
  };
  line(key::tools, run.chain);
  for (const std::string& library : run.load) line(key::load, library);
  if (!run.dump_classes.empty()) line(key::dump_classes, run.dump_classes);
  line(key::reports, folder);
  line(key::max_reports, std::to_string(run.max_reports));
  if (run.sampling) {
    line(key::sample_by, run.sampling->by_overhead ? "overhead" : "time");
    line(key::sample_share, fmt::format("{}", run.sampling->share));
    line(key::sample_seed, std::to_string(run.sampling->seed));
  }
  line(key::one_per_object, run.one_per_object ? "1" : "0");
  line(key::one_per_array, run.one_per_array ? "1" : "0");
  line(key::arrays, run.no_arrays ? "0" : "1");
  line(key::on_deadlock, run.on_deadlock);
  for (const std::string& name : run.without) line(key::without, name);
  for (const std::string& package : run.include) line(key::include, prefix_of(package));
  for (const std::string& package : run.exclude) line(key::exclude, prefix_of(package));
  for (const JvmHook& hook : run.hooks) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", key::hook, hook.scope, hook.owner,
                        hook.name, hook.descriptor, hook.any_subclass ? 1 : 0, hook.when, hook.shim_owner,
                        hook.shim_method, fmt::join(hook.operands, ","));
  }
  for (const std::string& target : run.confirm) text += target + "\n";
  const std::string options = folder + "/options";
  if (const Result<void> written = write_file_atomically(options, text); !written)
    return tl::unexpected(written.error());
  return fmt::format("-agentpath:{}={}", *agent, options);
}

namespace {

// Methods that rewriting made large are worth compiling, too.
constexpr const char* kCompileLarge = "-XX:-DontCompileHugeMethods";

}  // namespace

std::string tool_options(const std::string& agent_option) {
  return fmt::format("{} {}", agent_option, kCompileLarge);
}

std::vector<std::string> with_java_agent(std::vector<std::string> command, const std::string& option) {
  command.insert(command.begin() + 1, {option, kCompileLarge});
  return command;
}

}  // namespace dh
