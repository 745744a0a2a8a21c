// Where on this disk the source of a compiled module is: so that findings in .beam files can show the text.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace dh::erlang {

// Thread-safe. Remembers which files the folders of applications hold.
class SourceLocator {
 public:
  // The file that a -file attribute names, for a module whose .beam is at `beam_path`: as it is when that
  // is an absolute path and exists, else in the application or the project the .beam belongs to, else in a
  // neighbouring application. Empty if nowhere.
  std::string find(const std::string& beam_path, std::string_view name);
  // The only file of that name below src/, include/ and test/ of an application's folder; empty if none or
  // several.
  std::string find_in_application(const std::string& application, std::string_view name);

 private:
  const StringMap<std::string>& files_below(const std::string& folder);
  std::string find_in_neighbour(const std::string& application, std::string_view name);

  std::mutex mutex_;
  // Folder of an application -> file name -> path, "" when several have that name.
  StringMap<StringMap<std::string>> folders_;
};

// The file that a generated file names by a path from the root of its package, for example src/hits.gleam:
// looked for in the folders above the generated file, and for a Gleam library in build/packages. Empty if
// nowhere.
std::string find_in_package(const std::string& generated, std::string_view name);

}  // namespace dh::erlang
