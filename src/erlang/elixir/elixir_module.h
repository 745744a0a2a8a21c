// A compiled Elixir module as a tree of an Erlang module: {elixir_v1, Map, Specs} of its debug information,
// the code after all macros have been expanded.
#pragma once

#include "erlang/elixir/ast_tags.h"
#include "erlang/syntax/tree.h"
#include "source/diagnostic.h"

namespace dh::erlang {

// Fills the module from the map. A definition that cannot be read is reported and left out.
void read_elixir_definitions(const Term& map, const AstTags& tags, SharedInterner& names, Module& module,
                             Diagnostics& diagnostics);

// Where the source of a compiled Elixir module is, from the path of its .beam: that name in the project
// around
// `_build`, in one of its applications or dependencies; else the absolute path it was compiled under. Empty
// if nowhere.
std::string find_elixir_source(const std::string& beam_path, std::string_view relative,
                               std::string_view absolute);

}  // namespace dh::erlang
