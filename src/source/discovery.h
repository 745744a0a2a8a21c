// From the paths on the command line to the files to analyse.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "source/diagnostic.h"
#include "source/language.h"
#include "source/root.h"

namespace dh {

struct InputFile {
  std::string path;
  Language language;

  friend auto operator<=>(const InputFile&, const InputFile&) = default;
};

struct DiscoveryOptions {
  std::optional<Language> language;  // only this one; files named by the user are of it, whatever their name
  std::vector<std::string> include;  // globs relative to the path; when given, only what matches is taken
  std::vector<std::string> exclude;
  // Counts files of other languages of the same programs, by the language's name; may be null.
  std::map<std::string, int64_t>* unread = nullptr;
  ReadableRoots roots;  // links that lead out of them are not followed, unless the user named them
  // Whether to leave out a path, which is absolute. Asked for folders before what is in them, on one thread.
  // Does not hold for what the user named.
  std::function<bool(const std::string& path, bool is_folder)> is_ignored;
  Parallelism parallel;
};

// The files below a path that exists, sorted by path. Hidden folders, build folders and version control are
// left out, unless the user named them; links are followed, each folder is visited once. Folders and files
// that cannot be read are reported and left out.
std::vector<InputFile> discover(const std::string& path, const DiscoveryOptions& options,
                                Diagnostics& diagnostics);

}  // namespace dh
