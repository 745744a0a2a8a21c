#include "erlang/syntax/source_module.h"

#include <filesystem>

#include "erlang/syntax/parser.h"

namespace dh::erlang {

std::unique_ptr<Module> read_source_module(const SourceFile& file, const SourceModuleOptions& options,
                                           IncludeSearch& search, SharedInterner& names,
                                           Diagnostics& diagnostics) {
  auto module = std::make_unique<Module>();
  module->origin = ModuleOrigin::source;
  module->path = file.path();
  auto tokens = std::make_shared<TokenizedFile>(tokenize(file.text(), names));
  Preprocessor preprocessor(std::move(tokens), options.preprocessor, search, *module, names, diagnostics);
  while (std::optional<FormTokens> form = preprocessor.next()) {
    Parser parser(form->tokens, form->end, *module, names);
    parser.form();
    if (parser.failed()) preprocessor.report(Severity::error, parser.error().place, parser.error().message);
  }
  module->is_script = options.escript;
  if (options.escript) module->exports.push_back({names.intern("main"), 1});
  if (!module->name.valid()) {
    module->name = names.intern(std::filesystem::path(file.path()).stem().string());
    if (!options.escript && !module->incomplete) {
      preprocessor.report(Severity::error, {}, "has no -module attribute");
    }
  }
  return module;
}

}  // namespace dh::erlang
