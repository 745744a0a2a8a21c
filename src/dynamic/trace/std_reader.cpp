#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "dynamic/trace/name_index.h"
#include "dynamic/trace/std_lines.h"
#include "dynamic/trace/std_scan.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

constexpr size_t kMaxLine = size_t{1} << 20;
constexpr size_t kFirstPiece = size_t{1} << 14;
constexpr size_t kPieceSize = size_t{1} << 18;  // lines and what they say stay in the cache
constexpr uint64_t kSmallNumbers = uint64_t{1} << 20;

// From bytes to pieces of whole lines.
class LineCutter {
 public:
  LineCutter(InputStream stream, std::string start) : stream_(std::move(stream)), rest_(std::move(start)) {}

  // False: no more lines.
  bool cut(StdPiece& piece) {
    piece.problem.clear();
    piece.has_last_line_end = true;
    std::string& text = piece.text;
    text.assign(rest_);
    rest_.clear();
    size_t searched = 0;
    while (!finished_) {
      const size_t size = text.size();
      text.resize(size + piece_size_);
      const ptrdiff_t got = stream_.read(text.data() + size, piece_size_);
      piece_size_ = std::min(2 * piece_size_, kPieceSize);  // short traces need no more
      text.resize(size + static_cast<size_t>(std::max<ptrdiff_t>(got, 0)));
      finished_ = got <= 0;
      if (got < 0) piece.problem = "cannot read on: " + stream_.problem();
      const size_t newline = text.find_last_of('\n');
      if (newline != std::string::npos && newline >= searched) {
        rest_.assign(text, newline + 1);
        text.resize(newline + 1);
        break;
      }
      searched = text.size();
      if (text.size() >= kMaxLine && !finished_) {
        finished_ = true;
        text.clear();
        piece.problem = "line is longer than a megabyte";
      }
    }
    if (!piece.problem.empty()) text.clear();
    return finish(piece);
  }

 private:
  bool finish(StdPiece& piece) {
    std::string& text = piece.text;
    if (std::exchange(at_start_, false) && text.starts_with(kByteOrderMark))
      text.erase(0, kByteOrderMark.size());
    piece.size = text.size();
    piece.has_last_line_end = text.empty() || text.back() == '\n';
    const bool has_any = !text.empty() || !piece.problem.empty();
    text.append(kScanPadding, '\0');
    return has_any;
  }

  // Editors put one before the first line; it is no part of a thread's name.
  static constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

  InputStream stream_;
  std::string rest_;  // read, and part of the next piece
  size_t piece_size_ = kFirstPiece;
  bool finished_ = false;
  bool at_start_ = true;
};

class StdReader final : public TraceReader {
 public:
  StdReader(InputStream stream, std::string start, LineFormat format)
      : cutter_(std::move(stream), std::move(start)), format_(format) {
    for (size_t s = 0; s < kSpaces; ++s) indexes_.emplace_back(names_, static_cast<Space>(s));
  }

  std::unique_ptr<TracePiece> new_piece() const override { return std::make_unique<StdPiece>(); }
  bool fetch(TracePiece& piece) override { return cutter_.cut(static_cast<StdPiece&>(piece)); }
  void decode(TracePiece& any) const override {
    auto& piece = static_cast<StdPiece&>(any);
    if (format_.rewrite != nullptr && piece.size > 0) {
      std::string lines = format_.rewrite({piece.text.data(), piece.size});
      piece.size = lines.size();
      piece.has_last_line_end = true;
      piece.text = std::move(lines.append(kScanPadding, '\0'));
    }
    parse_std_lines(piece, format_.expected);
  }

  bool commit(TracePiece& any) override {
    auto& piece = static_cast<StdPiece&>(any);
    make_events(piece);
    note_gaps(piece);
    read_ += piece.events.size();
    line_ += piece.lines;
    if (piece.problem.empty()) return true;
    error_ = {std::move(piece.problem), std::max<uint64_t>(line_, 1), 0};
    failed_ = true;
    return false;
  }

  const Names& names() const override { return names_; }
  const TraceError* error() const override { return failed_ ? &error_ : nullptr; }
  uint64_t line_at(uint64_t position) const override {
    const auto after = std::upper_bound(gaps_.begin(), gaps_.end(), position,
                                        [](uint64_t p, const StdPiece::Gap& gap) { return p < gap.event; });
    return position + 1 + (after == gaps_.begin() ? 0 : std::prev(after)->skipped);
  }
  bool is_text() const override { return true; }

 private:
  // Look-ups begin early, so that several wait for memory together.
  void make_events(StdPiece& piece) {
    constexpr size_t kAhead = 24;
    auto& variables = indexes_[static_cast<size_t>(Space::variable)];
    const char* const text = piece.text.data();
    const StdLine* const said = piece.said.get();
    const size_t n = piece.count;
    piece.events.resize(n);
    size_t long_threads = 0;
    for (size_t i = 0; i < n; ++i) {
      if (i + kAhead < n) variables.prefetch(said[i + kAhead].hash);
      const StdLine& line = said[i];
      const uint32_t thread =
          line.thread != 0 ? thread_of(line.thread) : long_thread(piece.long_threads[long_threads++]);
      const uint32_t location = line.location == kNoLocation ? UINT32_MAX : intern_location(line.location);
      uint32_t target = 0;
      if (line.target != StdLine::kNoTarget) {
        auto& index =
            is_access(line.kind) ? variables : indexes_[static_cast<size_t>(event_target(line.kind))];
        target = index.intern({text + line.target, line.target_size}, line.hash);
      }
      piece.events[i] = {line.kind, line.detail, thread, target, location, 0};
    }
  }

  uint32_t thread_of(uint64_t name) {
    ThreadSlot& slot = thread_cache_[name * 0x9e3779b97f4a7c15ull >> 56];
    if (slot.name != name) [[unlikely]] {
      char text[8];
      std::memcpy(text, &name, sizeof text);
      slot = {name, long_thread({text, ::strnlen(text, 8)})};
    }
    return slot.id;
  }
  uint32_t long_thread(std::string_view name) {
    return indexes_[static_cast<size_t>(Space::thread)].intern(name, hash_words(name));
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

  void note_gaps(const StdPiece& piece) {
    if (piece.events.empty()) return;
    const uint64_t before = line_ - read_;
    const auto note = [&](uint64_t event, uint64_t skipped) {
      if (skipped == (gaps_.empty() ? 0 : gaps_.back().skipped)) return;
      gaps_.push_back({read_ + event, skipped});
    };
    if (piece.gaps.empty() || piece.gaps.front().event != 0) note(0, before);
    for (const StdPiece::Gap& gap : piece.gaps) note(gap.event, before + gap.skipped);
  }

  LineCutter cutter_;
  const LineFormat format_;
  Names names_;
  std::deque<NameIndex> indexes_;  // by space
  std::vector<uint32_t> small_;    // location ids by number
  FlatMap<uint64_t, uint32_t> large_;
  uint64_t line_ = 0;
  uint64_t read_ = 0;  // events
  std::vector<StdPiece::Gap> gaps_;
  struct ThreadSlot {
    uint64_t name = 0;  // no name is empty
    uint32_t id = 0;
  };
  std::array<ThreadSlot, 256> thread_cache_{};
  bool failed_ = false;
  TraceError error_;
};

}  // namespace

std::unique_ptr<TraceReader> read_std(InputStream stream, std::string start, LineFormat format) {
  return std::make_unique<StdReader>(std::move(stream), std::move(start), format);
}

}  // namespace dh::dyn
