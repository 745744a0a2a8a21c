#include "report/excerpt_line.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/display.h"

namespace dh {

namespace {

constexpr size_t kTabWidth = 4;
constexpr size_t kContextColumns = 24;  // columns kept before the first mark of a line that is cut
constexpr std::string_view kCut = "...";

size_t width_at(std::string_view text) {
  if (text.front() == '\t') return kTabWidth;
  return static_cast<size_t>(display_width(clean_code_point(utf8_decode(text))));
}

struct Columns {
  std::vector<size_t> at;  // display column of each requested character
  size_t total = 0;
};

// Characters must be sorted. Streams over the line, which may be very long.
Columns display_columns(std::string_view line, const std::vector<size_t>& characters) {
  Columns result;
  size_t character = 0;
  auto next = characters.begin();
  while (true) {
    for (; next != characters.end() && (*next == character || line.empty()); ++next) {
      result.at.push_back(result.total);
    }
    if (line.empty()) return result;
    result.total += width_at(line);
    line.remove_prefix(utf8_length(line));
    ++character;
  }
}

// From characters to display columns.
size_t place_marks(std::string_view line, std::vector<Mark>& marks) {
  std::vector<size_t> characters;
  for (const Mark& mark : marks) {
    characters.push_back(mark.begin);
    characters.push_back(mark.end);
  }
  std::sort(characters.begin(), characters.end());
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  Columns columns = display_columns(line, characters);
  auto column_of = [&](size_t character) {
    auto found = std::lower_bound(characters.begin(), characters.end(), character);
    return columns.at[static_cast<size_t>(found - characters.begin())];
  };
  for (Mark& mark : marks) {
    mark.begin = column_of(mark.begin);
    mark.end = std::max(column_of(mark.end), mark.begin + 1);
  }
  return columns.total;
}

struct Window {
  size_t from = 0;
  size_t to = 0;
};

std::string show_window(std::string_view line, Window window, size_t total) {
  std::string out(window.from > 0 ? kCut : "");
  size_t column = 0;
  while (!line.empty() && column < window.to) {
    size_t width = width_at(line);
    if (column >= window.from && column + width <= window.to) {
      if (line.front() == '\t') {
        out.append(kTabWidth, ' ');
      } else {
        utf8_append(out, clean_code_point(utf8_decode(line)));
      }
    } else if (column + width > window.from) {
      // A wide character or tab across an edge of the window: blank what is inside.
      out.append(std::min(column + width, window.to) - std::max(column, window.from), ' ');
    }
    column += width;
    line.remove_prefix(utf8_length(line));
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (window.to < total) out += kCut;
  return out;
}

class MarkLines {
 public:
  MarkLines(std::vector<Mark> marks, const ExcerptStyle& style) : marks_(std::move(marks)), style_(style) {}

  std::vector<std::string> render() {
    const Mark* beside = label_beside_carets();
    std::string carets = caret_line();
    if (beside != nullptr) carets += " " + style_.paint(color_of(*beside), beside->text);
    std::vector<std::string> lines = {carets};

    std::vector<const Mark*> hanging;
    for (const Mark& mark : marks_) {
      if (&mark != beside && !mark.text.empty()) hanging.push_back(&mark);
    }
    if (!hanging.empty()) lines.push_back(connectors(hanging, SIZE_MAX));
    while (!hanging.empty()) {
      size_t begin = hanging.back()->begin;
      auto first =
          std::find_if(hanging.begin(), hanging.end(), [&](auto* mark) { return mark->begin == begin; });
      for (auto at = first; at != hanging.end(); ++at) {
        std::string line = connectors(hanging, begin);
        lines.push_back(line.append(begin - bars_width_, ' ') + style_.paint(color_of(**at), (*at)->text));
      }
      hanging.erase(first, hanging.end());
    }
    return lines;
  }

 private:
  Style color_of(const Mark& mark) const { return mark.primary ? style_.primary : Style::secondary; }

  // The rightmost label is next to the carets when no other label is right of it or at its beginning.
  const Mark* label_beside_carets() const {
    const Mark& last = marks_.back();
    if (last.text.empty()) return nullptr;
    for (const Mark& mark : marks_) {
      if (&mark != &last && (mark.begin == last.begin || mark.end > last.end)) return nullptr;
    }
    return &last;
  }

  std::string caret_line() const {
    size_t width = 0;
    for (const Mark& mark : marks_) width = std::max(width, mark.end);
    std::vector<const Mark*> owner(width, nullptr);
    for (bool primary : {false, true}) {  // the primary one is drawn over the others
      for (const Mark& mark : marks_) {
        if (mark.primary != primary) continue;
        std::fill(owner.begin() + static_cast<ptrdiff_t>(mark.begin),
                  owner.begin() + static_cast<ptrdiff_t>(mark.end), &mark);
      }
    }
    std::string out;
    for (size_t i = 0; i < width;) {
      size_t end = i;
      while (end < width && owner[end] == owner[i]) ++end;
      if (owner[i] == nullptr) {
        out.append(end - i, ' ');
      } else {
        out += style_.paint(color_of(*owner[i]), std::string(end - i, owner[i]->primary ? '^' : '-'));
      }
      i = end;
    }
    return out;
  }

  // Bars below the marks that begin before a column.
  std::string connectors(const std::vector<const Mark*>& hanging, size_t before) {
    std::string out;
    bars_width_ = 0;
    for (const Mark* mark : hanging) {
      if (mark->begin >= before || (bars_width_ > 0 && mark->begin < bars_width_)) continue;
      out.append(mark->begin - bars_width_, ' ');
      out += style_.paint(color_of(*mark), "|");
      bars_width_ = mark->begin + 1;
    }
    return out;
  }

  std::vector<Mark> marks_;  // in display columns, sorted by beginning
  const ExcerptStyle& style_;
  size_t bars_width_ = 0;  // columns of what connectors returned last
};

}  // namespace

std::vector<std::vector<std::string>> render_line(std::string_view line, std::vector<Mark> marks,
                                                  const ExcerptStyle& style) {
  size_t total = place_marks(line, marks);
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  std::vector<std::vector<std::string>> blocks;
  for (size_t i = 0; i < marks.size();) {
    Window window{0, total};
    if (total > style.width) {
      if (marks[i].end > style.width)
        window.from = marks[i].begin - std::min(marks[i].begin, kContextColumns);
      window.to = std::min(total, window.from + style.width);
    }
    size_t shift = window.from > 0 ? window.from - kCut.size() : 0;
    std::vector<Mark> shown;
    auto fits = [&](const Mark& mark) { return mark.end <= window.to || window.to == total; };
    for (; i < marks.size() && (shown.empty() || fits(marks[i])); ++i) {
      Mark mark = marks[i];
      mark.end = std::max(mark.begin + 1, std::min(mark.end, window.to)) - shift;
      mark.begin -= shift;
      shown.push_back(std::move(mark));
    }
    std::vector<std::string> lines = {show_window(line, window, total)};
    for (std::string& below : MarkLines(std::move(shown), style).render()) lines.push_back(std::move(below));
    blocks.push_back(std::move(lines));
  }
  return blocks;
}

std::string render_plain_line(std::string_view line, size_t width) {
  size_t total = display_columns(line, {}).total;
  return show_window(line, {0, std::min(total, width)}, total);
}

}  // namespace dh
