#include "exo/barrier_fix.h"

#include <algorithm>

namespace dh::exo {

namespace {

std::string_view indentation(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// Brackets or a string that a line leaves open make the next one its continuation, whatever its indentation.
bool is_whole(std::string_view line) {
  int depth = 0;
  for (char c : line) {
    if (c == '#') break;
    if (c == '"' || c == '\'' || c == '\\') return false;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
  }
  return depth == 0;
}

// Only white space before the statement, and no other statement on its line.
bool begins_line(const SourceFile& file, const Place& place) {
  const std::string_view line = file.line(place.line);
  return place.column > 0 && indentation(line).size() + 1 == place.column &&
         line.find(';') == std::string_view::npos;
}

std::optional<Edit> barrier_edit(const SourceFile& file, const BarrierAdvice& advice) {
  if (!begins_line(file, advice.place)) return std::nullopt;
  std::optional<uint32_t> line = advice.place.line;
  if (!advice.before) line = line_after(file, advice.place, advice.block);
  if (!line) return std::nullopt;
  std::string text(indentation(file.line(advice.place.line)));
  const bool has_line = *line <= file.lines().line_count();
  const uint32_t at = has_line ? file.lines().line_start(*line) : static_cast<uint32_t>(file.text().size());
  const bool needs_break = at > 0 && file.text()[at - 1] != '\n';
  return Edit{{at, at}, (needs_break ? "\n" : "") + text + "Barrier()" + (needs_break ? "" : "\n")};
}

}  // namespace

std::optional<uint32_t> line_after(const SourceFile& file, const Place& place, bool block) {
  const size_t indent = indentation(file.line(place.line)).size();
  if (!is_whole(file.line(place.line))) return std::nullopt;
  uint32_t last = place.line;  // with text that belongs to the block
  if (!block) return place.end_line > place.line ? std::nullopt : std::optional(last + 1);
  for (uint32_t line = place.line + 1; line <= file.lines().line_count(); ++line) {
    const std::string_view text = file.line(line);
    if (is_blank(text)) continue;
    const bool is_comment = text.substr(indentation(text).size()).starts_with('#');
    if (indentation(text).size() <= indent) {
      if (is_comment) continue;
      break;
    }
    if (!is_comment && !is_whole(text)) return std::nullopt;
    last = line;
  }
  // Nothing below: the whole block is on its first line.
  if (last == place.line) return std::nullopt;
  // An else belongs to the block.
  for (uint32_t line = last + 1; line <= file.lines().line_count(); ++line) {
    const std::string_view text = file.line(line);
    if (is_blank(text) || indentation(text).size() > indent) continue;
    const std::string_view word = text.substr(indentation(text).size());
    if (word.starts_with("else") || word.starts_with("elif")) return std::nullopt;
    if (!word.starts_with('#')) break;
  }
  return last + 1;
}

std::optional<dh::Fix> barrier_fix(const Kernel& kernel, NodeId construct, const std::vector<Fix>& fixes) {
  const auto usable = std::find_if(fixes.begin(), fixes.end(), [](const Fix& fix) {
    return fix.asserts.empty() && !fix.barriers.empty();
  });
  if (usable == fixes.end()) return std::nullopt;
  const SourceFile& file = kernel.frames[kernel.nodes[construct].frame].proc->module->file;
  std::vector<Edit> edits;
  for (const BarrierAdvice& advice : usable->barriers) {
    std::optional<Edit> edit = advice.place.path == file.path() ? barrier_edit(file, advice) : std::nullopt;
    if (!edit) return std::nullopt;
    edits.push_back(std::move(*edit));
  }
  const char* description = edits.size() == 1 ? "add a Barrier()" : "add the barriers";
  return make_fix(description, file, std::move(edits));
}

}  // namespace dh::exo
