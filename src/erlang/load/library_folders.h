// Dependencies beside the code that is checked. They are analysed, since the code calls them, but what is
// found in them is for their own projects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dh::erlang {

class LibraryFolders {
 public:
  // `paths`: all files that are analysed.
  explicit LibraryFolders(const std::vector<std::string>& paths);

  // The file is of an application in deps/, _checkouts/ or vendor/ of a project, of which other files are
  // analysed as well.
  bool hold(std::string_view path) const;

 private:
  FlatSet<std::string> own_;  // folders with files of the project somewhere below, each with its last slash
};

}  // namespace dh::erlang
