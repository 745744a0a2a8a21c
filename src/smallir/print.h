// SmallIR as LLVM IR text. The form is specified in docs/smallir.md; read.h reads it back.
#pragma once

#include <string>

#include "smallir/module.h"

namespace dh::smallir {

struct PrintOptions {
  bool places = true;  // !dbg and the other places; without them modules can be compared by meaning
};

// llvm-as and opt -passes=verify of LLVM 14 accept it.
std::string print(const Module& module, const PrintOptions& options = {});

}  // namespace dh::smallir
