#include "dynamic/trace/std_lines.h"

#include <algorithm>
#include <cstring>

#include "dynamic/trace/std_scan.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

void trim(const char*& begin, const char*& end) {
  while (begin != end && is_blank(*begin)) ++begin;
  while (begin != end && is_blank(end[-1])) --end;
}

// An integer, and perhaps a comment: "17", "17  # expect: data-race". Negative: not known.
bool parse_place_number(const char* p, const char* end, uint64_t& location) {
  while (p != end && is_blank(*p)) ++p;
  const bool negative = p != end && *p == '-';
  if (negative) ++p;
  const char* digits = p;
  uint64_t number = 0;
  for (; p != end && *p >= '0' && *p <= '9'; ++p) {
    if (number > (INT64_MAX - 9) / 10) return false;
    number = number * 10 + static_cast<uint64_t>(*p - '0');
  }
  if (p == digits) return false;
  const char* after = p;
  while (p != end && is_blank(*p)) ++p;
  if (p != end && (*p != '#' || p == after)) return false;
  location = negative ? kNoLocation : number;
  return true;
}

// The bar before the location: the first with nothing but a location and perhaps a comment after it, for
// names may have bars and hashes, and so may comments.
const char* find_location(const char* begin, const char* end, uint64_t& number) {
  for (const char* p = begin; p != end; ++p) {
    p = static_cast<const char*>(std::memchr(p, '|', static_cast<size_t>(end - p)));
    if (p == nullptr) return nullptr;
    if (parse_place_number(p + 1, end, number)) return p;
  }
  return nullptr;
}

class LineParser {
 public:
  LineParser(StdPiece& piece, std::string_view expected)
      : piece_(piece), expected_(expected), at_(piece.text.data()), end_(piece.text.data() + piece.size) {}

  void run() {
    while (at_ < end_ && piece_.problem.empty()) {
      scan_accesses();
      if (at_ < end_) read_line();
    }
    if (!piece_.has_last_line_end && piece_.problem.empty())
      piece_.problem = "the last line has no line end: the trace may be cut off";
  }

 private:
  // Plain accesses, as long as they come.
  void scan_accesses() {
    ScannedAccess found;
    const char* const begin = piece_.text.data();
    const char* at = at_;
    StdLine* to = piece_.said.get() + piece_.count;
    StdLine* const first = to;
    while (at < end_) {
      const char* const next = scan_access(at, end_, found);
      if (next == nullptr) break;
      at = next;
      to->thread = found.thread;
      to->hash = found.hash;
      to->location = found.location;
      to->target = static_cast<uint32_t>(found.target - begin);
      to->target_size = found.size;
      to->kind = found.write ? EventKind::write : EventKind::read;
      to->detail = 0;
      ++to;
    }
    if (to == first) return;
    ++piece_.lines;
    note_gap();
    const auto more = static_cast<size_t>(to - first);
    piece_.lines += more - 1;
    piece_.count += more;
    at_ = at;
  }

  // Any line, carefully.
  void read_line() {
    const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
    const char* const end = newline == nullptr ? end_ : newline;
    ++piece_.lines;
    parse_line(at_, end);
    at_ = std::min(end_, end + 1);
  }

  // Before the event of the current line is counted.
  void note_gap() {
    const uint64_t skipped = piece_.lines - 1 - piece_.count;
    if (skipped != skipped_) piece_.gaps.push_back({piece_.count, skipped});
    skipped_ = skipped;
  }

  void add(const StdLine& line, std::string_view thread) {
    note_gap();
    piece_.long_threads.push_back(thread);
    piece_.said[piece_.count++] = line;
  }

  void malformed(const char* begin, const char* end) {
    std::string text(begin, std::min<size_t>(60, static_cast<size_t>(end - begin)));
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < ' ') c = '?';
    }
    piece_.problem = "expected " + std::string(expected_) + ", not '" + text + "'";
  }

  void parse_line(const char* begin, const char* end) {
    if (end != begin && end[-1] == '\r') --end;
    trim(begin, end);
    if (begin == end || *begin == '#') return;
    const auto size = static_cast<size_t>(end - begin);
    const auto* bar = static_cast<const char*>(std::memchr(begin, '|', size));
    if (bar == nullptr || bar == begin) return malformed(begin, end);
    StdLine line;
    const char* last = find_location(bar + 1, end, line.location);
    if (last == nullptr) return malformed(begin, end);
    const char* thread_end = bar;
    trim(begin, thread_end);
    parse_operation(bar + 1, last, line, {begin, static_cast<size_t>(thread_end - begin)});
  }

  void parse_operation(const char* begin, const char* end, StdLine& line, std::string_view thread) {
    trim(begin, end);
    const auto* open = static_cast<const char*>(std::memchr(begin, '(', static_cast<size_t>(end - begin)));
    const char* op_end = open == nullptr ? end : open;
    std::string_view target;
    if (open != nullptr) {
      if (end[-1] != ')' || end - 1 == open) return malformed(begin, end);
      const char* target_begin = open + 1;
      const char* target_end = end - 1;
      trim(target_begin, target_end);
      target = {target_begin, static_cast<size_t>(target_end - target_begin)};
    }
    while (op_end != begin && is_blank(op_end[-1])) --op_end;
    const std::string_view operation(begin, static_cast<size_t>(op_end - begin));
    if (!parse_std_operation(operation, line.kind, line.detail)) {
      piece_.problem = "unknown operation '" + std::string(operation.substr(0, 40)) + "'";
      return;
    }
    const Space space = event_target(line.kind);
    if (space == Space::none) return add(line, thread);
    if (target.empty() && space != Space::method) {
      piece_.problem = "operation '" + std::string(operation) + "' needs a target in parentheses";
      return;
    }
    line.target = static_cast<uint32_t>((target.empty() ? op_end : target.data()) - piece_.text.data());
    line.target_size = static_cast<uint32_t>(target.size());
    line.hash = hash_words(target);
    add(line, thread);
  }

  StdPiece& piece_;
  const std::string_view expected_;
  const char* at_;
  const char* const end_;
  uint64_t skipped_ = 0;  // of the last gap
};

}  // namespace

void parse_std_lines(StdPiece& piece, std::string_view expected) {
  constexpr size_t kShortestLine = 7;  // a|end|1
  if (const size_t needed = piece.size / kShortestLine + 1; needed > piece.capacity) {
    piece.said = std::make_unique_for_overwrite<StdLine[]>(needed);
    piece.capacity = needed;
  }
  piece.count = 0;
  piece.long_threads.clear();
  piece.gaps.clear();
  piece.lines = piece.problem.empty() ? 0 : 1;  // what could not be read counts as a line
  LineParser(piece, expected).run();
}

}  // namespace dh::dyn
