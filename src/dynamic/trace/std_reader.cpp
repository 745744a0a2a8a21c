#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "dynamic/trace/name_index.h"
#include "dynamic/trace/std_scan.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

constexpr size_t kMaxLine = size_t{1} << 20;  // the buffer holds two
constexpr size_t kBlock = 4096;               // events
constexpr uint64_t kSmallNumbers = uint64_t{1} << 20;

class StdReader final : public TraceReader {
 public:
  StdReader(InputStream stream, std::string start)
      : stream_(std::move(stream)), buffer_(2 * kMaxLine + kScanPadding) {
    for (size_t s = 0; s < kSpaces; ++s) indexes_.emplace_back(names_, static_cast<Space>(s));
    events_.reserve(kBlock);
    std::memcpy(buffer_.data(), start.data(), start.size());
    end_ = start.size();
    skip_byte_order_mark();
  }

  std::span<const TraceEvent> next() override {
    events_.clear();
    while (events_.size() < kBlock && !failed_) {
      scan_accesses();
      if (events_.size() < kBlock && !read_line()) break;
    }
    resolve();
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
  // Plain accesses, as long as they come.
  void scan_accesses() {
    const char* const end = buffer_.data() + end_;
    const char* p = buffer_.data() + at_;
    ScannedAccess found;
    while (events_.size() < kBlock && p < end) {
      const char* const next = scan_access(p, end, found);
      if (next == nullptr) break;
      p = next;
      ++line_;
      TraceEvent event;
      event.kind = found.write ? EventKind::write : EventKind::read;
      event.thread = thread_of(found.thread);
      event.location = intern_location(found.location);
      add(event, {found.target, found.size}, found.hash);
    }
    at_ = static_cast<size_t>(p - buffer_.data());
  }

  // Any line, carefully. False: no more lines.
  bool read_line() {
    const char* begin = buffer_.data() + at_;
    const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', end_ - at_));
    if (newline == nullptr) {
      if (!finished_) {
        refill();
        return true;
      }
      if (at_ == end_) return false;
      newline = buffer_.data() + end_;  // the last line has no end
    }
    ++line_;
    at_ = std::min(end_, static_cast<size_t>(newline - buffer_.data()) + 1);
    parse_line(begin, newline);
    return true;
  }

  uint32_t thread_of(uint64_t name) {
    ThreadSlot& slot = thread_cache_[name * 0x9e3779b97f4a7c15ull >> 56];
    if (slot.name != name) [[unlikely]] {
      char text[8];
      std::memcpy(text, &name, sizeof text);
      slot = {name, indexes_[static_cast<size_t>(Space::thread)].intern({text, ::strnlen(text, 8)})};
    }
    return slot.id;
  }

  // An event whose target's id follows: the look-up starts now and is done with others, so that they wait for
  // memory together.
  void add(const TraceEvent& event, std::string_view target, uint64_t hash) {
    const Space space = event_target(event.kind);
    indexes_[static_cast<size_t>(space)].prefetch(hash);
    pending_[pending_size_++] = {target, hash, static_cast<uint32_t>(events_.size()), space};
    push(event);
    if (pending_size_ == kPending) resolve();
  }

  void push(const TraceEvent& event) {
    events_.push_back(event);
    if (const uint64_t skipped = line_ - ++read_; skipped != skipped_) {
      gaps_.push_back({read_ - 1, skipped});
      skipped_ = skipped;
    }
  }

  void resolve() {
    for (size_t i = 0; i < pending_size_; ++i) {
      const Pending& p = pending_[i];
      events_[p.event].target = indexes_[static_cast<size_t>(p.space)].intern(p.target, p.hash);
    }
    pending_size_ = 0;
  }

  void refill() {
    resolve();
    std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
    end_ -= at_;
    at_ = 0;
    if (end_ >= kMaxLine) {
      ++line_;
      return problem("line is longer than a megabyte");
    }
    const ptrdiff_t got = stream_.read(buffer_.data() + end_, 2 * kMaxLine - end_);
    if (got < 0) {
      ++line_;
      return problem("cannot read on: " + stream_.problem());
    }
    finished_ = got == 0;
    end_ += static_cast<size_t>(got);
    skip_byte_order_mark();
  }

  // Editors put one before the first line; it is no part of a thread's name.
  void skip_byte_order_mark() {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (line_ == 0 && std::string_view(buffer_.data(), end_).starts_with(kMark)) at_ = kMark.size();
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
    int64_t number = 0;
    const char* last = find_location(bar + 1, end, number);
    if (last == nullptr) return malformed(begin, end);
    TraceEvent event;
    if (number >= 0) event.location = intern_location(static_cast<uint64_t>(number));
    event.thread =
        indexes_[static_cast<size_t>(Space::thread)].intern({begin, static_cast<size_t>(bar - begin)});
    parse_operation(bar + 1, last, event);
  }

  // The bar before the location: the first with nothing but a location and perhaps a comment behind it, for
  // names may have bars and hashes, and so may comments.
  static const char* find_location(const char* begin, const char* end, int64_t& number) {
    for (const char* p = begin; p != end; ++p) {
      p = static_cast<const char*>(std::memchr(p, '|', static_cast<size_t>(end - p)));
      if (p == nullptr) return nullptr;
      if (parse_location(p + 1, end, number)) return p;
    }
    return nullptr;
  }

  // An integer, and perhaps a comment: "17", "17  # expect: data-race". Negative: not known.
  static bool parse_location(const char* p, const char* end, int64_t& location) {
    const bool negative = p != end && *p == '-';
    if (negative) ++p;
    const char* digits = p;
    int64_t number = 0;
    for (; p != end && *p >= '0' && *p <= '9'; ++p) {
      if (number > (INT64_MAX - 9) / 10) return false;
      number = number * 10 + (*p - '0');
    }
    if (p == digits) return false;
    const char* after = p;
    while (p != end && (*p == ' ' || *p == '\t')) ++p;
    if (p != end && (*p != '#' || p == after)) return false;
    location = negative ? -1 : number;
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

  void parse_operation(const char* begin, const char* end, TraceEvent& event) {
    const auto* open = static_cast<const char*>(std::memchr(begin, '(', static_cast<size_t>(end - begin)));
    const char* op_end = open == nullptr ? end : open;
    std::string_view target;
    if (open != nullptr) {
      if (end[-1] != ')' || end - 1 == open) return malformed(begin, end);
      target = {open + 1, static_cast<size_t>(end - open - 2)};
    }
    const auto op_size = static_cast<size_t>(op_end - begin);
    if (op_size == 1 && *begin == 'r') {
      event.kind = EventKind::read;
    } else if (op_size == 1 && *begin == 'w') {
      event.kind = EventKind::write;
    } else if (!parse_std_operation({begin, op_size}, event.kind, event.detail)) {
      return problem("unknown operation '" + std::string(begin, std::min<size_t>(op_size, 40)) + "'");
    }
    const Space space = event_target(event.kind);
    if (space == Space::none) return push(event);
    if (target.empty() && space != Space::method)
      return problem("operation '" + std::string(begin, op_size) + "' needs a target in parentheses");
    add(event, target, hash_words(target));
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
  uint64_t read_ = 0;     // events
  uint64_t skipped_ = 0;  // of the last gap
  struct ThreadSlot {
    uint64_t name = 0;  // no name is empty
    uint32_t id = 0;
  };
  std::array<ThreadSlot, 256> thread_cache_{};
  struct Pending {
    std::string_view target;
    uint64_t hash;
    uint32_t event;
    Space space;
  };
  static constexpr size_t kPending = 64;
  std::array<Pending, kPending> pending_{};
  size_t pending_size_ = 0;
  bool failed_ = false;
  TraceError error_;
};

}  // namespace

std::unique_ptr<TraceReader> read_std(InputStream stream, std::string start) {
  return std::make_unique<StdReader>(std::move(stream), std::move(start));
}

}  // namespace dh::dyn
