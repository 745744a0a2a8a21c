#include "source/discovery.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
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

// A file that may be of a language, by its name.
struct Candidate {
  InputFile file;
  bool look_inside;
  std::optional<size_t> output;

  friend bool operator<(const Candidate& a, const Candidate& b) { return a.file < b.file; }
};

// A folder that looks like the output of a build. What is in it is counted, not taken.
struct BuildOutput {
  std::string path;
  int64_t files = 0;
};

// Often right, but it must not pass for checked: a folder of this name may hold sources.
Diagnostic skipped_output(const BuildOutput& output) {
  return {
      Severity::warning, Place{output.path, 0, 0, 0, 0},
      fmt::format("skipped: the folder looks like the output of a build ({} file{}); name it to analyse it, "
                  "or exclude it",
                  output.files, output.files == 1 ? "" : "s")};
}

struct Folder {
  std::string path;
  std::optional<size_t> output;  // the build output that it belongs to
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

  void run() {
    pending_.push_back({root_, std::nullopt});
    while (!pending_.empty() && !options_.parallel.stop.requested()) {
      const Folder folder = std::move(pending_.back());
      pending_.pop_back();
      visit(folder);
    }
    std::sort(candidates.begin(), candidates.end());
  }

  std::vector<Candidate> candidates;
  std::vector<BuildOutput> outputs;

 private:
  void visit(const Folder& folder) {
    DIR* dir = ::opendir(folder.path.c_str());
    if (dir == nullptr) return cannot_read(folder);
    struct stat info {};
    bool known = ::fstat(::dirfd(dir), &info) == 0;
    FlatSet<FolderKey>& visited = folder.output ? visited_outputs_ : visited_;
    if (known && !visited.insert({info.st_dev, info.st_ino}).second) {
      ::closedir(dir);
      return;
    }
    std::vector<Entry> entries;
    bool has_build_file = false;
    while (true) {
      errno = 0;
      dirent* entry = ::readdir(dir);
      if (entry == nullptr) break;
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      has_build_file |= one_of(kBuildFiles, name);
      if (!name.starts_with('.')) entries.push_back({std::string(name), entry->d_type});
    }
    if (errno != 0) cannot_read(folder);  // to its end
    ::closedir(dir);
    for (const Entry& entry : entries) consider(folder, entry, has_build_file);
  }

  void consider(const Folder& folder, const Entry& entry, bool has_build_file) {
    std::string path = join(folder.path, entry.name);
    unsigned char type = entry.type;
    if (type == DT_LNK || type == DT_UNKNOWN) {
      struct stat info {};
      if (::stat(path.c_str(), &info) != 0) return leads_nowhere(folder, path, entry.name);
      if (type == DT_LNK && !options_.roots.allows(path)) {
        if (!folder.output) leads_outside(path, entry.name, info);
        return;
      }
      type = S_ISDIR(info.st_mode) ? DT_DIR : S_ISREG(info.st_mode) ? DT_REG : DT_UNKNOWN;
    }
    if (type == DT_DIR) {
      if (one_of(kMachineMadeFolders, entry.name)) return;
      if (matches_any(options_.exclude, path) || is_ignored(path, true)) return;
      std::optional<size_t> output = folder.output;
      if (!output && has_build_file && one_of(kOutputFolders, entry.name)) {
        output = outputs.size();
        outputs.push_back({path});
      }
      pending_.push_back({std::move(path), output});
    } else if (type == DT_REG) {
      NameVerdict verdict = language_of_name(entry.name);
      if (!verdict.language && !folder.output) count_unread(entry.name);
      if (!verdict.language || (options_.language && *options_.language != *verdict.language)) return;
      if (matches_any(options_.exclude, path)) return;
      if (!options_.include.empty() && !matches_any(options_.include, path)) return;
      if (is_ignored(path, false)) return;
      candidates.push_back({{std::move(path), *verdict.language}, verdict.look_inside, folder.output});
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

  // A link to nothing has nothing to analyse, which is said where it has the name of a source file. One that
  // cannot be followed may lead to anything.
  void leads_nowhere(const Folder& folder, const std::string& path, const std::string& name) {
    const int error = errno;
    if (folder.output || matches_any(options_.exclude, path)) return;
    const bool is_nothing = error == ENOENT || error == ELOOP;
    if (is_nothing && !language_of_name(name).language) return;
    if (is_ignored(path, false)) return;
    diagnostics_.push_back(
        {is_nothing ? Severity::warning : Severity::error, Place{path, 0, 0, 0, 0},
         fmt::format("{}: {}", is_nothing ? "skipped: the link leads nowhere" : "cannot be read",
                     std::strerror(error))});
  }

  void cannot_read(const Folder& folder) {
    if (folder.output) return;
    diagnostics_.push_back({Severity::error, Place{folder.path, 0, 0, 0, 0},
                            fmt::format("the folder cannot be read: {}", std::strerror(errno))});
  }

  std::string root_;
  const DiscoveryOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<Folder> pending_;
  FlatSet<FolderKey> visited_;
  FlatSet<FolderKey> visited_outputs_;  // apart: links from elsewhere may lead into an output
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
  Walk walk(root, options, diagnostics);
  walk.run();
  std::vector<Candidate>& candidates = walk.candidates;

  std::vector<std::string> problems(candidates.size());
  std::vector<char> taken(candidates.size(), 0);
  parallel_for(candidates.size(), options.parallel, [&](size_t i) {
    const InputFile& file = candidates[i].file;
    if (!candidates[i].look_inside) {
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
    InputFile& file = candidates[i].file;
    if (candidates[i].output) {
      walk.outputs[*candidates[i].output].files += taken[i];
    } else if (!problems[i].empty()) {
      diagnostics.push_back({Severity::error, Place{file.path, 0, 0, 0, 0}, problems[i]});
    } else if (taken[i] != 0) {
      files.push_back(std::move(file));
    }
  }
  for (const BuildOutput& output : walk.outputs) {
    if (output.files > 0) diagnostics.push_back(skipped_output(output));
  }
  return files;
}

}  // namespace dh
