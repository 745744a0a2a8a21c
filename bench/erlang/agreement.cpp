#include <fmt/format.h>

#include "base/resources.h"
#include "erlang/load.h"
#include "erlang/tree_print.h"

int main(int argc, char** argv) {
  using namespace dh::erlang;
  Program program;
  dh::Diagnostics diagnostics;
  LoadOptions options;
  options.parallel.jobs = 2;
  std::vector<std::string> paths;
  bool print = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--print") print = true;
    else paths.push_back(argv[i]);
  }
  double t = dh::monotonic_seconds();
  load_modules(paths, options, program, diagnostics);
  fmt::print(stderr, "{} modules {:.2f}s {} MB\n", program.modules.size(), dh::monotonic_seconds() - t,
             dh::peak_resident_bytes() >> 20);
  size_t arena = 0;
  for (auto& m : program.modules) arena += m->arena.bytes_reserved();
  fmt::print(stderr, "arenas {} MB\n", arena >> 20);
  for (auto& d : diagnostics) fmt::print("{}: {}\n", d.place.text(), d.message);
  if (print) for (auto& m : program.modules) fmt::print("{}", tree_print(*m, program.names, {true}));
}
