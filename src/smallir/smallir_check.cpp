#include "smallir/smallir_check.h"

#include "smallir/read.h"
#include "smallir/settings.h"

namespace dh {

std::vector<smallir::Module> load_smallir(const CheckInput& input, CheckSink& sink) {
  sink.phase("read SmallIR");
  std::vector<smallir::Module> modules(input.paths.size());
  parallel_for(input.paths.size(), input.parallel, [&](size_t i) {
    Result<SourceFile> file = SourceFile::open(input.paths[i]);
    if (!file) {
      sink.add(Diagnostic{Severity::error, Place{input.paths[i], 0, 0, 0, 0}, file.error().message});
      return;
    }
    Diagnostics diagnostics;
    modules[i] = smallir::read(*file, diagnostics);
    sink.add(std::move(diagnostics));
  });
  sink.count("files", static_cast<int64_t>(input.paths.size()));
  return modules;
}

void validate_smallir_settings(const TomlValue* table, Diagnostics& diagnostics) {
  smallir::read_settings(table, diagnostics);
}

}  // namespace dh
