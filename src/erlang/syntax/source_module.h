// A source file as a tree.
#pragma once

#include <memory>

#include "erlang/syntax/include_search.h"
#include "erlang/syntax/preprocessor.h"
#include "erlang/syntax/tree.h"
#include "source/source_file.h"

namespace dh::erlang {

struct SourceModuleOptions {
  PreprocessorOptions preprocessor;
  bool escript = false;  // has no -module, and exports main/1
};

// Never null. An error in a form is reported, and the rest is read.
std::unique_ptr<Module> read_source_module(const SourceFile& file, const SourceModuleOptions& options,
                                           IncludeSearch& search, SharedInterner& names,
                                           Diagnostics& diagnostics);

}  // namespace dh::erlang
