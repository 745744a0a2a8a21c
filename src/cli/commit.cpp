#include "cli/commit.h"

#include "source/root.h"
#include "source/source_file.h"

namespace dh {

namespace {

std::string first_line(const std::string& path) {
  const Result<SourceFile> file = SourceFile::open(path);
  return file ? std::string(file->line(1)) : "";
}

bool is_commit_id(std::string_view text) {
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A worktree or submodule has a file with the path of its git folder, whose branches may be in a common one.
std::string packed_ref(const std::string& folder, const std::string& name) {
  const Result<SourceFile> file = SourceFile::open(folder + "/packed-refs");
  if (!file) return {};
  for (uint32_t line = 1; line <= file->lines().line_count(); ++line) {
    const std::string_view text = file->line(line);
    if (text.ends_with(" " + name)) return std::string(text.substr(0, text.find(' ')));
  }
  return {};
}

}  // namespace

std::string commit_of(const std::string& path) {
  const std::optional<std::string> root = find_repository_root(canonical_path(path));
  if (!root) return {};
  std::string folder = *root + "/.git";
  if (const std::string link = first_line(folder); link.starts_with("gitdir: ")) {
    folder = link.substr(8);
    if (!folder.starts_with('/')) folder = *root + "/" + folder;
  }
  const std::string head = first_line(folder + "/HEAD");
  if (is_commit_id(head)) return head;
  if (!head.starts_with("ref: ")) return {};
  const std::string name = head.substr(5);
  if (name.find("..") != std::string::npos) return {};
  std::string common = first_line(folder + "/commondir");
  if (!common.starts_with('/')) common = folder + "/" + common;
  for (const std::string& place : {folder, common}) {
    if (const std::string id = first_line(place + "/" + name); is_commit_id(id)) return id;
    if (const std::string id = packed_ref(place, name); is_commit_id(id)) return id;
  }
  return {};
}

}  // namespace dh
