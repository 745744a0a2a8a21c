#include "report/fix_diff.h"

#include <algorithm>

namespace dh {

namespace {

// Edits of the same or of touching lines, shown as one change.
struct Hunk {
  uint32_t first_line;
  uint32_t last_line;
  std::vector<Edit> edits;
};

std::vector<Hunk> hunks_of(const Fix& fix, const SourceFile& file) {
  std::vector<Hunk> hunks;
  const auto line_of = [&](uint32_t offset) { return file.lines().position(file.text(), offset).line; };
  for (const Edit& edit : fix.edits) {
    const uint32_t first = line_of(edit.span.begin);
    // An edit that ends at the start of a line leaves that line alone.
    const bool before_line_start = edit.span.end > edit.span.begin && file.text()[edit.span.end - 1] == '\n';
    const uint32_t last = line_of(before_line_start ? edit.span.end - 1 : edit.span.end);
    if (hunks.empty() || first > hunks.back().last_line) hunks.push_back({first, last, {}});
    hunks.back().last_line = std::max(hunks.back().last_line, last);
    hunks.back().edits.push_back(edit);
  }
  return hunks;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<DiffLine> diff_of(const Fix& fix, SourceLines* sources) {
  std::vector<DiffLine> diff;
  const std::optional<SourceFile> file = sources != nullptr ? sources->file(fix.path) : std::nullopt;
  if (!file || content_hash(file->text()) != fix.content_hash) return diff;
  for (const Hunk& hunk : hunks_of(fix, *file)) {
    const uint32_t begin = file->lines().line_start(hunk.first_line);
    const bool is_last = hunk.last_line >= file->lines().line_count();
    const uint32_t end =
        is_last ? static_cast<uint32_t>(file->text().size()) : file->lines().line_start(hunk.last_line + 1);
    const std::string_view old_text = file->text().substr(begin, end - begin);
    Fix part{
        .description = "", .path = fix.path, .content_hash = content_hash(old_text), .edits = hunk.edits};
    for (Edit& edit : part.edits) edit.span = {edit.span.begin - begin, edit.span.end - begin};
    const Result<std::string> new_text = apply_fix(part, old_text);
    if (!new_text) return {};
    std::vector<std::string> before = lines_of(old_text), after = lines_of(*new_text);
    size_t same = 0;  // lines at the front that stay: of an insertion below a line
    while (same < std::min(before.size(), after.size()) && before[same] == after[same]) ++same;
    size_t same_end = 0;
    while (same_end < std::min(before.size(), after.size()) - same &&
           before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) {
      ++same_end;
    }
    for (size_t i = same; i + same_end < before.size(); ++i)
      diff.push_back({DiffLine::Kind::removed, hunk.first_line + static_cast<uint32_t>(i), before[i]});
    for (size_t i = same; i + same_end < after.size(); ++i)
      diff.push_back({DiffLine::Kind::added, hunk.first_line + static_cast<uint32_t>(i), after[i]});
  }
  return diff;
}

}  // namespace dh
