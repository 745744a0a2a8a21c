#include <filesystem>

#include "erlang/elixir/elixir_module.h"

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

}  // namespace

// PROJECT/_build/ENV/lib/APPLICATION/ebin/Elixir.X.beam
std::string find_elixir_source(const std::string& beam_path, std::string_view relative,
                               std::string_view absolute) {
  fs::path application = fs::path(beam_path).parent_path().parent_path();
  if (!relative.empty()) {
    std::vector<fs::path> folders;
    size_t build = beam_path.rfind("_build/");
    bool is_build = build != std::string::npos && (build == 0 || beam_path[build - 1] == '/');
    if (is_build) {
      fs::path project(beam_path.substr(0, build));
      std::string name = application.filename().string();
      for (const char* group : {"", "apps", "deps"})
        folders.push_back(*group == '\0' ? project : project / group / name);
    }
    folders.push_back(application);
    for (const fs::path& folder : folders) {
      fs::path path = (folder / relative).lexically_normal();
      if (is_file(path)) return path.string();
    }
  }
  return !absolute.empty() && absolute.front() == '/' && is_file(absolute) ? std::string(absolute)
                                                                           : std::string();
}

}  // namespace dh::erlang
