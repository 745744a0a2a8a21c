#include "source/line_table.h"

#include <algorithm>
#include <cstring>

#include "base/utf8.h"

namespace dh {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineTable::LineTable(std::string_view text) {
  starts_.push_back(text.starts_with(kByteOrderMark) ? 3 : 0);  // editors do not show the mark
  const char* base = text.data();
  const bool has_cr = !text.empty() && std::memchr(base, '\r', text.size()) != nullptr;
  if (!has_cr) {  // the usual case, at the speed of memchr
    for (size_t at = 0; at < text.size();) {
      const void* found = std::memchr(base + at, '\n', text.size() - at);
      if (found == nullptr) break;
      at = static_cast<size_t>(static_cast<const char*>(found) - base) + 1;
      starts_.push_back(static_cast<uint32_t>(at));
    }
    return;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    bool cr_alone = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || cr_alone) starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineTable::Position LineTable::position(std::string_view text, uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text.size()));
  auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  if (after == starts_.begin()) return {1, 1};  // inside the byte order mark
  uint32_t start = *(after - 1);
  uint32_t line = static_cast<uint32_t>(after - starts_.begin());
  return {line, static_cast<uint32_t>(utf8_count(text.substr(start, offset - start))) + 1};
}

std::string_view LineTable::line(std::string_view text, uint32_t line) const {
  if (line == 0 || line > starts_.size()) return {};
  uint32_t begin = starts_[line - 1];
  size_t end = line < starts_.size() ? starts_[line] : text.size();
  std::string_view result = text.substr(begin, end - begin);
  while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.remove_suffix(1);
  return result;
}

}  // namespace dh
