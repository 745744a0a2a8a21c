#include "erlang/beam/beam_module.h"

#include "erlang/beam/beam_file.h"
#include "erlang/elixir/elixir_module.h"

namespace dh::erlang {

namespace {

Severity severity_of(BeamProblem problem) {
  switch (problem) {
    case BeamProblem::damaged:
    case BeamProblem::stripped:
    case BeamProblem::encrypted:
      return Severity::error;
    case BeamProblem::other_language:
      return Severity::note;
  }
  return Severity::error;
}

}  // namespace

std::unique_ptr<Module> read_beam_module(const SourceFile& file, const BeamTags& tags, SourceLocator& sources,
                                         SharedInterner& names, Diagnostics& diagnostics) {
  Arena terms;  // freed with this call: the tree has an arena of its own
  AtomCache atoms(names);
  auto forms = read_beam(file.text(), terms, atoms);
  if (!forms) {
    diagnostics.push_back({severity_of(forms.error().problem), file.place(), forms.error().message});
    return nullptr;
  }
  auto module = std::make_unique<Module>();
  module->origin = ModuleOrigin::beam;
  module->path = file.path();
  Diagnostics found;
  if (forms->language == SourceLanguage::elixir) {
    read_elixir_definitions(forms->forms, tags.elixir, names, *module, found);
  } else {
    read_forms(forms->forms, tags.erlang, names, *module, found);
    for (ModuleFile& source : module->files) source.path = sources.find(file.path(), source.name);
  }
  for (Diagnostic& diagnostic : found) {
    diagnostic.place.path = file.path();  // the text may be right: only the .beam could not be read
    diagnostics.push_back(std::move(diagnostic));
  }
  return module;
}

}  // namespace dh::erlang
