// Where the compiled modules of Elixir sources are: `_build` of the mix project, or `ebin` beside them.
#pragma once

#include <string>
#include <vector>

#include "source/root.h"

namespace dh::erlang {

struct MixProject {
  std::string folder;
  std::vector<std::string> sources;  // .ex files, in order
  std::vector<std::string> beams;    // of its own applications, not of dependencies
  bool has_own_ebin = false;  // compiled modules are in `ebin`, among the files that are checked anyway
  bool is_stale = false;      // a source is newer than every compiled module
};

// The projects of the files: the nearest folder above each that has mix.exs, `_build` or `ebin`. Only what
// the roots allow is looked at.
std::vector<MixProject> find_mix_projects(const std::vector<std::string>& files, const ReadableRoots& roots);

}  // namespace dh::erlang
