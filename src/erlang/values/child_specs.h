// What supervisors are told to start, as far as it is written down: {Module, Function, Args}.
#pragma once

#include <vector>

#include "erlang/core/link.h"
#include "erlang/core/model.h"

namespace dh::erlang {

struct ChildArgument {
  FunctionId function;  // that gives it
  ValueId value;
};

struct ChildSpec {
  FunctionId started;  // the function that starts the child
  std::vector<ChildArgument> arguments;
};

std::vector<ChildSpec> find_child_specs(const Core& core, const Model& model);

}  // namespace dh::erlang
