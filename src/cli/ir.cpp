// deadheat ir: Smalltalk sources (or SmallIR files) as SmallIR in the text of LLVM IR.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/resources.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "report/display.h"
#include "smallir/print.h"
#include "smallir/smallir_check.h"
#include "smalltalk/smalltalk_check.h"
#include "source/discovery.h"

namespace dh {

namespace {

struct IrOptions {
  std::vector<std::string> paths = {"."};
  bool no_places = false;
  bool load_only = false;
  std::optional<int64_t> jobs;
};

CheckInput files_of(const std::vector<InputFile>& files, Language language, int jobs) {
  CheckInput input;
  for (const InputFile& file : files) {
    if (file.language == language) input.paths.push_back(file.path);
  }
  input.parallel.jobs = jobs;
  return input;
}

ExitStatus run_ir(const IrOptions& options) {
  int jobs = options.jobs ? static_cast<int>(*options.jobs) : available_processors();
  Diagnostics problems;
  std::vector<InputFile> files;
  for (const std::string& path : options.paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error))
      return usage_error(fmt::format("{}: no such file or folder", path));
    DiscoveryOptions discovery;
    discovery.parallel.jobs = jobs;
    for (InputFile& file : discover(path, discovery, problems)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  CheckInput smalltalk = files_of(files, Language::smalltalk, jobs);
  CheckInput smallir = files_of(files, Language::smallir, jobs);
  if (smalltalk.paths.empty() && smallir.paths.empty())
    return usage_error("no Smalltalk or SmallIR files found");
  if (!options.load_only && smallir.paths.size() + (smalltalk.paths.empty() ? 0 : 1) > 1)
    return usage_error("prints one module at a time: Smalltalk sources, or one SmallIR file");
  CheckSink sink;
  smallir::PrintOptions print_options;
  print_options.places = !options.no_places;
  double began = monotonic_seconds();
  auto write = [&](const smallir::Module& module) {
    if (options.load_only) {
      print_err("loaded in {:.3f} s, {} MB\n", monotonic_seconds() - began, peak_resident_bytes() >> 20);
      return;
    }
    write_out(smallir::print(module, print_options));
  };
  if (!smalltalk.paths.empty()) write(load_smalltalk(smalltalk, sink));
  for (const smallir::Module& module : load_smallir(smallir, sink)) write(module);
  sink.add(std::move(problems));
  CheckSink::Contents contents = sink.take();
  if (options.load_only) {
    for (const auto& [name, count] : contents.counts) print_err("{} {}\n", count, name);
  }
  Diagnostics diagnostics = std::move(contents.diagnostics);
  std::sort(diagnostics.begin(), diagnostics.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return a.place < b.place; });
  ExitStatus status = ExitStatus::clean;
  for (const Diagnostic& diagnostic : diagnostics) {
    print_err("{}: {}: {}\n", clean_line(diagnostic.place.text()), severity_name(diagnostic.severity),
              clean_line(diagnostic.message));
    if (diagnostic.severity == Severity::error) status = ExitStatus::incomplete;
  }
  return status;
}

}  // namespace

Action define_ir(Options& options) {
  auto values = std::make_shared<IrOptions>();
  options.positionals("PATH", values->paths, "Smalltalk files and folders, or SmallIR files (.ll)");
  options.flag("--no-places", values->no_places,
               "Leave out lines and columns, to compare what programs mean");
  options.flag("--load-only", values->load_only,
               "Print nothing but the time and memory that loading took, and counts");
  options.number("-j", values->jobs, "N", 1, 1024, "Threads to use");
  options.footer(
      "Prints one module for all Smalltalk sources together. docs/smallir.md specifies the text.\n");
  return [values] { return run_ir(*values); };
}

}  // namespace dh
