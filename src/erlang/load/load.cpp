#include "erlang/load/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "erlang/beam/beam_module.h"
#include "erlang/load/module_files.h"
#include "erlang/load/rebar_options.h"
#include "erlang/syntax/source_module.h"

namespace dh::erlang {

namespace {

struct Loaded {
  std::unique_ptr<Module> module;
  Diagnostics diagnostics;
  std::vector<CounterFix> counter_fixes;

  // Nothing is missing: no header, no macro, no form.
  bool complete() const {
    return module != nullptr && !module->incomplete &&
           std::none_of(diagnostics.begin(), diagnostics.end(),
                        [](const Diagnostic& d) { return d.severity != Severity::note; });
  }
};

// Reads single inputs; safe to use from many threads.
class Loader {
 public:
  Loader(const LoadOptions& options, const std::vector<InputFile>& inputs, SharedInterner& names)
      : names_(names),
        tags_(names),
        project_(project_options(inputs, options.roots, names)),
        includes_(with_project_folders(options.include_paths), options.library_paths, options.installed_otp,
                  options.roots, names) {
    preprocessor_.defines = options.defines;
    if (options.otp_release != 0) preprocessor_.otp_release = options.otp_release;
  }

  Loaded read(const InputFile& input) {
    Loaded result;
    Result<SourceFile> file = input.open();
    if (!file) {
      result.diagnostics.push_back({Severity::error, Place{input.path, 0, 0, 0, 0}, file.error().message});
      return result;
    }
    switch (input.kind) {
      case InputKind::beam:
        result.module = read_beam_module(*file, tags_, sources_, names_, result.diagnostics);
        break;
      case InputKind::source:
        result.module = read_source_module(*file, {preprocessor_of(input), input.escript}, includes_, names_,
                                           result.diagnostics);
        if (!input.container) result.counter_fixes = counter_fixes(*result.module, *file, names_);
        break;
    }
    return result;
  }

 private:
  using ProjectOptions = StringMap<BuildOptions>;  // by path of the source

  static ProjectOptions project_options(const std::vector<InputFile>& inputs, const ReadableRoots& roots,
                                        SharedInterner& names) {
    RebarOptions files(roots, names);
    ProjectOptions result;
    for (const InputFile& input : inputs) {
      if (input.kind == InputKind::source && !input.container)
        result.try_emplace(input.path, files.of_module(input.path));
    }
    return result;
  }

  // In the order of the paths, each once.
  std::vector<std::string> with_project_folders(std::vector<std::string> folders) const {
    std::vector<std::string> more;
    for (const auto& [path, options] : project_)
      more.insert(more.end(), options.include_folders.begin(), options.include_folders.end());
    std::sort(more.begin(), more.end());
    more.erase(std::unique(more.begin(), more.end()), more.end());
    folders.insert(folders.end(), more.begin(), more.end());
    return folders;
  }

  // What the user defines replaces what the project does.
  PreprocessorOptions preprocessor_of(const InputFile& input) const {
    PreprocessorOptions options = preprocessor_;
    auto project = project_.find(input.path);
    if (project != project_.end())
      options.defines.insert(options.defines.begin(), project->second.defines.begin(),
                             project->second.defines.end());
    return options;
  }

  SharedInterner& names_;
  BeamTags tags_;
  ProjectOptions project_;
  IncludeSearch includes_;
  SourceLocator sources_;
  PreprocessorOptions preprocessor_;
};

// What is known of one module name: inputs as indexes.
struct Versions {
  std::vector<size_t> sources;
  std::vector<size_t> beams;
};

std::vector<Versions> by_module_name(const std::vector<InputFile>& inputs) {
  std::vector<Versions> result;
  StringMap<size_t> known;
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto [it, is_new] = known.try_emplace(inputs[i].module_name(), result.size());
    if (is_new) result.emplace_back();
    Versions& versions = result[it->second];
    (inputs[i].kind == InputKind::source ? versions.sources : versions.beams).push_back(i);
  }
  return result;
}

// The source is preferred: people edit it, and it has the ends of expressions. A .beam replaces a source that
// could not be parsed completely, for example because the -I of its build is unknown.
void use_beam_instead(Loaded& source, const std::string& source_path, Loaded& beam,
                      const std::string& beam_path) {
  source.module.reset();
  source.diagnostics.clear();
  beam.diagnostics.push_back(
      {Severity::note, Place{source_path, 0, 0, 0, 0},
       fmt::format("could not be parsed completely; analysing {} instead", beam_path)});
}

// Copies of one .beam, as build tools leave them in several folders.
void drop_copies(std::vector<std::unique_ptr<Module>>& modules) {
  FlatMap<Symbol, std::vector<const Module*>> seen;
  std::erase_if(modules, [&](const std::unique_ptr<Module>& module) {
    if (module->origin != ModuleOrigin::beam || module->files.empty()) return false;
    std::vector<const Module*>& same_name = seen[module->name];
    bool copy = std::any_of(same_name.begin(), same_name.end(), [&](const Module* other) {
      return other->files[0].name == module->files[0].name &&
             other->functions.size() == module->functions.size();
    });
    if (!copy) same_name.push_back(module.get());
    return copy;
  });
}

}  // namespace

void load_modules(const std::vector<std::string>& paths, const LoadOptions& options, Program& program,
                  Diagnostics& diagnostics) {
  std::vector<InputFile> inputs = find_inputs(paths, diagnostics);
  std::vector<Versions> modules = by_module_name(inputs);
  std::vector<Loaded> loaded(inputs.size());
  Loader loader(options, inputs, program.names);
  auto read = [&](const std::vector<size_t>& which) {
    parallel_for(which.size(), options.parallel,
                 [&](size_t i) { loaded[which[i]] = loader.read(inputs[which[i]]); });
  };

  std::vector<size_t> first, second;
  for (const Versions& versions : modules) {
    const auto& preferred = versions.sources.empty() ? versions.beams : versions.sources;
    first.insert(first.end(), preferred.begin(), preferred.end());
  }
  read(first);

  auto incomplete_source = [&](const Versions& versions) {
    return std::find_if(versions.sources.begin(), versions.sources.end(),
                        [&](size_t i) { return !loaded[i].complete(); });
  };
  for (const Versions& versions : modules) {
    bool needed = incomplete_source(versions) != versions.sources.end() && !versions.beams.empty();
    if (needed) second.push_back(versions.beams[0]);
  }
  read(second);
  for (const Versions& versions : modules) {
    if (versions.sources.empty() || versions.beams.empty()) continue;
    Loaded& beam = loaded[versions.beams[0]];
    auto source = incomplete_source(versions);
    if (source == versions.sources.end()) continue;
    if (beam.complete()) {
      use_beam_instead(loaded[*source], inputs[*source].path, beam, inputs[versions.beams[0]].path);
    } else {
      beam = Loaded();  // stripped, say: the text is the better of the two
    }
  }

  Diagnostics found;
  for (Loaded& one : loaded) {
    if (one.module) {
      program.modules.push_back(std::move(one.module));
      std::move(one.counter_fixes.begin(), one.counter_fixes.end(),
                std::back_inserter(program.counter_fixes));
    }
    std::move(one.diagnostics.begin(), one.diagnostics.end(), std::back_inserter(found));
  }
  std::sort(program.counter_fixes.begin(), program.counter_fixes.end(),
            [](const CounterFix& a, const CounterFix& b) { return a.place < b.place; });
  // A problem in a header is found once for each module that includes it.
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::move(found.begin(), found.end(), std::back_inserter(diagnostics));
  drop_copies(program.modules);
}

}  // namespace dh::erlang
