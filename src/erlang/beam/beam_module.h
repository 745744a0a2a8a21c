// A compiled module as a tree.
#pragma once

#include <memory>

#include "erlang/beam/abstract_forms.h"
#include "erlang/elixir/ast_tags.h"
#include "erlang/syntax/source_locator.h"
#include "erlang/syntax/tree.h"
#include "source/source_file.h"

namespace dh::erlang {

// The atoms that code of compiled modules is read by. Immutable once made: share one between threads.
struct BeamTags {
  explicit BeamTags(SharedInterner& names) : erlang(names), elixir(names) {}
  FormTags erlang;
  AstTags elixir;
};

// Null when there is nothing to analyse; the reason is among the diagnostics.
std::unique_ptr<Module> read_beam_module(const SourceFile& file, const BeamTags& tags, SourceLocator& sources,
                                         SharedInterner& names, Diagnostics& diagnostics);

}  // namespace dh::erlang
