// Compiled modules: the IFF container and the debug information in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "erlang/syntax/tree.h"
#include "erlang/term/term.h"

namespace dh::erlang {

// Why a compiled module cannot be analysed.
enum class BeamProblem {
  damaged,         // not a .beam, or cut off
  stripped,        // compiled without debug_info, or removed later
  encrypted,       // needs a key
  other_language,  // LFE and others: neither Erlang's abstract format nor Elixir's code
};

struct BeamError {
  BeamProblem problem = BeamProblem::damaged;
  std::string message;
};

struct BeamForms {
  SourceLanguage language = SourceLanguage::erlang;
  Term forms;    // a list; of Elixir: the map that describes the module
  Term options;  // what the compiler was called with, a list
};

struct BeamChunk {
  std::string_view id;  // four letters
  std::string_view data;
};

// The chunks of an IFF file of type BEAM.
Result<std::vector<BeamChunk>> read_chunks(std::string_view bytes);

// Whether the bytes could be a .beam: plain or compressed as a whole.
bool looks_like_beam(std::string_view bytes);

// The forms in the Dbgi (or, before OTP 20, Abst) chunk. Terms live in the arena and point into `bytes`.
tl::expected<BeamForms, BeamError> read_beam(std::string_view bytes, Arena& arena, AtomCache& atoms);

}  // namespace dh::erlang
