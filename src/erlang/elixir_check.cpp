#include "erlang/elixir_check.h"

#include <fmt/format.h>

#include "erlang/elixir/mix_project.h"
#include "erlang/erlang_check.h"

namespace dh {
namespace {

using erlang::MixProject;

// Macros decide what the code is: without compiled modules there is nothing to analyse.
std::optional<Diagnostic> problem_of(const MixProject& project) {
  if (project.sources.empty()) return std::nullopt;
  Place place{project.sources.front(), 0, 0, 0, 0};
  if (project.beams.empty() && !project.has_own_ebin) {
    std::string others = project.sources.size() == 1
                             ? ""
                             : fmt::format(" and {} more Elixir files are", project.sources.size() - 1);
    return Diagnostic{
        Severity::error, place,
        fmt::format("{} not compiled, and Elixir is analysed from compiled modules; run `mix compile` "
                    "and check the project's folder, or `deadheat check _build/dev/lib/APP`",
                    others.empty() ? "is" : others.substr(1))};
  }
  if (project.is_stale) {
    return Diagnostic{Severity::warning, place,
                      "a source is newer than the compiled modules that are analysed; run `mix compile`"};
  }
  return std::nullopt;
}

}  // namespace

void check_elixir(const CheckInput& input, CheckSink& sink) {
  CheckInput compiled = input;
  compiled.paths.clear();
  for (const MixProject& project : erlang::find_mix_projects(input.paths, input.roots)) {
    if (auto problem = problem_of(project)) sink.add(*problem);
    compiled.paths.insert(compiled.paths.end(), project.beams.begin(), project.beams.end());
  }
  if (!compiled.paths.empty()) check_erlang(compiled, sink);
}

}  // namespace dh
