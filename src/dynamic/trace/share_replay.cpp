#include "dynamic/trace/share_replay.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace dh::dyn {

VarTable::~VarTable() {
  if (cells_ != nullptr) ::munmap(cells_, size_ << shift_);
}

// A cell of zeros is one of no accesses and fresh words. The system moves the pages of a table that grows
// instead of copying them, and gives new ones when they are first used.
void VarTable::grow(uint32_t var) {
  constexpr size_t kPage = 4096;
  static_assert(kFreshWord == 0);
  const size_t larger = (std::max<size_t>(1024, size_t{var} + 1 + size_ / 2) + kPage - 1) / kPage * kPage;
  void* const cells = cells_ == nullptr ? ::mmap(nullptr, larger << shift_, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                        : ::mremap(cells_, size_ << shift_, larger << shift_, MREMAP_MAYMOVE);
  if (cells == MAP_FAILED) throw std::bad_alloc();
  cells_ = static_cast<std::byte*>(cells);
  size_ = larger;
}

void VarTable::for_each_word(size_t branch, const std::function<void(uint64_t)>& body) const {
  for (size_t i = 0; i < size_; ++i) {
    const std::byte* place = at(i) + sizeof(PackedAccesses) + branch * sizeof(uint64_t);
    const uint64_t word =
        reinterpret_cast<const std::atomic<uint64_t>*>(place)->load(std::memory_order_relaxed);
    if (word != kFreshWord) body(word);
  }
}

ShareReplay::ShareReplay(ToolChain& chain, LocationSplit split, uint32_t share)
    : chain_(chain),
      split_(split),
      share_(share),
      engine_(chain, {.concurrent = false}),
      vars_(chain.words()) {
  if (chain.branches.size() == 1 && !chain.needs.replayed_accesses) paths_ = chain.branches[0]->fast_paths();
}

ShadowThread& ShareReplay::thread(uint32_t id) {
  if (id >= threads_.size()) threads_.resize(id + 1);
  if (threads_[id] == nullptr) threads_[id] = &engine_.new_thread(ThreadId(id), nullptr);
  return *threads_[id];
}

ShadowLock& ShareReplay::lock(Space space, uint32_t id) {
  auto& table = locks_[static_cast<size_t>(space)];
  if (id >= table.size()) table.resize(id + 1);
  if (table[id] == nullptr) table[id] = &engine_.new_lock(space, id);
  return *table[id];
}

bool ShareReplay::feed(const EventBlock& block) {
  const auto all = [](size_t i) { return static_cast<uint32_t>(i); };
  digest_ = block.digest;
  bool fed;
  if (block.shares.empty()) {
    fed = feed_each(block.events, block.first, block.events.size(), all);
  } else {
    const std::vector<uint32_t>& mine = block.shares[share_];
    fed = feed_each(block.events, block.first, mine.size(), [&](size_t i) { return mine[i]; });
  }
  if (fed) sweep_when_due(block.first + block.events.size());
  return fed;
}

template <typename Picked>
bool ShareReplay::feed_each(std::span<const TraceEvent> events, uint64_t first, size_t count,
                            const Picked& picked) {
  constexpr size_t kAhead = 12;
  uint64_t reads = 0;
  uint64_t writes = 0;
  bool goes_on = true;
  for (size_t i = 0; i < count && goes_on; ++i) {
    const uint32_t index = picked(i);
    const TraceEvent& event = events[index & ~EventBlock::kThreadOnly];
    const uint64_t position = first + (index & ~EventBlock::kThreadOnly);
    if (i + kAhead < count) {
      const TraceEvent& later = events[picked(i + kAhead) & ~EventBlock::kThreadOnly];
      if (is_access(later.kind)) vars_.prefetch(split_.index(later.target));
    }
    ShadowThread* const t = is_access(event.kind) ? running_thread(event.thread) : nullptr;
    if (t == nullptr) {
      goes_on = feed_other(event, position);
      continue;
    }
    if ((index & EventBlock::kThreadOnly) != 0) continue;
    VarTable::Cell& cell = vars_[split_.index(event.target)];
    if (!settled(event, position, *t, cell)) feed_access(event, position, *t, cell);
    if (event.kind == EventKind::write) {
      ++writes;
    } else {
      ++reads;
    }
  }
  per_kind_[static_cast<size_t>(EventKind::read)] += reads;
  per_kind_[static_cast<size_t>(EventKind::write)] += writes;
  return goes_on;
}

// Null: it has ended. Threads begin to run with their first event.
inline ShadowThread* ShareReplay::running_thread(uint32_t id) {
  if (id < running_.size() && running_[id] != nullptr) [[likely]]
    return running_[id];
  ShadowThread& t = thread(id);
  if (t.phase == ShadowThread::Phase::ended) return nullptr;
  if (t.phase == ShadowThread::Phase::made) engine_.begin(t);
  if (id >= running_.size()) running_.resize(id + 1);
  return running_[id] = &t;
}

// What inline code does in a live target. An access that changes nothing leaves its line of memory clean: the
// first access of an epoch stands for the others as the earlier place of a report.
inline bool ShareReplay::settled(const TraceEvent& event, uint64_t position, const ShadowThread& t,
                                 VarTable::Cell& cell) {
  const uint64_t shadow = cell.words[0].load(std::memory_order_relaxed);
  for (const FastPath& path : paths_.of(event.kind)) {
    if ((shadow & path.mask) != t.words[path.compare]) continue;
    if (path.swap && t.words[path.with] == ~uint64_t{0}) return false;
    PackedAccess& last = event.kind == EventKind::write ? cell.last.write : cell.last.read;
    if (path.swap) {
      cell.words[0].store((shadow & path.keep) | t.words[path.with], std::memory_order_relaxed);
    } else if (last.by(t.id)) {
      return true;
    }
    last = {LocId(event.location), t.id, position};
    return true;
  }
  return false;
}

void ShareReplay::feed_access(const TraceEvent& event, uint64_t position, ShadowThread& t,
                              VarTable::Cell& cell) {
  Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
  e.position = position;
  e.value = event.value;
  last_ = cell.last.unpack();
  e.last = &last_;
  const uint64_t before = cell.words[0].load(std::memory_order_relaxed);
  const bool one = chain_.branches.size() == 1;
  if (one) {
    e.word = cell.words;
    e.shadow = before;
    chain_.branches[0]->dispatch(e);
  } else {
    chain_.dispatch_access(e, cell.words);
  }
  PackedAccess& last = event.kind == EventKind::write ? cell.last.write : cell.last.read;
  if (!one || !last.by(t.id) || e.shadow != before) last = {e.location, t.id, e.position};
}

void ShareReplay::forget_ended(const ShadowThread& t) {
  const uint32_t id = t.id.value;
  if (t.phase == ShadowThread::Phase::ended && id < running_.size()) running_[id] = nullptr;
}

// False: the trace ends here, with an error.
bool ShareReplay::feed_other(const TraceEvent& event, uint64_t position) {
  ShadowThread& t = thread(event.thread);
  Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
  e.position = position;
  e.value = event.value;
  const Space space = event_target(event.kind);
  e.lock = nullptr;
  e.other = nullptr;
  if (space == Space::thread) {
    e.other = &thread(event.target);
  } else if (space != Space::none && space != Space::method && space != Space::variable) {
    e.lock = &lock(space, event.target);
  }
  e.mode = space == Space::lock && event.detail == 1 ? LockMode::shared : LockMode::exclusive;
  if (space == Space::channel) e.hand_over = static_cast<HandOver>(event.detail);
  const Misuse misuse = engine_.feed(e);
  forget_ended(t);
  if (e.other != nullptr) forget_ended(*e.other);
  if (misuse != Misuse::none) {
    bad_ = {misuse, event, position};
    return false;
  }
  if (share_ == 0) ++per_kind_[static_cast<size_t>(event.kind)];
  return true;
}

TraceError ShareReplay::error(const TraceReader& reader) const {
  const Names& names = reader.names();
  std::string message(misuse_text(bad_->misuse));
  message += " (thread " + display_name(names, Space::thread, bad_->event.thread);
  const Space space = event_target(bad_->event.kind);
  if (space != Space::none) {
    message += ", " + std::string(space_name(space)) + " " + display_name(names, space, bad_->event.target);
  }
  message += "); the replay stops here";
  const uint64_t at = reader.line_at(bad_->position);
  return reader.is_text() ? TraceError{std::move(message), at, 0, 0}
                          : TraceError{std::move(message), 0, 0, at};
}

// Inflated states that no word refers to any more are given back now and then, so memory stays proportional
// to variables.
void ShareReplay::sweep_when_due(uint64_t position) {
  if (position < next_sweep_) return;
  next_sweep_ = position + (uint64_t{1} << 22);
  constexpr size_t kFewStates = size_t{1} << 14;  // not worth a walk through all words
  for (size_t b = 0; b < chain_.branches.size(); ++b) {
    if (chain_.branches[b]->states() < kFewStates) continue;
    chain_.branches[b]->sweep(
        [&](const std::function<void(uint64_t)>& body) { vars_.for_each_word(b, body); });
  }
}

}  // namespace dh::dyn
