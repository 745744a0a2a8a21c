// Reads SmallIR back from LLVM IR text: what print() writes, what LLVM's own tools make of it (llvm-dis, also
// with opaque pointers), and what other front ends write against docs/smallir.md.
#pragma once

#include "smallir/module.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace dh::smallir {

// Problems are reported with their line in the .ll file. A function with an error is kept with an empty body.
Module read(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace dh::smallir
