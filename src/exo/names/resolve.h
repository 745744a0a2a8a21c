// Names to symbols, and the checks that need them: kinds, ranks, affine indices.
#pragma once

#include "exo/names/name_lookup.h"
#include "exo/syntax/ast.h"
#include "source/diagnostic.h"

namespace dh::exo {

// Fills in the resolved fields of the module's procs; a proc with an error is marked broken.
void resolve_module(Module& module, const NameLookup& names, Diagnostics& diagnostics);

// Marks procs that call themselves, directly or through others, as broken, and so their callers and the
// callers of other broken procs. Sets Proc::called.
void check_calls(std::deque<Module>& modules, Diagnostics& diagnostics);

}  // namespace dh::exo
