#include "fleet/git_source.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "source/language.h"
#include "source/write_file.h"
#include "vcs/git.h"

namespace dh::fleet {

namespace {

std::string without_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<std::string> commit_of(const std::string& repository, const std::string& revision) {
  std::error_code error;
  if (!std::filesystem::is_directory(repository, error)) return fail("{}: is not a folder", repository);
  // rev-parse would also find a repository in a folder above.
  if (Result<std::string> folder = run_git(repository, {"rev-parse", "--show-cdup"}); !folder) {
    return fail("{}: cannot be read as a git repository: {}", repository, folder.error().message);
  } else if (!without_newline(*folder).empty()) {
    return fail("{}: is not a git repository", repository);
  }
  Result<std::string> commit =
      run_git(repository, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit) return fail("{}: there is no revision '{}'", repository, revision);
  return without_newline(*commit);
}

// "100644 blob HASH    123\tPATH", ended by NUL.
uint64_t source_bytes(const std::string& tree) {
  uint64_t bytes = 0;
  for (const std::string& line : split_at_nul(tree)) {
    const size_t tab = line.find('\t');
    const size_t space = line.rfind(' ', tab);
    const size_t slash = line.rfind('/');
    if (tab == std::string::npos || space == std::string::npos) continue;
    const size_t name = slash == std::string::npos || slash < tab ? tab + 1 : slash + 1;
    if (!language_of_name(line.substr(name)).language) continue;
    uint64_t size = 0;
    std::from_chars(line.data() + space + 1, line.data() + tab, size);
    bytes += size;
  }
  return bytes;
}

}  // namespace

Result<GitRevision> find_revision(const std::string& repository, const std::string& revision) {
  const Result<std::string> commit = commit_of(repository, revision);
  if (!commit) return tl::unexpected(commit.error());
  const Result<std::string> tree = run_git(repository, {"ls-tree", "-r", "-l", "-z", *commit});
  if (!tree) return fail("{}: revision '{}' cannot be read: {}", repository, revision, tree.error().message);
  return GitRevision{*commit, source_bytes(*tree)};
}

Result<void> archive_revision(const std::string& repository, const std::string& revision,
                              const std::string& scratch, const std::string& tar) {
  const Result<std::string> commit = commit_of(repository, revision);
  if (!commit) return tl::unexpected(commit.error());
  const Result<std::string> objects = run_git(repository, {"rev-parse", "--git-path", "objects"});
  if (!objects) return fail("{}: {}", repository, objects.error().message);
  const std::filesystem::path stored = std::filesystem::path(repository) / without_newline(*objects);

  // Neither the user's filters: what a revision is must not depend on who looks at it.
  ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
  ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
  const std::string format = commit->size() == 64 ? "sha256" : "sha1";
  const Result<std::string> made =
      run_git("/", {"init", "--quiet", "--bare", "--template=", "--object-format=" + format, scratch});
  if (!made) return tl::unexpected(made.error());
  const Result<void> linked =
      write_file_atomically(scratch + "/objects/info/alternates", stored.string() + "\n");
  if (!linked) return linked;
  const Result<std::string> archived =
      run_git(scratch, {"archive", "--format=tar", "--output=" + tar, *commit});
  if (!archived)
    return fail("{}: revision '{}' cannot be read: {}", repository, revision, archived.error().message);
  return {};
}

}  // namespace dh::fleet
