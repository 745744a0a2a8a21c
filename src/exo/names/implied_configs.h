// Config classes that procs as Exo prints them use but never show.
#pragma once

#include "exo/syntax/ast.h"

namespace dh::exo {

// Fills Module::implied_configs: what the printed procs use of each config, with types that all uses agree
// on.
void imply_configs(Module& module);

}  // namespace dh::exo
