#include "vcs/ignore_patterns.h"

#include <algorithm>

namespace dh {

namespace {

// Spaces at the end do not count, unless a backslash precedes them.
std::string_view without_trailing_spaces(std::string_view line) {
  size_t end = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      if (++i == line.size()) return line;
      end = i + 1;
    } else if (line[i] != ' ') {
      end = i + 1;
    }
  }
  return line.substr(0, end);
}

}  // namespace

IgnorePatterns::IgnorePatterns(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') add_line(without_trailing_spaces(line));
  }
}

void IgnorePatterns::add_line(std::string_view line) {
  const bool keeps = line.starts_with('!');
  if (keeps) line.remove_prefix(1);
  const bool only_folders = line.ends_with('/');
  if (only_folders) line.remove_suffix(1);
  if (line.empty()) return;
  const bool is_path = line.find('/') != std::string_view::npos;
  std::string_view prefix;
  if (is_path) {
    if (line.front() == '/') line.remove_prefix(1);
    // git compares this part first and matches only the rest: a `**` after it begins a pattern.
    prefix = line.substr(0, std::min(line.find_first_of("*?[\\"), line.size()));
    line.remove_prefix(prefix.size());
  }
  const auto kind = is_path ? WildPattern::Kind::path : WildPattern::Kind::name;
  lines_.push_back({std::string(prefix), WildPattern(line, kind), is_path, only_folders, keeps});
}

IgnoreVerdict IgnorePatterns::verdict(std::string_view path, bool is_folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
    if (line->only_folders && !is_folder) continue;
    const std::string_view text = line->is_path ? path : name;
    if (!text.starts_with(line->prefix)) continue;
    if (line->pattern.matches(text.substr(line->prefix.size()))) {
      return line->keeps ? IgnoreVerdict::kept : IgnoreVerdict::ignored;
    }
  }
  return IgnoreVerdict::none;
}

}  // namespace dh
