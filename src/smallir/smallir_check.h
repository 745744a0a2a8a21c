// SmallIR files (.ll) as input.
#pragma once

#include <vector>

#include "findings/checker.h"
#include "smallir/module.h"

namespace dh {

// One module a file: each is a program of its own. Problems go to the sink.
std::vector<smallir::Module> load_smallir(const CheckInput& input, CheckSink& sink);

// The [smallir] table has the keys of [smalltalk].
void validate_smallir_settings(const TomlValue* table, Diagnostics& diagnostics);

}  // namespace dh
