// From a Python file to the Exo procs in it.
#pragma once

#include "exo/syntax/ast.h"
#include "exo/syntax/tokens.h"
#include "source/diagnostic.h"

namespace dh::exo {

// Procs with syntax errors are kept, marked broken, so that calls of them are understood.
// Python that is not Exo is stepped over in silence.
void parse_module(Module& module, Diagnostics& diagnostics);

}  // namespace dh::exo
