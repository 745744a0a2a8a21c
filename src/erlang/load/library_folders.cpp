#include "erlang/load/library_folders.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dh::erlang {
namespace {

constexpr std::array<std::string_view, 3> kLibraries = {"deps", "_checkouts", "vendor"};
constexpr std::array<std::string_view, 5> kInApplication = {"src", "ebin", "include", "lib", "apps"};

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// PROJECT/ of PROJECT/deps/APPLICATION/src/x.erl.
std::optional<std::string_view> project_of_library(std::string_view path) {
  for (size_t from = 0; from < path.size();) {
    size_t library = path.find('/', from);
    size_t application = library == path.npos ? path.npos : path.find('/', library + 1);
    size_t inside = application == path.npos ? path.npos : path.find('/', application + 1);
    if (inside == path.npos) return std::nullopt;
    if (is_one_of(kLibraries, path.substr(from, library - from)) &&
        is_one_of(kInApplication, path.substr(application + 1, inside - application - 1)))
      return path.substr(0, from);
    from = library + 1;
  }
  return std::nullopt;
}

}  // namespace

LibraryFolders::LibraryFolders(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (project_of_library(path)) continue;
    std::string_view folder(path);
    do {
      folder = folder.substr(0, folder.rfind('/') == folder.npos ? 0 : folder.rfind('/') + 1);
      if (!own_.insert(std::string(folder)).second) break;
      if (!folder.empty()) folder.remove_suffix(1);
    } while (!folder.empty());
  }
}

bool LibraryFolders::hold(std::string_view path) const {
  auto project = project_of_library(path);
  return project && own_.contains(std::string(*project));
}

}  // namespace dh::erlang
