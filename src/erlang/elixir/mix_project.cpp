#include "erlang/elixir/mix_project.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

bool is_elixir_module(const fs::path& path) {
  return path.extension() == ".beam" && path.filename().string().starts_with("Elixir.");
}

// An application of an umbrella is built with the others: `_build` is beside `apps` then.
fs::path project_folder(const fs::path& file, const ReadableRoots& roots) {
  fs::path nearest;
  std::error_code error;
  fs::path folder = file.parent_path();
  for (;; folder = folder.parent_path()) {
    fs::path shown = folder.empty() ? fs::path(".") : folder;
    if (!roots.allows(shown.string())) break;
    bool is_mix = fs::exists(shown / "mix.exs", error) || is_folder(shown / "_build");
    if (is_folder(shown / "_build")) return shown;
    if (nearest.empty() && (is_mix || is_folder(shown / "ebin"))) nearest = shown;
    if (folder.empty() || folder == folder.parent_path()) break;
  }
  return nearest.empty() ? file.parent_path() : nearest;
}

// The environment that people work in, else the first there is.
fs::path build_folder(const fs::path& project) {
  for (const char* environment : {"dev", "prod", "test"}) {
    if (is_folder(project / "_build" / environment / "lib")) return project / "_build" / environment / "lib";
  }
  for (const fs::path& environment : entries_of(project / "_build")) {
    if (is_folder(environment / "lib")) return environment / "lib";
  }
  return {};
}

void find_beams(MixProject& project) {
  fs::path folder(project.folder);
  for (const fs::path& application : entries_of(build_folder(folder))) {
    if (is_folder(folder / "deps" / application.filename())) continue;
    // Consolidated protocols know their implementations.
    std::vector<std::string> consolidated;
    for (const fs::path& beam : entries_of(application / "consolidated")) {
      if (!is_elixir_module(beam)) continue;
      consolidated.push_back(beam.filename().string());
    }
    for (const fs::path& beam : entries_of(application / "ebin")) {
      if (!is_elixir_module(beam)) continue;
      bool is_there = std::binary_search(consolidated.begin(), consolidated.end(), beam.filename().string());
      project.beams.push_back((is_there ? application / "consolidated" / beam.filename() : beam).string());
    }
  }
  std::vector<fs::path> own = entries_of(folder / "ebin");
  project.has_own_ebin = std::any_of(own.begin(), own.end(), is_elixir_module);
}

bool is_newer(const std::vector<std::string>& files, const std::vector<std::string>& than) {
  auto newest = [](const std::vector<std::string>& paths) {
    fs::file_time_type result = fs::file_time_type::min();
    for (const std::string& path : paths) {
      std::error_code error;
      auto time = fs::last_write_time(path, error);
      if (!error) result = std::max(result, time);
    }
    return result;
  };
  return !than.empty() && newest(files) > newest(than);
}

}  // namespace

std::vector<MixProject> find_mix_projects(const std::vector<std::string>& files, const ReadableRoots& roots) {
  std::map<std::string, MixProject> projects;
  for (const std::string& file : files) {
    std::string folder = project_folder(file, roots).lexically_normal().string();
    MixProject& project = projects[folder];
    project.folder = folder;
    if (file.ends_with(".ex")) project.sources.push_back(file);
  }
  std::vector<MixProject> result;
  for (auto& [folder, project] : projects) {
    find_beams(project);
    project.is_stale = is_newer(project.sources, project.beams);
    result.push_back(std::move(project));
  }
  return result;
}

}  // namespace dh::erlang
