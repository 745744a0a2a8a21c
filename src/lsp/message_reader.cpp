#include "lsp/message_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace dh::lsp {

namespace {

constexpr std::string_view kHeaderEnd = "\r\n\r\n";

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// The number of a Content-Length line; other lines of the header do not matter.
std::optional<size_t> content_length(std::string_view header) {
  std::optional<size_t> length;
  while (!header.empty()) {
    const size_t end = std::min(header.find("\r\n"), header.size());
    std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + 2, header.size()));
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || !equals_ignoring_case(line.substr(0, colon), "Content-Length"))
      continue;
    std::string_view number = line.substr(colon + 1);
    number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
    size_t value = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc() && rest == number.data() + number.size()) length = value;
  }
  return length;
}

}  // namespace

std::optional<Result<std::string>> MessageReader::next() {
  const size_t header_end = buffer_.find(kHeaderEnd);
  if (header_end == std::string::npos) {
    if (buffer_.size() <= kMaxHeader) return std::nullopt;
    buffer_.clear();
    return fail("a header without an end: expected 'Content-Length: N' and a blank line");
  }
  const size_t content_begin = header_end + kHeaderEnd.size();
  const std::optional<size_t> length = content_length(std::string_view(buffer_).substr(0, header_end));
  if (!length || *length > kMaxContent) {
    buffer_.erase(0, content_begin);
    if (!length) return fail("a header without 'Content-Length: N'");
    return fail("a message of {} bytes; the limit is {}", *length, kMaxContent);
  }
  if (buffer_.size() - content_begin < *length) return std::nullopt;
  std::string content = buffer_.substr(content_begin, *length);
  buffer_.erase(0, content_begin + *length);
  return content;
}

}  // namespace dh::lsp
