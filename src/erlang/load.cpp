#include "erlang/load.h"

#include <algorithm>

#include "erlang/beam_module.h"
#include "erlang/module_files.h"
#include "erlang/source_module.h"

namespace dh::erlang {

namespace {

struct Loaded {
  std::unique_ptr<Module> module;
  Diagnostics diagnostics;
};

class Loader {
 public:
  Loader(const LoadOptions& options, Program& program)
      : program_(program),
        tags_(program.names),
        includes_(options.include_paths, options.library_paths, options.installed_otp, program.names) {
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
        result.module = read_beam_module(*file, tags_, sources_, program_.names, result.diagnostics);
        break;
      case InputKind::source:
        result.module = read_source_module(*file, {preprocessor_, input.escript}, includes_, program_.names,
                                           result.diagnostics);
        break;
    }
    return result;
  }

 private:
  Program& program_;
  FormTags tags_;
  IncludeSearch includes_;
  PreprocessorOptions preprocessor_;
  SourceLocator sources_;
};

}  // namespace

void load_modules(const std::vector<std::string>& paths, const LoadOptions& options, Program& program,
                  Diagnostics& diagnostics) {
  std::vector<InputFile> inputs = find_inputs(paths, diagnostics);
  Loader loader(options, program);
  std::vector<Loaded> loaded(inputs.size());
  parallel_for(inputs.size(), options.parallel, [&](size_t i) { loaded[i] = loader.read(inputs[i]); });
  for (Loaded& one : loaded) {
    if (one.module) program.modules.push_back(std::move(one.module));
    diagnostics.insert(diagnostics.end(), one.diagnostics.begin(), one.diagnostics.end());
  }
}

}  // namespace dh::erlang
