// Joins lowered units and their environment to one module.
#pragma once

#include "smalltalk/environment.h"
#include "smalltalk/unit.h"

namespace dh::smalltalk {

// The order of everything is canonical: methods by class and selector, then scripts by file. Of methods that
// are defined more than once the last one stays, with a note.
smallir::Module link_module(Environment environment, const std::vector<FileImage>& images,
                            std::vector<Unit> units, Diagnostics& diagnostics);

}  // namespace dh::smalltalk
