#include <algorithm>
#include <cstring>
#include <deque>

#include "dynamic/name_index.h"
#include "dynamic/std_trace.h"

namespace dh::dyn {

namespace {

constexpr size_t kBuffer = size_t{1} << 20;  // also the longest line
constexpr size_t kBlock = 4096;              // events
constexpr uint64_t kSmallNumbers = uint64_t{1} << 20;

class StdReader final : public TraceReader {
 public:
  StdReader(InputStream stream, std::string start) : stream_(std::move(stream)), buffer_(2 * kBuffer) {
    for (size_t s = 0; s < kSpaces; ++s) indexes_.emplace_back(names_, static_cast<Space>(s));
    events_.reserve(kBlock);
    std::memcpy(buffer_.data(), start.data(), start.size());
    end_ = start.size();
  }

  std::span<const TraceEvent> next() override {
    events_.clear();
    while (events_.size() < kBlock && !failed_) {
      const char* begin = buffer_.data() + at_;
      const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', end_ - at_));
      if (newline == nullptr) {
        if (!finished_) {
          refill();
          continue;
        }
        if (at_ == end_) break;
        newline = buffer_.data() + end_;  // the last line has no end
      }
      ++line_;
      at_ = std::min(end_, static_cast<size_t>(newline - buffer_.data()) + 1);
      parse_line(begin, newline);
    }
    return events_;
  }

  const Names& names() const override { return names_; }
  const TraceError* error() const override { return failed_ ? &error_ : nullptr; }
  uint64_t line_at(uint64_t position) const override {
    const auto after = std::upper_bound(gaps_.begin(), gaps_.end(), position,
                                        [](uint64_t p, const Gap& gap) { return p < gap.position; });
    return position + 1 + (after == gaps_.begin() ? 0 : std::prev(after)->skipped);
  }
  bool is_text() const override { return true; }

 private:
  void refill() {
    std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
    end_ -= at_;
    at_ = 0;
    if (end_ >= kBuffer) {
      ++line_;
      return problem("line is longer than a megabyte");
    }
    const ptrdiff_t got = stream_.read(buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0) {
      ++line_;
      return problem("cannot read on: " + stream_.problem());
    }
    finished_ = got == 0;
    end_ += static_cast<size_t>(got);
  }

  void problem(std::string message) {
    failed_ = true;
    error_ = {std::move(message), line_, 0};
  }

  void malformed(const char* begin, const char* end) {
    std::string text(begin, std::min<size_t>(60, static_cast<size_t>(end - begin)));
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < ' ') c = '?';
    }
    problem("expected thread|operation(target)|location, not '" + text + "'");
  }

  void parse_line(const char* begin, const char* end) {
    while (end != begin && (end[-1] == '\r' || end[-1] == ' ' || end[-1] == '\t')) --end;
    if (begin == end || *begin == '#') return;
    const auto size = static_cast<size_t>(end - begin);
    const auto* bar = static_cast<const char*>(std::memchr(begin, '|', size));
    if (bar == nullptr || bar == begin) return malformed(begin, end);
    const char* last = find_location(bar + 1, end);
    if (last == nullptr) return malformed(begin, end);
    TraceEvent event;
    if (!parse_location(last + 1, end, event.location)) return malformed(begin, end);
    event.thread =
        indexes_[static_cast<size_t>(Space::thread)].intern({begin, static_cast<size_t>(bar - begin)});
    if (!parse_operation(bar + 1, last, event)) return;
    events_.push_back(event);
    if (const uint64_t skipped = line_ - ++read_;
        gaps_.empty() ? skipped != 0 : gaps_.back().skipped != skipped) {
      gaps_.push_back({read_ - 1, skipped});
    }
  }

  // The bar before the location: the last one, but not in a comment behind it.
  static const char* find_location(const char* begin, const char* end) {
    const auto* hash = static_cast<const char*>(std::memchr(begin, '#', static_cast<size_t>(end - begin)));
    for (const char* p = end; p-- > begin;) {
      if (*p == '|' && (hash == nullptr || p < hash)) return p;
    }
    return nullptr;
  }

  // An integer, and perhaps a comment: "17", "17  # expect: data-race". Negative: not known.
  bool parse_location(const char* p, const char* end, uint32_t& location) {
    const bool negative = p != end && *p == '-';
    if (negative) ++p;
    const char* digits = p;
    uint64_t number = 0;
    for (; p != end && *p >= '0' && *p <= '9'; ++p) {
      if (number > (UINT64_MAX >> 1) / 10) return false;
      number = number * 10 + static_cast<uint64_t>(*p - '0');
    }
    if (p == digits) return false;
    const char* after = p;
    while (p != end && (*p == ' ' || *p == '\t')) ++p;
    if (p != end && (*p != '#' || p == after)) return false;
    if (!negative) location = intern_location(number);
    return true;
  }

  uint32_t intern_location(uint64_t number) {
    if (number < kSmallNumbers) {
      if (number >= small_.size()) small_.resize(std::max<size_t>(number + 1, 2 * small_.size()), UINT32_MAX);
      uint32_t& id = small_[number];
      if (id == UINT32_MAX) id = names_.add_location(number).value;
      return id;
    }
    const auto [it, is_new] = large_.try_emplace(number, 0);
    if (is_new) it->second = names_.add_location(number).value;
    return it->second;
  }

  bool parse_operation(const char* begin, const char* end, TraceEvent& event) {
    const auto* open = static_cast<const char*>(std::memchr(begin, '(', static_cast<size_t>(end - begin)));
    const char* op_end = open == nullptr ? end : open;
    std::string_view target;
    if (open != nullptr) {
      if (end[-1] != ')' || end - 1 == open) {
        malformed(begin, end);
        return false;
      }
      target = {open + 1, static_cast<size_t>(end - open - 2)};
    }
    const auto op_size = static_cast<size_t>(op_end - begin);
    if (op_size == 1 && *begin == 'r') {
      event.kind = EventKind::read;
    } else if (op_size == 1 && *begin == 'w') {
      event.kind = EventKind::write;
    } else if (!parse_std_operation({begin, op_size}, event.kind, event.detail)) {
      problem("unknown operation '" + std::string(begin, std::min<size_t>(op_size, 40)) + "'");
      return false;
    }
    const Space space = event_target(event.kind);
    if (space == Space::none) return true;
    if (target.empty() && space != Space::method) {
      problem("operation '" + std::string(begin, op_size) + "' needs a target in parentheses");
      return false;
    }
    event.target = indexes_[static_cast<size_t>(space)].intern(target);
    return true;
  }

  InputStream stream_;
  Names names_;
  std::deque<NameIndex> indexes_;  // by space
  std::vector<uint32_t> small_;    // location ids by number
  FlatMap<uint64_t, uint32_t> large_;
  std::vector<char> buffer_;
  size_t at_ = 0;
  size_t end_ = 0;
  bool finished_ = false;
  uint64_t line_ = 0;
  std::vector<TraceEvent> events_;
  // Lines without an event before the event at a position: comments and blank lines are few.
  struct Gap {
    uint64_t position;
    uint64_t skipped;
  };
  std::vector<Gap> gaps_;
  uint64_t read_ = 0;  // events
  bool failed_ = false;
  TraceError error_;
};

}  // namespace

std::unique_ptr<TraceReader> read_std(InputStream stream, std::string start) {
  return std::make_unique<StdReader>(std::move(stream), std::move(start));
}

}  // namespace dh::dyn
