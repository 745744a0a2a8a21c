#include "erlang/syntax/source_locator.h"

#include <array>
#include <filesystem>

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kSourceFolders = {"src", "include", "test", "c_src"};
constexpr size_t kMaxFilesOfFolder = 20000;  // a folder with more is not an application's

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

bool is_below_current_folder(const fs::path& folder) {
  std::error_code error;
  fs::path relative =
      fs::absolute(folder, error).lexically_normal().lexically_relative(fs::current_path(error));
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

std::string find_in_package(const std::string& generated, std::string_view name) {
  constexpr int kMaxLevels = 6;  // build/dev/erlang/PACKAGE/_gleam_artefacts
  if (name.find('/') == std::string_view::npos || name.front() == '/') return {};
  fs::path folder = fs::path(generated).parent_path();
  fs::path package = folder.parent_path().filename();
  std::error_code error;
  for (int level = 0; level < kMaxLevels && !folder.empty(); ++level) {
    for (const fs::path& root : {folder, folder / "packages" / package}) {
      fs::path path = (root / name).lexically_normal();
      if (fs::is_regular_file(path, error)) return path.string();
    }
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return folder.empty() && fs::is_regular_file(fs::path(name), error) ? std::string(name) : std::string();
}

const StringMap<std::string>& SourceLocator::files_below(const std::string& folder) {
  auto [it, is_new] = folders_.try_emplace(folder);
  if (!is_new) return it->second;
  StringMap<std::string>& files = it->second;
  for (std::string_view sub : kSourceFolders) {
    std::error_code error;
    fs::recursive_directory_iterator walk(fs::path(folder) / sub,
                                          fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator() && files.size() < kMaxFilesOfFolder;
         walk.increment(error)) {
      std::string path = walk->path().string();
      if (!path.ends_with(".erl") && !path.ends_with(".hrl") && !path.ends_with(".yrl") &&
          !path.ends_with(".xrl")) {
        continue;
      }
      auto [known, added] = files.try_emplace(file_name(path), path);
      if (!added) known->second.clear();
    }
  }
  return files;
}

// .../lib/stdlib/include/x.hrl or .../stdlib-4.2/include/x.hrl: the same file of the application beside ours.
std::string SourceLocator::find_in_neighbour(const std::string& application, std::string_view name) {
  fs::path wanted(name);
  fs::path folder = wanted.parent_path();
  std::string inner = folder.filename().string();
  std::string app = folder.parent_path().filename().string();
  app = app.substr(0, app.find('-'));
  if (app.empty() || (inner != "include" && inner != "src")) return {};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(application).parent_path(), error)) {
    std::string candidate = entry.path().filename().string();
    if (candidate.substr(0, candidate.find('-')) != app) continue;
    fs::path path = entry.path() / inner / wanted.filename();
    if (fs::exists(path, error)) return path.string();
  }
  return {};
}

std::string SourceLocator::find_in_application(const std::string& application, std::string_view name) {
  std::lock_guard lock(mutex_);
  const StringMap<std::string>& files = files_below(application);
  auto it = files.find(file_name(name));
  return it == files.end() ? std::string() : it->second;
}

std::string SourceLocator::find(const std::string& beam_path, std::string_view name) {
  if (name.empty()) return {};
  std::error_code error;
  if (name.front() == '/' && fs::is_regular_file(fs::path(name), error)) return std::string(name);
  fs::path folder = fs::path(beam_path).parent_path();
  fs::path beside = folder / file_name(name);
  if (fs::is_regular_file(beside, error)) return beside.lexically_normal().string();

  std::string application = (folder / "..").lexically_normal().string();
  if (application.ends_with('/') && application.size() > 1) application.pop_back();
  if (application.empty()) application.push_back('.');
  // The compiler ran in the folder of the application, or in that of the project, which may be the current
  // one.
  fs::path in_application = (fs::path(application) / name).lexically_normal();
  if (fs::is_regular_file(in_application, error)) return in_application.string();
  if (is_below_current_folder(folder) && fs::is_regular_file(fs::path(name), error)) return std::string(name);
  std::string found = find_in_package(beam_path, name);
  if (found.empty()) found = find_in_application(application, name);
  if (!found.empty()) return found;
  return find_in_neighbour(application, name);
}

}  // namespace dh::erlang
