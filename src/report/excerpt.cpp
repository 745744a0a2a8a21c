#include "report/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/display.h"
#include "report/excerpt_line.h"

namespace dh {

namespace {

struct FileBlock {
  std::string path;
  Place head;                        // shown after the arrow
  std::string symbol;                // that the head is in
  std::vector<const Label*> labels;  // by line
};

std::vector<FileBlock> group_by_file(const std::vector<Label>& labels) {
  std::vector<FileBlock> blocks;
  for (const Label& label : labels) {
    auto block = std::find_if(blocks.begin(), blocks.end(),
                              [&](const FileBlock& b) { return b.path == label.place.path; });
    if (block == blocks.end())
      block = blocks.insert(block, {label.place.path, label.place, label.symbol, {}});
    block->labels.push_back(&label);
  }
  for (FileBlock& block : blocks) {
    std::stable_sort(block.labels.begin(), block.labels.end(),
                     [](const Label* a, const Label* b) { return a->place.line < b->place.line; });
  }
  return blocks;
}

Mark mark_of(const Label& label, std::string_view line) {
  const Place& place = label.place;
  Mark mark{0, SIZE_MAX, clean_line(label.text), label.primary};
  if (place.column == 0) {  // only the line is known: underline what is written on it
    size_t first = line.find_first_not_of(" \t");
    mark.begin = first == std::string_view::npos ? 0 : first;
    return mark;
  }
  mark.begin = place.column - 1;
  if (place.end_line == place.line) mark.end = std::max<size_t>(place.end_column, place.column + 1) - 1;
  if (place.end_line == 0) mark.end = mark.begin + 1;
  return mark;
}

class BlockWriter {
 public:
  BlockWriter(SourceLines* sources, const ExcerptStyle& style) : sources_(sources), style_(style) {}

  std::string write(const FileBlock& block, bool first) {
    out_.clear();
    if (!first) bar("");
    std::string_view arrow = first ? "-->" : ":::";
    out_ += fmt::format("{}{} {}", std::string(style_.gutter, ' '), style_.paint(Style::gutter, arrow),
                        clean_line(block.head.text()));
    const std::string& symbol = block.symbol;
    if (!symbol.empty()) out_ += style_.paint(Style::dim, fmt::format(" in {}", clean_line(symbol)));
    out_ += '\n';
    file_ = sources_ != nullptr ? sources_->file(block.path) : std::nullopt;
    bar("");
    uint32_t last = 0;
    for (auto at = block.labels.begin(); at != block.labels.end();) {
      uint32_t line = (*at)->place.line;
      auto end = std::find_if(at, block.labels.end(), [&](const Label* l) { return l->place.line != line; });
      gap(last, line);
      write_line(line, {at, end});
      last = line;
      at = end;
    }
    return std::move(out_);
  }

 private:
  void bar(std::string_view text) {
    out_ += fmt::format("{} {}", std::string(style_.gutter, ' '), style_.paint(Style::gutter, "|"));
    if (!text.empty()) out_ += fmt::format(" {}", text);
    out_ += '\n';
  }

  void numbered(uint32_t line, std::string_view text) {
    std::string number = line == 0 ? "" : std::to_string(line);
    out_ += style_.paint(Style::gutter, fmt::format("{:>{}} |", number, style_.gutter));
    if (!text.empty()) out_ += fmt::format(" {}", text);
    out_ += '\n';
  }

  bool has(uint32_t line) const { return file_ && line > 0 && line <= file_->lines().line_count(); }

  // A single line between two shown ones is shown too; it takes no more room than the dots.
  void gap(uint32_t last, uint32_t line) {
    if (last == 0 || line <= last + 1) return;
    if (line == last + 2 && has(last + 1)) {
      numbered(last + 1, render_plain_line(file_->line(last + 1), style_.width));
    } else {
      out_ += style_.paint(Style::gutter, "...") + "\n";
    }
  }

  void write_line(uint32_t line, const std::vector<const Label*>& labels) {
    if (!has(line)) {
      if (line > 0) numbered(line, style_.paint(Style::dim, "(source not available)"));
      for (const Label* label : labels) {
        if (!label->text.empty()) bar(clean_line(label->text));
      }
      return;
    }
    std::string_view text = file_->line(line);
    std::vector<Mark> marks;
    for (const Label* label : labels) marks.push_back(mark_of(*label, text));
    for (const std::vector<std::string>& block : render_line(text, std::move(marks), style_)) {
      numbered(line, block.front());
      for (size_t i = 1; i < block.size(); ++i) bar(block[i]);
    }
  }

  SourceLines* sources_;
  const ExcerptStyle& style_;
  std::optional<SourceFile> file_;
  std::string out_;
};

}  // namespace

size_t gutter_width(const std::vector<Label>& labels) {
  uint32_t largest = 0;
  for (const Label& label : labels) largest = std::max(largest, label.place.line);
  return std::max<size_t>(2, std::to_string(largest).size());
}

std::string render_excerpts(const std::vector<Label>& labels, SourceLines* sources,
                            const ExcerptStyle& style) {
  std::string out;
  BlockWriter writer(sources, style);
  for (const FileBlock& block : group_by_file(labels)) out += writer.write(block, out.empty());
  return out;
}

}  // namespace dh
