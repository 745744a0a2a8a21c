// What the rebar.config of a project tells the compiler: `{erl_opts, [{d, NAME}, {d, NAME, Value}, {i,
// "folder"}]}`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/shared_interner.h"
#include "source/root.h"

namespace dh::erlang {

struct BuildOptions {
  std::vector<std::string> defines;          // NAME or NAME=tokens
  std::vector<std::string> include_folders;  // as they are written, or below the folder of the file
};

// Those for all builds; options of profiles, such as test, are left out. What is not understood is, too.
BuildOptions read_rebar_options(std::string_view text, const std::string& folder, SharedInterner& names);

// The options of the files in the folders above a module, each read once.
class RebarOptions {
 public:
  RebarOptions(const ReadableRoots& roots, SharedInterner& names) : roots_(roots), names_(names) {}

  BuildOptions of_module(const std::string& path);

 private:
  const BuildOptions& of_folder(const std::string& folder);

  const ReadableRoots& roots_;
  SharedInterner& names_;
  StringMap<BuildOptions> known_;  // by folder
};

}  // namespace dh::erlang
