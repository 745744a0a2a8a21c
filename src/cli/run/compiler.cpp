#include "cli/run/compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "cli/target.h"

namespace dh {

namespace {

std::string own_folder() {
  char self[PATH_MAX];
  const ssize_t n = ::readlink("/proc/self/exe", self, sizeof self - 1);
  const std::string program(self, n > 0 ? static_cast<size_t>(n) : 0);
  return program.substr(0, program.rfind('/'));
}

bool is_any_of(const std::string& text, std::initializer_list<const char*> choices) {
  return std::any_of(choices.begin(), choices.end(), [&](const char* choice) { return text == choice; });
}

// Options of compilers whose value is the next argument.
bool takes_value(const std::string& option) {
  return is_any_of(option, {"-o",
                            "-x",
                            "-I",
                            "-L",
                            "-l",
                            "-D",
                            "-U",
                            "-include",
                            "-isystem",
                            "-iquote",
                            "-idirafter",
                            "-MF",
                            "-MT",
                            "-MQ",
                            "-Xlinker",
                            "-Xassembler",
                            "-Xpreprocessor",
                            "-Xclang",
                            "-T",
                            "-u",
                            "-z",
                            "-target",
                            "-arch",
                            "--param",
                            "-B",
                            "-imacros",
                            "-iprefix",
                            "-isysroot",
                            "-e",
                            "-mllvm",
                            "-aux-info",
                            "-dumpbase",
                            "-dumpdir"});
}

struct Use {
  bool has_input = false;
  bool links = true;
  bool is_static = false;
  bool has_debug = false;
  std::string conflict;  // a sanitizer that cannot be combined
  std::string machine;   // an option for one that the runtime is not for
};

Use examine(const std::vector<std::string>& arguments) {
  Use use;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (is_any_of(argument,
                  {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "-Wl,-r", "-Wl,--relocatable"}))
      use.links = false;
    if (is_any_of(argument, {"-static", "-static-pie", "--static"})) use.is_static = true;
    if (is_any_of(argument, {"-m32", "-mx32", "-m16"})) use.machine = argument;
    if (argument.starts_with("-g") && !argument.starts_with("-gcc") && argument != "-g0")
      use.has_debug = true;
    for (const char* other : {"address", "memory", "hwaddress", "leak", "kernel-address"}) {
      if (argument.starts_with("-fsanitize=") && argument.find(other) != std::string::npos)
        use.conflict = argument;
    }
    if (takes_value(argument)) {
      if (argument == "-l") use.has_input = true;
      ++i;
    } else if (argument[0] != '-' || argument == "-" || argument.starts_with("-l")) {
      use.has_input = true;
    }
  }
  return use;
}

// What the user set for build systems, unless it is this wrapper itself.
std::string compiler_from(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return {};
  const std::string text(value);
  return text.find("deadheat") == std::string::npos && text.find(' ') == std::string::npos ? text : "";
}

std::string choose_compiler(bool is_cxx) {
  using Names = std::vector<const char*>;
  for (const char* variable : is_cxx ? Names{"DEADHEAT_CXX", "CXX"} : Names{"DEADHEAT_CC", "CC"}) {
    if (std::string name = compiler_from(variable); !name.empty()) return name;
  }
  for (const char* name : is_cxx ? Names{"c++", "g++", "clang++"} : Names{"cc", "gcc", "clang"}) {
    if (!find_program(name).empty()) return name;
  }
  return {};
}

// By the file that the name leads to: `cc` and `c++` are links to one or the other.
CompilerKind compiler_kind(const std::string& program) {
  char resolved[PATH_MAX];
  const std::string path = find_program(program);
  const std::string real = ::realpath(path.c_str(), resolved) != nullptr ? resolved : path;
  const auto names_clang = [](const std::string& text) {
    return text.substr(text.rfind('/') + 1).find("clang") != std::string::npos;
  };
  return names_clang(real) || names_clang(program) ? CompilerKind::clang : CompilerKind::gcc;
}

}  // namespace

Result<NativeRuntime> find_native_runtime() {
  const std::string folder = own_folder();
  for (const char* place : {"", "/../lib/deadheat"}) {
    const std::string candidate = folder + place;
    const std::string shared = candidate + "/libdeadheat_native.so";
    if (::access(shared.c_str(), R_OK) == 0)
      return NativeRuntime{candidate, candidate + "/libdeadheat_native_inline.a", shared,
                           candidate + "/native-gcc"};
  }
  return fail(
      "this deadheat has no runtime for native programs (libdeadheat_native.so beside it): it is built for "
      "x86-64 only, and not with sanitizers");
}

Result<CompilerFlags> compiler_flags(CompilerKind kind, const NativeRuntime& runtime,
                                     const std::vector<std::string>& arguments) {
  const Use use = examine(arguments);
  if (!use.conflict.empty())
    return fail("{}: this sanitizer has a runtime of its own, which cannot be in one program with ours",
                use.conflict);
  if (!use.machine.empty())
    return fail("{}: the runtime is for x86-64 only, with pointers of 64 bits", use.machine);
  if (use.is_static && use.links)
    return fail("-static: the runtime is a shared library; link without -static");
  CompilerFlags flags;
  flags.before.push_back("-fsanitize=thread");
  if (!use.has_debug) flags.before.push_back("-g");
  const std::string path = "-Wl,-rpath," + runtime.folder;
  if (kind == CompilerKind::gcc) {
    // Its runtime does not know fences, of which gcc warns; ours does.
    flags.before.push_back("-Wno-tsan");
    // Short texts would be copied by instructions that no call announces.
    flags.before.insert(flags.before.end(),
                        {"-fno-builtin-strcpy", "-fno-builtin-stpcpy", "-fno-builtin-strncpy",
                         "-fno-builtin-strcat", "-fno-builtin-strncat"});
    // gcc links its own runtime by name: it finds ours under these names first.
    flags.before.insert(flags.before.end(),
                        {"-B" + runtime.gcc_folder, "-L" + runtime.gcc_folder, "-L" + runtime.folder});
    if (use.links) flags.before.push_back(path);
  } else {
    if (use.links && use.has_input) {
      flags.before.insert(flags.before.end(),
                          {"-fno-sanitize-link-runtime", path,
                           "-Wl,--push-state,--no-as-needed," + runtime.shared_library + ",--pop-state"});
      flags.after.push_back(runtime.inline_library);
    }
  }
  return flags;
}

std::optional<int> run_as_compiler(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  const std::string command = argv[1];
  if (command != "cc" && command != "c++") return std::nullopt;
  std::vector<std::string> arguments(argv + 2, argv + argc);
  std::string compiler;
  constexpr std::string_view kOption = "--compiler=";
  if (!arguments.empty() && arguments.front().starts_with(kOption)) {
    compiler = arguments.front().substr(kOption.size());
    arguments.erase(arguments.begin());
  }
  if (compiler.empty()) compiler = choose_compiler(command == "c++");
  const auto refuse = [&](const std::string& message) {
    return std::optional(static_cast<int>(usage_error(fmt::format("{}: {}", command, message))));
  };
  if (compiler.empty()) return refuse("no compiler found; name one by --compiler=NAME as the first argument");
  if (find_program(compiler).empty()) return refuse(fmt::format("{}: no such compiler", compiler));
  const Result<NativeRuntime> runtime = find_native_runtime();
  if (!runtime) return refuse(runtime.error().message);
  const Result<CompilerFlags> flags = compiler_flags(compiler_kind(compiler), *runtime, arguments);
  if (!flags) return refuse(flags.error().message);

  std::vector<std::string> all = {compiler};
  all.insert(all.end(), flags->before.begin(), flags->before.end());
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.insert(all.end(), flags->after.begin(), flags->after.end());
  std::vector<char*> pointers;
  for (std::string& argument : all) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  return refuse(fmt::format("{}: {}", compiler, std::strerror(errno)));
}

namespace {

// The help of `cc` and `c++`; they are run by run_as_compiler.
Action define_compiler(Options& options, const char* name) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  options.positionals("ARGUMENT", *arguments, "Arguments of the compiler");
  options.pass_unknown(*arguments);
  options.footer(fmt::format(
      "Runs the compiler with instrumentation, and links deadheat's runtime. For build systems: "
      "{}=\"deadheat {}\".\n"
      "The compiler is DEADHEAT_{}, {}, or the system's; '--compiler=NAME' as the first argument names "
      "one.\nThe program reports at its end, or under 'deadheat run' (docs/native.md).\n",
      std::string_view(name) == "cc" ? "CC" : "CXX", name, std::string_view(name) == "cc" ? "CC" : "CXX",
      std::string_view(name) == "cc" ? "CC" : "CXX"));
  return [] { return ExitStatus::usage; };
}

struct FlagsOptions {
  std::string compiler;
  std::string step;
};

ExitStatus print_flags(const FlagsOptions& options) {
  const Result<NativeRuntime> runtime = find_native_runtime();
  if (!runtime) return usage_error(runtime.error().message);
  const CompilerKind kind = options.compiler.empty()      ? compiler_kind(choose_compiler(true))
                            : options.compiler == "clang" ? CompilerKind::clang
                                                          : CompilerKind::gcc;
  if (options.step == "compile") {
    print_out("-fsanitize=thread -g\n");
    return ExitStatus::clean;
  }
  const Result<CompilerFlags> flags = compiler_flags(kind, *runtime, {"-g", "a.o"});
  if (!flags) return usage_error(flags.error().message);
  print_out("{}{}{}\n", fmt::join(flags->before, " "), flags->after.empty() ? "" : " ",
            fmt::join(flags->after, " "));
  return ExitStatus::clean;
}

}  // namespace

Action define_cxx(Options& options) {
  return define_compiler(options, "c++");
}
Action define_cc(Options& options) {
  return define_compiler(options, "cc");
}

Action define_compiler_flags(Options& options) {
  auto values = std::make_shared<FlagsOptions>();
  options.positional_choice("STEP", values->step, {"compile", "link"}, "Which flags to print");
  options.choice("--compiler", values->compiler, "KIND", {"gcc", "clang"},
                 "For which compiler (default: the one that 'deadheat c++' would use)");
  options.footer(
      "For build systems that want flags: CXXFLAGS=\"$(deadheat compiler-flags compile)\" "
      "LDFLAGS=\"$(deadheat compiler-flags link)\".\n");
  return [values] { return print_flags(*values); };
}

}  // namespace dh
