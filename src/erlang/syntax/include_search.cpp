#include "erlang/syntax/include_search.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOtpRoots[] = {"/usr/lib/erlang", "/usr/local/lib/erlang", "/usr/lib64/erlang",
                                     "/opt/erlang"};

std::string parent(const std::string& path) {
  std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? std::string(1, '.') : folder;
}

// $NAME at the front is an environment variable, as in epp.
std::string expand_variable(const std::string& name) {
  if (!name.starts_with('$')) return name;
  size_t slash = std::min(name.find('/'), name.size());
  const char* value = std::getenv(name.substr(1, slash - 1).c_str());
  return value == nullptr ? name : value + name.substr(slash);
}

// The folders above a path, nearest first; not beyond a few, so that the search stays cheap.
std::vector<std::string> folders_above(const std::string& path) {
  std::vector<std::string> result;
  fs::path folder = fs::path(path).lexically_normal().parent_path();
  constexpr size_t kMax = 12;
  while (result.size() < kMax) {
    result.push_back(folder.empty() ? std::string(1, '.') : folder.string());
    if (!folder.has_parent_path() || folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return result;
}

// Without its version: "stdlib-4.2" is stdlib.
std::string_view application_name(std::string_view folder) {
  return folder.substr(0, folder.find('-'));
}

}  // namespace

std::string installed_otp_library() {
  std::error_code error;
  for (const char* root : kOtpRoots) {
    fs::path library = fs::path(root) / "lib";
    if (fs::is_directory(library, error)) return library.string();
  }
  return {};
}

int installed_otp_release() {
  std::error_code error;
  int newest = 0;
  for (const char* root : kOtpRoots) {
    for (const auto& entry : fs::directory_iterator(fs::path(root) / "releases", error)) {
      std::string name = entry.path().filename().string();
      int number = 0;
      std::from_chars(name.data(), name.data() + name.size(), number);
      newest = std::max(newest, number);
    }
  }
  return newest;
}

IncludeSearch::IncludeSearch(std::vector<std::string> include_paths, std::vector<std::string> library_paths,
                             bool installed_otp, const ReadableRoots& roots, SharedInterner& names)
    : include_paths_(std::move(include_paths)),
      library_paths_(std::move(library_paths)),
      roots_(roots),
      names_(names) {
  if (!installed_otp) return;
  std::string library = installed_otp_library();
  if (library.empty()) return;
  roots_ = roots_.with({library});
  library_paths_.push_back(std::move(library));
}

std::string IncludeSearch::named_file(const std::string& name, const std::string& generated) const {
  std::error_code error;
  fs::path beside = fs::path(generated).parent_path() / fs::path(name).filename();
  if (fs::is_regular_file(beside, error)) return beside.string();
  std::string path = find_in_package(generated, name);
  return !path.empty() && roots_.allows(path) ? path : std::string();
}

std::optional<Header> IncludeSearch::open(const std::string& path) {
  {
    std::lock_guard lock(mutex_);
    if (auto it = headers_.find(path); it != headers_.end()) return it->second;
  }
  std::optional<Header> header;
  std::error_code error;
  if (fs::is_regular_file(path, error) && roots_.allows(path)) {
    if (Result<SourceFile> file = SourceFile::open(path)) {
      header = Header{path, std::make_shared<TokenizedFile>(tokenize(file->text(), names_))};
    }
  }
  std::lock_guard lock(mutex_);
  return headers_.try_emplace(path, std::move(header)).first->second;
}

std::optional<Header> IncludeSearch::include(const std::string& name, const std::string& includer,
                                             const std::string& module_path) {
  if (auto found = search(name, includer, module_path)) return found;
  return find_anywhere(expand_variable(name), module_path);
}

// In the order of their paths.
const IncludeSearch::HeadersByName& IncludeSearch::headers_below(const std::string& root) {
  constexpr size_t kMaxEntries = 200'000;
  std::lock_guard lock(mutex_);
  auto [it, is_new] = trees_.try_emplace(root);
  if (!is_new) return it->second;
  std::error_code error;
  fs::recursive_directory_iterator walk(root, fs::directory_options::skip_permission_denied, error), end;
  for (size_t entries = 0; !error && walk != end && entries < kMaxEntries; ++entries, walk.increment(error)) {
    std::string name = walk->path().filename().string();
    if (name == ".git" || name == "node_modules") {
      walk.disable_recursion_pending();
    } else if (name.ends_with(".hrl")) {
      it->second[name].push_back(walk->path().string());
    }
  }
  for (auto& [name, paths] : it->second) std::sort(paths.begin(), paths.end());
  return it->second;
}

// Builds name folders with -I, which we do not know. Of several headers with that name the one that has most
// of its path in common with the module; none where two have as much.
std::optional<Header> IncludeSearch::find_anywhere(const std::string& name, const std::string& module_path) {
  std::string root;
  for (const std::string& folder : folders_above(module_path)) {
    if (roots_.allows("/") || !roots_.allows(folder)) break;
    root = folder;
  }
  if (root.empty() || name.starts_with('/')) return std::nullopt;
  const HeadersByName& headers = headers_below(root);
  auto named = headers.find(name.substr(name.rfind('/') + 1));
  if (named == headers.end()) return std::nullopt;
  auto common = [&](const std::string& path) {
    return std::mismatch(path.begin(), path.end(), module_path.begin(), module_path.end()).first -
           path.begin();
  };
  const std::string* best = nullptr;
  bool is_only = true;
  for (const std::string& path : named->second) {
    bool equal = best != nullptr && common(path) == common(*best);
    if (best != nullptr && common(path) < common(*best)) continue;
    best = &path;
    is_only = !equal;
  }
  return is_only ? open(*best) : std::nullopt;
}

std::optional<Header> IncludeSearch::search(const std::string& written, const std::string& includer,
                                            const std::string& module_path) {
  std::string name = expand_variable(written);
  if (name.starts_with('/')) return open(name);
  auto in = [&](const fs::path& folder) { return open((folder / name).lexically_normal().string()); };
  if (auto found = in(parent(includer))) return found;
  if (auto found = include_neighbour(name, includer)) return found;
  for (const std::string& folder : include_paths_) {
    if (auto found = in(folder)) return found;
  }
  // The application of a module in app/src/deep/x.erl is app.
  for (const std::string& folder : folders_above(module_path)) {
    if (auto found = in(folder)) return found;
    if (auto found = in(fs::path(folder) / "include")) return found;
    if (auto found = in(fs::path(folder) / "src")) return found;
    std::string last = fs::path(folder).filename().string();
    if (last == "src" && name.find('/') == std::string::npos) {
      std::string path = locator_.find_in_application(parent(folder), name);
      if (!path.empty()) return open(path);
    }
    if (last == "lib" || last == "apps" || last == "deps" || last == "_build")
      return include_of_any(name, folder);
  }
  for (const std::string& library : library_paths_) {
    if (auto found = include_of_any(name, library)) return found;
  }
  return std::nullopt;
}

// The header of that name in the include folder of an application of the library, if only one has it: builds
// name those folders with -I, which we do not know.
std::optional<Header> IncludeSearch::include_of_any(const std::string& name, const std::string& library) {
  if (name.find('/') != std::string::npos) return std::nullopt;
  std::string key = (fs::path(library) / "*" / name).string();
  {
    std::lock_guard lock(mutex_);
    if (auto it = headers_.find(key); it != headers_.end()) return it->second;
  }
  std::vector<std::string> candidates;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(library, error)) {
    std::string path = (entry.path() / "include" / name).string();
    if (fs::is_regular_file(path, error)) candidates.push_back(std::move(path));
  }
  std::optional<Header> header;
  if (candidates.size() == 1) header = open(candidates[0]);
  std::lock_guard lock(mutex_);
  return headers_.try_emplace(std::move(key), std::move(header)).first->second;
}

std::string IncludeSearch::application_folder(const std::string& library, std::string_view application) {
  std::string key = (fs::path(library) / application).string();
  {
    std::lock_guard lock(mutex_);
    if (auto it = applications_.find(key); it != applications_.end()) return it->second;
  }
  std::string found;
  std::error_code error;
  if (fs::is_directory(key, error)) {
    found = key;
  } else {
    // The greatest name is the newest version nearly always, and the same one on every machine.
    for (const auto& entry : fs::directory_iterator(library, error)) {
      std::string name = entry.path().filename().string();
      if (name != application_name(name) && application_name(name) == application) {
        found = std::max(found, entry.path().string());
      }
    }
  }
  std::lock_guard lock(mutex_);
  return applications_.try_emplace(std::move(key), std::move(found)).first->second;
}

// "../../kernel/src/x.hrl" where the neighbour's folder has its version: ../../kernel-8.5.3.
std::optional<Header> IncludeSearch::include_neighbour(std::string_view name, const std::string& includer) {
  std::string library = parent(includer);
  if (!name.starts_with("../")) return std::nullopt;
  for (; name.starts_with("../"); name.remove_prefix(3)) library += "/..";
  size_t slash = name.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string folder =
      application_folder(fs::path(library).lexically_normal().string(), name.substr(0, slash));
  if (folder.empty()) return std::nullopt;
  return open((fs::path(folder) / name.substr(slash + 1)).lexically_normal().string());
}

std::optional<Header> IncludeSearch::include_lib(const std::string& written, const std::string& includer,
                                                 const std::string& module_path) {
  if (auto found = search(written, includer, module_path)) return found;
  std::string name = expand_variable(written);
  if (auto found = search_library(name, module_path)) return found;
  return find_anywhere(name, module_path);
}

std::optional<Header> IncludeSearch::search_library(const std::string& name, const std::string& module_path) {
  size_t slash = name.find('/');
  if (slash == std::string::npos || slash == 0) return std::nullopt;
  std::string application = name.substr(0, slash);
  std::string inner = name.substr(slash + 1);
  auto in = [&](const std::string& library) -> std::optional<Header> {
    std::string folder = application_folder(library, application);
    if (folder.empty()) return std::nullopt;
    return open((fs::path(folder) / inner).lexically_normal().string());
  };
  for (const auto* libraries : {&library_paths_, &include_paths_}) {
    for (const std::string& library : *libraries) {
      if (auto found = in(library)) return found;
    }
  }
  for (const std::string& folder : folders_above(module_path)) {
    // The application itself under another folder name, as in a checkout.
    if (application_name(fs::path(folder).filename().string()) == application) {
      if (auto found = open((fs::path(folder) / inner).lexically_normal().string())) return found;
    }
    for (std::string_view sub : {"", "lib", "apps", "deps", "_build/default/lib", "_checkouts"}) {
      if (auto found = in((fs::path(folder) / sub).lexically_normal().string())) return found;
    }
  }
  return std::nullopt;
}

}  // namespace dh::erlang
