// Reads paths as `deadheat check` does, and says how long that took: the front ends' part of the benchmark.
//
//   erlang_load [-j N] [--print] PATH...
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/resources.h"
#include "erlang/load/load.h"
#include "erlang/syntax/tree_print.h"

int main(int argc, char** argv) {
  using namespace dh;
  erlang::LoadOptions options;
  options.parallel.jobs = available_processors();
  std::vector<std::string> paths;
  bool print = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--print") {
      print = true;
    } else if (argument == "-j" && i + 1 < argc) {
      std::string_view number = argv[++i];
      std::from_chars(number.data(), number.data() + number.size(), options.parallel.jobs);
    } else {
      paths.emplace_back(argument);
    }
  }
  erlang::Program program;
  Diagnostics diagnostics;
  double began = monotonic_seconds();
  erlang::load_modules(paths, options, program, diagnostics);
  double seconds = monotonic_seconds() - began;
  std::sort(diagnostics.begin(), diagnostics.end());
  for (const Diagnostic& d : diagnostics)
    fmt::print("{}: {}: {}\n", d.place.text(), severity_name(d.severity), d.message);
  size_t trees = 0, functions = 0;
  for (const auto& module : program.modules) {
    trees += module->arena.bytes_reserved();
    functions += module->functions.size();
    if (print) fmt::print("{}", erlang::tree_print(*module, program.names, {true}));
  }
  fmt::print("{} modules, {} functions, {} diagnostics; {:.2f} s, trees {} MiB, peak {} MiB\n",
             program.modules.size(), functions, diagnostics.size(), seconds, trees >> 20,
             peak_resident_bytes() >> 20);
}
