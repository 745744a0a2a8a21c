#include "dynamic/trace/std_lines.h"

#include <algorithm>
#include <cstring>

#include "dynamic/trace/std_scan.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

// An integer, and perhaps a comment: "17", "17  # expect: data-race". Negative: not known.
bool parse_place_number(const char* p, const char* end, uint64_t& location) {
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
  while (p != end && (*p == ' ' || *p == '\t')) ++p;
  if (p != end && (*p != '#' || p == after)) return false;
  location = negative ? kNoLocation : number;
  return true;
}

// The bar before the location: the first with nothing but a location and perhaps a comment behind it, for
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
  explicit LineParser(StdPiece& piece)
      : piece_(piece), at_(piece.text.data()), end_(piece.text.data() + piece.size) {}

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
    while (at_ < end_) {
      const char* const next = scan_access(at_, end_, found);
      if (next == nullptr) return;
      at_ = next;
      ++piece_.lines;
      TraceEvent event;
      event.kind = found.write ? EventKind::write : EventKind::read;
      add(event, {found.thread, nullptr, 0, found.size, found.target, found.hash, found.location});
    }
  }

  // Any line, carefully.
  void read_line() {
    const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
    const char* const end = newline == nullptr ? end_ : newline;
    ++piece_.lines;
    parse_line(at_, end);
    at_ = std::min(end_, end + 1);
  }

  void add(const TraceEvent& event, const StdNames& names) {
    const uint64_t skipped = piece_.lines - 1 - piece_.events.size();
    if (skipped != skipped_) piece_.gaps.push_back({piece_.events.size(), skipped});
    skipped_ = skipped;
    piece_.events.push_back(event);
    piece_.names.push_back(names);
  }

  void malformed(const char* begin, const char* end) {
    std::string text(begin, std::min<size_t>(60, static_cast<size_t>(end - begin)));
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < ' ') c = '?';
    }
    piece_.problem = "expected thread|operation(target)|location, not '" + text + "'";
  }

  void parse_line(const char* begin, const char* end) {
    while (end != begin && (end[-1] == '\r' || end[-1] == ' ' || end[-1] == '\t')) --end;
    if (begin == end || *begin == '#') return;
    const auto size = static_cast<size_t>(end - begin);
    const auto* bar = static_cast<const char*>(std::memchr(begin, '|', size));
    if (bar == nullptr || bar == begin) return malformed(begin, end);
    StdNames names;
    const char* last = find_location(bar + 1, end, names.location);
    if (last == nullptr) return malformed(begin, end);
    names.thread_at = begin;
    names.thread_size = static_cast<uint32_t>(bar - begin);
    parse_operation(bar + 1, last, names);
  }

  void parse_operation(const char* begin, const char* end, StdNames& names) {
    const auto* open = static_cast<const char*>(std::memchr(begin, '(', static_cast<size_t>(end - begin)));
    const char* op_end = open == nullptr ? end : open;
    std::string_view target;
    if (open != nullptr) {
      if (end[-1] != ')' || end - 1 == open) return malformed(begin, end);
      target = {open + 1, static_cast<size_t>(end - open - 2)};
    }
    const std::string_view operation(begin, static_cast<size_t>(op_end - begin));
    TraceEvent event;
    if (!parse_std_operation(operation, event.kind, event.detail)) {
      piece_.problem = "unknown operation '" + std::string(operation.substr(0, 40)) + "'";
      return;
    }
    const Space space = event_target(event.kind);
    if (space == Space::none) return add(event, names);
    if (target.empty() && space != Space::method) {
      piece_.problem = "operation '" + std::string(operation) + "' needs a target in parentheses";
      return;
    }
    names.target = target.empty() ? op_end : target.data();
    names.target_size = static_cast<uint32_t>(target.size());
    names.hash = hash_words(target);
    add(event, names);
  }

  StdPiece& piece_;
  const char* at_;
  const char* const end_;
  uint64_t skipped_ = 0;  // of the last gap
};

}  // namespace

void parse_std_lines(StdPiece& piece) {
  piece.events.clear();
  piece.names.clear();
  piece.gaps.clear();
  piece.lines = piece.problem.empty() ? 0 : 1;  // what could not be read counts as a line
  LineParser(piece).run();
}

}  // namespace dh::dyn
