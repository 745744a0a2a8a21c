#include "vcs/changes.h"

#include <algorithm>
#include <charconv>

#include "vcs/git.h"

namespace dh {

namespace {

std::string without_newline(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

bool is_shallow(const std::string& root) {
  const Result<std::string> answer = run_git(root, {"rev-parse", "--is-shallow-repository"});
  return answer && without_newline(*answer) == "true";
}

Result<std::string> commit_to_compare_with(const std::string& root, const std::string& ref) {
  Result<std::string> commit =
      run_git(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"});
  if (!commit) {
    // --quiet: git says nothing of a commit that is not there. What it does say is another problem.
    if (!commit.error().message.ends_with(": failed"))
      return fail("--since {}: {}", ref, commit.error().message);
    return fail("--since {}: the repository {} has no such commit{}", ref, root,
                is_shallow(root) ? "; its history is cut off ('git fetch --unshallow' gets all of it)" : "");
  }
  const std::string given = without_newline(*commit);
  // Without a commit of its own HEAD has no history to share.
  Result<std::string> base = run_git(root, {"merge-base", given, "HEAD"});
  return base ? without_newline(*base) : given;
}

// Arguments that switch off the filters which the repository's own configuration names: git would run them on
// files that changed. Filters of the user's configuration (Git LFS) stay.
Result<std::vector<std::string>> without_filters_of_repository(const std::string& root) {
  Result<std::string> listing = run_git(root, {"config", "--show-scope", "--name-only", "-z", "--list"});
  if (!listing) return tl::unexpected(listing.error());
  const std::vector<std::string> scopes_and_keys = split_at_nul(*listing);
  std::vector<std::string> arguments;
  for (size_t i = 0; i + 1 < scopes_and_keys.size(); i += 2) {
    const std::string& scope = scopes_and_keys[i];
    const std::string& key = scopes_and_keys[i + 1];
    if ((scope != "local" && scope != "worktree") || !key.starts_with("filter.")) continue;
    const std::string driver = key.substr(0, key.rfind('.'));
    if (driver.find('=') != std::string::npos)
      return fail("the git filter '{}' cannot be switched off", driver);
    for (const char* setting : {".clean=", ".smudge=", ".process=", ".required=false"}) {
      arguments.insert(arguments.end(), {"-c", driver + setting});
    }
  }
  return arguments;
}

// The names in the diff are quoted where they hold quotes, backslashes or control characters.
std::string unquoted(std::string_view name) {
  if (!name.starts_with('"')) return std::string(name);
  std::string out;
  for (size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] != '\\') {
      out += name[i];
      continue;
    }
    const char c = name[++i];
    constexpr std::string_view kNames = "abtnvfr";
    if (c >= '0' && c <= '7' && i + 2 < name.size()) {
      out += static_cast<char>((c - '0') * 64 + (name[i + 1] - '0') * 8 + (name[i + 2] - '0'));
      i += 2;
    } else if (const size_t at = kNames.find(c); at != std::string_view::npos) {
      out += "\a\b\t\n\v\f\r"[at];
    } else {
      out += c;
    }
  }
  return out;
}

// "@@ -10,2 +12,3 @@": lines 12 to 14.
LineRange range_of(std::string_view hunk) {
  const size_t plus = hunk.find(" +");
  uint32_t first = 0, count = 1;
  if (plus == std::string_view::npos) return {0, 0};
  const char* end = hunk.data() + hunk.size();
  auto [at, error] = std::from_chars(hunk.data() + plus + 2, end, first);
  if (error == std::errc() && at != end && *at == ',') std::from_chars(at + 1, end, count);
  return {first, first + count - 1};  // nothing but deleted lines: empty
}

}  // namespace

Changes parse_diff(std::string_view diff) {
  constexpr std::string_view kRenameFrom = "rename from ", kRenameTo = "rename to ";
  Changes result;
  std::string path, old_path;
  size_t lines_of_hunk = 0;  // that follow and belong to it
  while (!diff.empty()) {
    const size_t end = std::min(diff.find('\n'), diff.size());
    const std::string_view line = diff.substr(0, end);
    diff.remove_prefix(std::min(end + 1, diff.size()));
    if (lines_of_hunk > 0 && (line.starts_with('+') || line.starts_with('-'))) {
      --lines_of_hunk;
    } else if (line.starts_with(kRenameFrom)) {
      old_path = unquoted(line.substr(kRenameFrom.size()));
    } else if (line.starts_with(kRenameTo)) {
      result.old_names[unquoted(line.substr(kRenameTo.size()))] = old_path;
    } else if (line.starts_with("+++ ")) {
      std::string_view name = line.substr(4);
      if (name.ends_with('\t')) name.remove_suffix(1);  // git marks the end of names with spaces
      path = unquoted(name);
    } else if (line.starts_with("@@ ")) {
      const LineRange range = range_of(line);
      uint32_t removed = 1;
      const size_t comma = line.find(','), plus = line.find(" +");
      if (comma < plus) std::from_chars(line.data() + comma + 1, line.data() + plus, removed);
      lines_of_hunk = removed + (range.last + 1 - range.first);
      if (path != "/dev/null" && range.last >= range.first) result.lines[path].push_back(range);
    }
  }
  return result;
}

const std::string& Changes::old_name(const std::string& path) const {
  const auto it = old_names.find(path);
  return it == old_names.end() ? path : it->second;
}

bool Changes::touches(const std::string& path, uint32_t first, uint32_t last) const {
  if (new_files.contains(path)) return true;
  const auto it = lines.find(path);
  if (it == lines.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(),
                     [&](const LineRange& range) { return range.first <= last && first <= range.last; });
}

Result<Changes> changes_since(const std::string& root, const std::string& ref) {
  Result<std::string> commit = commit_to_compare_with(root, ref);
  if (!commit) return tl::unexpected(commit.error());
  Result<std::vector<std::string>> arguments = without_filters_of_repository(root);
  if (!arguments) return tl::unexpected(arguments.error());
  arguments->insert(arguments->end(),
                    {"diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
                     "--no-prefix", "--ignore-submodules", "--no-relative", *commit, "--"});
  Result<std::string> diff = run_git(root, *arguments);
  if (!diff) return tl::unexpected(diff.error());
  Result<std::string> untracked =
      run_git(root, {"ls-files", "-z", "--others", "--exclude-standard", "--full-name"});
  if (!untracked) return tl::unexpected(untracked.error());
  Changes changes = parse_diff(*diff);
  changes.commit = *commit;
  for (std::string& path : split_at_nul(*untracked)) changes.new_files.insert(std::move(path));
  return changes;
}

}  // namespace dh
