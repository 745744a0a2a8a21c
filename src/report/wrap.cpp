#include "report/wrap.h"

#include <algorithm>

#include "report/display.h"

namespace dh {

std::string wrap_text(std::string_view text, size_t width, size_t begin, size_t indent) {
  std::string out;
  size_t column = begin;
  bool at_start = true;
  const auto new_line = [&] {
    out += '\n' + std::string(indent, ' ');
    column = indent;
    at_start = true;
  };
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    const size_t columns = display_width(word);
    if (!at_start && width > 0 && column + 1 + columns > width) new_line();
    if (!at_start) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
    at_start = false;
    if (end < text.size() && text[end] == '\n') new_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace dh
