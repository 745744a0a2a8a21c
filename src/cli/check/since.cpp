#include "cli/check/since.h"

#include <algorithm>
#include <filesystem>

#include "cli/target.h"

namespace dh {

namespace {

// The paths of a repository as they are called in a copy of its files; those that the copy does not have are
// left out.
std::vector<std::string> paths_in_copy(const std::vector<std::string>& paths, const std::string& root,
                                       const std::string& copy) {
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    const std::string canonical = canonical_path(path);
    if (!is_within(root, canonical)) continue;
    std::string there = canonical == root ? copy : copy + "/" + relative_to(root, canonical);
    std::error_code error;
    if (std::filesystem::exists(there, error)) result.push_back(std::move(there));
  }
  return result;
}

// Every rule is on: a rule that the configuration has turned on since then has no new findings.
std::vector<Project> projects_in_copy(const std::vector<Project>& projects, const std::string& root,
                                      const std::string& copy) {
  std::vector<Project> result;
  for (const Project& project : projects) {
    Project& there = result.emplace_back(project);
    there.config.rules = {};
    there.paths = paths_in_copy(project.paths, root, copy);
  }
  return result;
}

// Fingerprints of equal findings are numbered ("...-2") over all files: an equal one in a new file would give
// another number to the old one.
std::string identity(const std::string& fingerprint, const std::string& path) {
  return fingerprint.substr(0, fingerprint.find('-')) + " " + path;
}

}  // namespace

Result<Since> Since::start(const CheckOptions& options) {
  Since since;
  if (options.since.empty()) return since;
  if (reads_stdin(options)) return fail("--since needs files: standard input has no history");
  for (const std::string& path : options.paths) {
    const std::optional<std::string> root = find_repository_root(canonical_path(path));
    if (!root) return fail("--since {}: {} is in no git repository", options.since, path);
    const auto is_this = [&](const Repository& known) { return known.root == *root; };
    if (std::any_of(since.repositories_.begin(), since.repositories_.end(), is_this)) continue;
    Result<Changes> changes = changes_since(*root, options.since);
    if (!changes) return tl::unexpected(changes.error());
    since.repositories_.push_back({*root, std::move(*changes)});
  }
  return since;
}

Result<void> Since::read_old_findings(const CheckOptions& options, const std::vector<Project>& projects,
                                      const OldFindings& find) {
  for (const Repository& repository : repositories_) {
    Result<TemporaryFolder> copy = TemporaryFolder::make();
    if (!copy) return tl::unexpected(copy.error());
    const std::string folder = canonical_path(copy->path());
    if (auto written = write_tree(repository.root, repository.changes.commit, folder); !written)
      return written;
    CheckOptions old = options;
    old.paths = paths_in_copy(options.paths, repository.root, folder);
    old.no_ignore_vcs = true;  // the commit holds only files that git tracks
    if (old.paths.empty()) continue;
    const ReadableRoots roots({folder});
    for (const BaselineEntry& entry : find(old, projects_in_copy(projects, repository.root, folder), roots)) {
      ++counts_[identity(entry.fingerprint, repository.root + "/" + entry.path)].old;
    }
  }
  return {};
}

// The innermost: submodules are repositories of their own.
const Since::Repository* Since::repository_of(const std::string& canonical) const {
  const Repository* innermost = nullptr;
  for (const Repository& repository : repositories_) {
    if (!is_within(repository.root, canonical)) continue;
    if (innermost == nullptr || repository.root.size() > innermost->root.size()) innermost = &repository;
  }
  return innermost;
}

bool Since::is_changed(const Place& place) const {
  if (!place.known() || place.line == 0) return false;
  const std::string path = canonical_path(place.path);
  const Repository* repository = repository_of(path);
  return repository != nullptr && repository->changes.touches(relative_to(repository->root, path), place.line,
                                                              std::max(place.line, place.end_line));
}

bool Since::is_new(const Finding& finding) {
  const std::string path = canonical_path(finding.place.path);
  const Repository* repository = repository_of(path);
  const std::string old_path =
      repository == nullptr
          ? path
          : repository->root + "/" + repository->changes.old_name(relative_to(repository->root, path));
  Count& count = counts_[identity(finding.fingerprint, old_path)];
  return ++count.now > count.old;
}

bool Since::is_relevant(const Finding& finding) {
  // Counts in any case.
  if (is_new(finding) || is_changed(finding.place)) return true;
  return std::any_of(finding.accesses.begin(), finding.accesses.end(),
                     [&](const Access& access) { return is_changed(access.place); });
}

}  // namespace dh
