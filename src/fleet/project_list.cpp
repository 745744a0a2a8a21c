#include "fleet/project_list.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "fleet/git_source.h"
#include "fleet/read_file.h"
#include "fleet/source_files.h"

namespace dh::fleet {

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kArchiveRatio = 4;  // source text packs to about a quarter

struct Entry {
  std::string text;
  std::string place;  // "list.txt:3: ", or empty on the command line
  fs::path base;      // relative paths begin here
};

bool is_archive_name(const std::string& path) {
  for (const char* end : {".zip", ".jar", ".war", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2",
                          ".tbz2", ".tar.zst"}) {
    if (path.ends_with(end)) return true;
  }
  return false;
}

bool is_bare_repository(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path / "HEAD", error) && fs::is_directory(path / "objects", error) &&
         fs::is_directory(path / "refs", error);
}

std::vector<std::string> expand_glob(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

bool path_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Project project_at(ProjectKind kind, const fs::path& path) {
  Project project;
  project.kind = kind;
  project.path = path.string();
  return project;
}

class ListReader {
 public:
  std::string problem;
  ProjectList list;

  void add(const Entry& entry) {
    if (!problem.empty()) return;
    if (entry.text.find('\0') != std::string::npos) return mistake(entry, "has a NUL byte");
    const fs::path path = entry.base / entry.text;
    if (path_exists(path)) return add_path(entry, path, "");
    const size_t at = entry.text.rfind('@');
    if (at != std::string::npos && at > 0) return add_revision(entry, at);
    if (entry.text.find_first_of("*?[") == std::string::npos) return add_missing(entry, path);
    const std::vector<std::string> paths = expand_glob(path.string());
    if (paths.empty()) return mistake(entry, "matches nothing");
    for (const std::string& one : paths) add_path(entry, one, "");
  }

 private:
  void mistake(const Entry& entry, const std::string& what) {
    if (problem.empty()) problem = fmt::format("{}'{}' {}", entry.place, entry.text, what);
  }

  void add_revision(const Entry& entry, size_t at) {
    const std::string revision = entry.text.substr(at + 1);
    if (revision.empty()) return mistake(entry, "has no revision after the '@'");
    if (revision.starts_with('-')) return mistake(entry, "has a revision that begins with '-'");
    add_path(entry, entry.base / entry.text.substr(0, at), revision);
  }

  void add_path(const Entry& entry, const fs::path& given, const std::string& revision) {
    std::error_code error;
    const fs::path path = fs::absolute(given).lexically_normal();
    if (!revision.empty() || (fs::is_directory(path, error) && is_bare_repository(path)))
      return add_git(entry, path, revision.empty() ? "HEAD" : revision);
    if (fs::is_directory(path, error)) return add_project(entry, project_at(ProjectKind::folder, path));
    if (is_archive_name(path.string())) return add_project(entry, project_at(ProjectKind::archive, path));
    if (!entry.place.empty()) return mistake(entry, "is neither a folder nor an archive");
    read_list(path);
  }

  // It may be there when the plan is worked on, on another machine: what is wrong is decided then.
  void add_missing(const Entry& entry, const fs::path& path) {
    if (entry.place.empty()) return mistake(entry, "does not exist");
    const ProjectKind kind = is_archive_name(path.string()) ? ProjectKind::archive : ProjectKind::folder;
    add_project(entry, project_at(kind, fs::absolute(path).lexically_normal()));
  }

  void add_git(const Entry& entry, const fs::path& path, const std::string& revision) {
    Project project = project_at(ProjectKind::git, path);
    project.revision = revision;
    const Result<GitRevision> found = find_revision(path.string(), revision);
    if (found) {
      project.commit = found->commit;
      project.bytes = found->bytes;
    } else {
      list.warnings.push_back(entry.place + found.error().message);
    }
    add_project(entry, std::move(project));
  }

  void add_project(const Entry& entry, Project project) {
    while (project.path.size() > 1 && project.path.ends_with('/')) project.path.pop_back();
    const std::string identity = fmt::format("{}\n{}", project.path, project.revision);
    if (!seen_.insert(identity).second) {
      list.warnings.push_back(
          fmt::format("{}{} is listed twice; it is analysed once", entry.place, project.path));
      return;
    }
    std::error_code error;
    if (project.kind == ProjectKind::archive) {
      const uint64_t size = fs::file_size(project.path, error);
      if (!error) project.bytes = size * kArchiveRatio;
    } else if (project.kind == ProjectKind::folder && fs::is_directory(project.path, error)) {
      for (const SourceFileSize& file : list_source_files(project.path)) project.bytes += file.bytes;
    }
    if (error || (project.kind == ProjectKind::folder && !path_exists(project.path)))
      list.warnings.push_back(fmt::format("{}{} cannot be read", entry.place, project.path));
    list.projects.push_back(std::move(project));
  }

  void read_list(const fs::path& path) {
    const Result<std::string> text = read_whole_file(path.string());
    if (!text) {
      problem = text.error().message;
      return;
    }
    size_t line = 0;
    for (size_t begin = 0; begin < text->size() && problem.empty();) {
      const size_t end = std::min(text->find('\n', begin), text->size());
      std::string one = text->substr(begin, end - begin);
      begin = end + 1;
      ++line;
      while (!one.empty() && (one.back() == '\r' || one.back() == ' ' || one.back() == '\t')) one.pop_back();
      one.erase(0, std::min(one.find_first_not_of(" \t"), one.size()));
      if (one.empty() || one.front() == '#') continue;
      add({one, fmt::format("{}:{}: ", path.string(), line), path.parent_path()});
    }
  }

  std::set<std::string> seen_;
};

// "a/src" and "b/src" need more than their last component.
std::string name_with(const Project& project, size_t components) {
  fs::path name, rest = project.path;
  for (size_t i = 0; i < components && rest.has_relative_path(); ++i) {
    name = name.empty() ? rest.filename() : rest.filename() / name;
    rest = rest.parent_path();
  }
  return project.revision.empty() ? name.string() : fmt::format("{}@{}", name.string(), project.revision);
}

void give_names(std::vector<Project>& projects) {
  std::vector<size_t> components(projects.size(), 1);
  for (int round = 0; round < 100; ++round) {
    std::map<std::string, std::vector<size_t>> by_name;
    for (size_t i = 0; i < projects.size(); ++i) {
      projects[i].name = name_with(projects[i], components[i]);
      by_name[projects[i].name].push_back(i);
    }
    if (by_name.size() == projects.size()) break;
    for (const auto& [name, same] : by_name) {
      for (size_t i : same) components[i] += same.size() > 1 ? 1 : 0;
    }
  }
  std::sort(projects.begin(), projects.end(),
            [](const Project& a, const Project& b) { return a.name < b.name; });
}

}  // namespace

Result<ProjectList> list_projects(const std::vector<std::string>& entries) {
  ListReader reader;
  for (const std::string& entry : entries) reader.add({entry, "", ""});
  if (!reader.problem.empty()) return fail("{}", reader.problem);
  if (reader.list.projects.empty()) return fail("there are no projects in the list");
  give_names(reader.list.projects);
  return std::move(reader.list);
}

}  // namespace dh::fleet
