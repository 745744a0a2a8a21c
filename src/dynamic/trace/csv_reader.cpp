#include <algorithm>
#include <string>

#include "dynamic/trace/csv_trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A row as a line of STD text. A row with several events or none stays as it is: as STD it is an error with
// its line.
void append_row(std::string& text, std::string_view row) {
  std::string_view event;
  size_t column = 0;
  size_t events = 0;
  size_t thread = 0;
  for (size_t begin = 0; begin <= row.size(); ++column) {
    const size_t end = std::min(row.find(',', begin), row.size());
    if (const std::string_view cell = trimmed(row.substr(begin, end - begin)); !cell.empty()) {
      event = cell;
      thread = column;
      ++events;
    }
    begin = end + 1;
  }
  if (events == 1) {
    text.append("T").append(std::to_string(thread)).append("|").append(event).append("|-1");
  } else {
    text.append(trimmed(row));
  }
  text += '\n';
}

std::string rows_as_lines(std::string_view rows) {
  std::string text;
  text.reserve(rows.size() + rows.size() / 4);
  for (size_t begin = 0; begin < rows.size();) {
    const size_t end = std::min(rows.find('\n', begin), rows.size());
    append_row(text, rows.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

}  // namespace

std::unique_ptr<TraceReader> read_csv(InputStream stream, std::string start) {
  return read_std(std::move(stream), std::move(start),
                  {rows_as_lines, "one event a row, such as acq(lock), in the column of its thread"});
}

}  // namespace dh::dyn
