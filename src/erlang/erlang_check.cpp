#include "erlang/erlang_check.h"

#include "erlang/core/keyword_starts.h"
#include "erlang/judge/factors.h"
#include "erlang/judge/races.h"
#include "erlang/load/library_folders.h"
#include "erlang/load/load.h"

namespace dh {
namespace {

using namespace erlang;

struct Settings {
  LoadOptions load;
  Model model;
};

Settings read_settings(const TomlValue* table, SharedInterner& names, Diagnostics& diagnostics) {
  Settings settings;
  TomlReader reader(table, diagnostics);
  settings.load.include_paths = reader.strings("include-paths");
  settings.load.library_paths = reader.strings("library-paths");
  settings.load.defines = reader.strings("defines");
  settings.load.installed_otp = reader.boolean("installed-otp", true);
  reader.table("state");
  reader.table("calls");
  reader.table("behaviour");
  reader.finish();
  settings.model = load_model(table, names, diagnostics);
  return settings;
}

}  // namespace

void validate_erlang_settings(const TomlValue* table, Diagnostics& diagnostics) {
  SharedInterner names;
  read_settings(table, names, diagnostics);
}

std::span<const Factor> erlang_factors() {
  return factor_table(FactorId{});
}

void check_erlang(const CheckInput& input, CheckSink& sink) {
  Diagnostics diagnostics;
  Program program;
  Settings settings = read_settings(input.settings, program.names, diagnostics);
  std::vector<std::string> given = std::move(settings.load.include_paths);
  settings.load.include_paths = input.include_paths;
  settings.load.include_paths.insert(settings.load.include_paths.end(), given.begin(), given.end());
  settings.load.roots = input.roots.with(input.include_paths);
  settings.load.parallel = input.parallel;

  sink.phase("read Erlang");
  load_modules(input.paths, settings.load, program, diagnostics);
  sink.add(std::move(diagnostics));
  sink.count("erlang modules", static_cast<int64_t>(program.modules.size()));
  if (input.parallel.stop.requested()) return;

  sink.phase("lower Erlang");
  std::vector<CoreModule> modules(program.modules.size());
  parallel_for(program.modules.size(), input.parallel, [&](size_t i) {
    modules[i] = lower_module(*program.modules[i], program.names);
    if (modules[i].language == SourceLanguage::elixir) use_erlang_starts(modules[i], program.names);
    program.modules[i].reset();
  });
  if (input.parallel.stop.requested()) return;
  const auto find_fix = [&](const Finding& finding) { return fix_of(program.counter_fixes, finding); };
  const LibraryFolders libraries(input.paths);
  const auto is_silent = [&](std::string_view path) { return libraries.hold(path); };
  find_races(std::move(modules), settings.model, program.names, input.factor_weights, input.parallel, sink,
             find_fix, is_silent);
}

}  // namespace dh
