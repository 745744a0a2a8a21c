// Functions that a behaviour calls in its own process.
#pragma once

#include <vector>

#include "erlang/core/link.h"
#include "erlang/core/model.h"

namespace dh::erlang {

// Gives a module that starts itself as a server the behaviour that it does not declare.
void add_behaviours(std::vector<CoreModule>& modules, const Model& model);

bool is_among(const std::vector<FunctionName>& names, const CoreFunction& f);

// Called by a behaviour: the process that runs it is the behaviour's.
bool is_callback(const Core& core, const Model& model, FunctionId f);

// main/1 of an escript: one process runs it, once.
bool is_script_main(const Core& core, FunctionId f);

}  // namespace dh::erlang
