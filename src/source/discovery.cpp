#include "source/discovery.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "source/glob.h"

namespace dh {

namespace {

// Always generated.
constexpr std::string_view kMachineMadeFolders[] = {"node_modules", "__pycache__", "_build", "CMakeFiles"};
// Usual names of build output, but also of packages: only next to a build file.
constexpr std::string_view kOutputFolders[] = {"build", "target", "out", "dist"};
constexpr std::string_view kBuildFiles[] = {
    "pom.xml",        "build.gradle", "build.gradle.kts", "settings.gradle", "CMakeLists.txt",
    "package.json",   "rebar.config", "Makefile",         "erlang.mk",       "setup.py",
    "pyproject.toml", "Cargo.toml",   "build.xml",        "build.sbt",       "mix.exs",
    "deadheat.toml",  ".git"};

// Programs of the JVM often mix languages: a part that nothing here reads must not pass for checked.
constexpr std::pair<std::string_view, std::string_view> kUnreadLanguages[] = {
    {".kt", "Kotlin"}, {".scala", "Scala"}, {".groovy", "Groovy"}, {".clj", "Clojure"}};

template <size_t N>
bool one_of(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string join(const std::string& folder, std::string_view name) {
  if (folder == ".") return std::string(name);
  if (folder.ends_with('/')) return folder + std::string(name);
  return fmt::format("{}/{}", folder, name);
}

struct Entry {
  std::string name;
  unsigned char type;  // DT_*
};

struct FolderKey {
  dev_t device;
  ino_t inode;
  friend bool operator==(const FolderKey&, const FolderKey&) = default;
  friend size_t hash_value(const FolderKey& key) { return hash_combine(key.device, key.inode); }
};

class Walk {
 public:
  Walk(const std::string& root, const DiscoveryOptions& options, Diagnostics& diagnostics)
      : root_(root), options_(options), diagnostics_(diagnostics) {
    if (!options_.is_ignored) return;
    canonical_root_ = canonical_path(root_);
    asks_ = !options_.is_ignored(canonical_root_, true);
  }

  // Files that may be of a language, by name.
  std::vector<std::pair<InputFile, bool>> run() {
    pending_.push_back(root_);
    while (!pending_.empty() && !options_.parallel.stop.requested()) {
      std::string folder = std::move(pending_.back());
      pending_.pop_back();
      visit(folder);
    }
    return std::move(found_);
  }

 private:
  void visit(const std::string& folder) {
    DIR* dir = ::opendir(folder.c_str());
    if (dir == nullptr) {
      cannot_read(folder);
      return;
    }
    struct stat info {};
    bool known = ::fstat(::dirfd(dir), &info) == 0;
    if (known && !visited_.insert({info.st_dev, info.st_ino}).second) {
      ::closedir(dir);
      return;
    }
    std::vector<Entry> entries;
    bool has_build_file = false;
    while (dirent* entry = ::readdir(dir)) {
      std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      has_build_file |= one_of(kBuildFiles, name);
      if (!name.starts_with('.')) entries.push_back({std::string(name), entry->d_type});
    }
    ::closedir(dir);
    for (const Entry& entry : entries) consider(folder, entry, has_build_file);
  }

  void consider(const std::string& folder, const Entry& entry, bool has_build_file) {
    std::string path = join(folder, entry.name);
    unsigned char type = entry.type;
    if (type == DT_LNK || type == DT_UNKNOWN) {
      struct stat info {};
      if (::stat(path.c_str(), &info) != 0) return;  // a dangling link
      if (type == DT_LNK && !options_.roots.allows(path)) return leads_outside(path, entry.name, info);
      type = S_ISDIR(info.st_mode) ? DT_DIR : S_ISREG(info.st_mode) ? DT_REG : DT_UNKNOWN;
    }
    if (type == DT_DIR) {
      bool machine_made =
          one_of(kMachineMadeFolders, entry.name) || (has_build_file && one_of(kOutputFolders, entry.name));
      if (machine_made || matches_any(options_.exclude, path) || is_ignored(path, true)) return;
      pending_.push_back(std::move(path));
    } else if (type == DT_REG) {
      NameVerdict verdict = language_of_name(entry.name);
      if (!verdict.language) count_unread(entry.name);
      if (!verdict.language || (options_.language && *options_.language != *verdict.language)) return;
      if (matches_any(options_.exclude, path)) return;
      if (!options_.include.empty() && !matches_any(options_.include, path)) return;
      if (is_ignored(path, false)) return;
      found_.push_back({{std::move(path), *verdict.language}, verdict.look_inside});
    }
  }

  std::string_view below_root(std::string_view path) const {
    if (root_ != "." && path.starts_with(root_)) path.remove_prefix(root_.size());
    while (path.starts_with('/')) path.remove_prefix(1);
    return path;
  }

  bool is_ignored(const std::string& path, bool is_folder) const {
    return asks_ && options_.is_ignored(join(canonical_root_, below_root(path)), is_folder);
  }

  void count_unread(std::string_view name) {
    if (options_.unread == nullptr) return;
    for (const auto& [ending, language] : kUnreadLanguages) {
      if (name.ends_with(ending)) ++(*options_.unread)[std::string(language)];
    }
  }

  bool matches_any(const std::vector<std::string>& globs, const std::string& path) const {
    const std::string_view relative = below_root(path);
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string& glob) { return glob_matches(glob, relative); });
  }

  // Said of folders and of files that would have been analysed.
  void leads_outside(const std::string& path, const std::string& name, const struct stat& info) {
    if (!S_ISDIR(info.st_mode) && !language_of_name(name).language) return;
    diagnostics_.push_back(
        {Severity::warning, Place{path, 0, 0, 0, 0},
         "skipped: the link leads out of the root of the check; --allow-outside follows it"});
  }

  void cannot_read(const std::string& folder) {
    diagnostics_.push_back({Severity::error, Place{folder, 0, 0, 0, 0},
                            fmt::format("the folder cannot be read: {}", std::strerror(errno))});
  }

  std::string root_;
  const DiscoveryOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<std::string> pending_;
  std::vector<std::pair<InputFile, bool>> found_;
  FlatSet<FolderKey> visited_;
  std::string canonical_root_;
  bool asks_ = false;  // is_ignored was given, and the root is not ignored itself
};

// The first bytes, or an error message. Never waits on a pipe.
Result<std::string> read_head(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return fail("the file cannot be opened: {}", std::strerror(errno));
  std::string head(kHeadBytes, '\0');
  ssize_t n = ::pread(fd, head.data(), head.size(), 0);
  int error = errno;
  ::close(fd);
  if (n < 0) return fail("the file cannot be read: {}", std::strerror(error));
  head.resize(static_cast<size_t>(n));
  return head;
}

std::vector<InputFile> discover_file(const std::string& path, const DiscoveryOptions& options,
                                     Diagnostics& diagnostics) {
  Place place{path, 0, 0, 0, 0};
  if (options.language) return {{path, *options.language}};
  std::string_view name = path;
  if (size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  NameVerdict verdict = language_of_name(name);
  if (verdict.language && !verdict.look_inside) return {{path, *verdict.language}};
  Result<std::string> head = read_head(path);
  if (!head) {
    diagnostics.push_back({Severity::error, place, head.error().message});
    return {};
  }
  if (verdict.language && content_is(*verdict.language, *head)) return {{path, *verdict.language}};
  if (auto language = language_of_script(*head)) return {{path, *language}};
  diagnostics.push_back(
      {Severity::warning, place, "skipped: unknown file type; use --language to name its language"});
  return {};
}

}  // namespace

std::vector<InputFile> discover(const std::string& path, const DiscoveryOptions& options,
                                Diagnostics& diagnostics) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode)) {
    return discover_file(path, options, diagnostics);
  }
  std::string root = path;
  while (root.size() > 1 && root.ends_with('/')) root.pop_back();
  auto candidates = Walk(root, options, diagnostics).run();
  std::sort(candidates.begin(), candidates.end());

  std::vector<std::string> problems(candidates.size());
  std::vector<char> taken(candidates.size(), 0);
  parallel_for(candidates.size(), options.parallel, [&](size_t i) {
    const auto& [file, look_inside] = candidates[i];
    if (!look_inside) {
      taken[i] = 1;
      return;
    }
    Result<std::string> head = read_head(file.path);
    if (!head) {
      problems[i] = head.error().message;
    } else {
      taken[i] = content_is(file.language, *head);
    }
  });

  std::vector<InputFile> files;
  for (size_t i = 0; i < candidates.size(); ++i) {
    InputFile& file = candidates[i].first;
    if (!problems[i].empty()) {
      diagnostics.push_back({Severity::error, Place{file.path, 0, 0, 0, 0}, problems[i]});
    } else if (taken[i] != 0) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

}  // namespace dh
