#include "dynamic/replay.h"

#include <algorithm>
#include <cstring>

namespace dh::dyn {

// Cells are plain bytes: ids that read as "none", and fresh words.
void VarTable::grow(uint32_t var) {
  const size_t larger = std::max<size_t>(1024, size_t{var} + 1 + size_ / 2);
  auto cells = std::make_unique<std::byte[]>(larger * stride_);
  if (size_ > 0) std::memcpy(cells.get(), cells_.get(), size_ * stride_);
  for (size_t i = size_; i < larger; ++i) new (cells.get() + i * stride_) LastAccesses();
  cells_ = std::move(cells);
  size_ = larger;
}

void VarTable::for_each_word(size_t branch, const std::function<void(uint64_t)>& body) const {
  for (size_t i = 0; i < size_; ++i) {
    const std::byte* at = cells_.get() + i * stride_ + sizeof(LastAccesses) + branch * sizeof(uint64_t);
    const uint64_t word = reinterpret_cast<const std::atomic<uint64_t>*>(at)->load(std::memory_order_relaxed);
    if (word != kFreshWord) body(word);
  }
}

Replay::Replay(TraceReader& reader, ToolChain& chain)
    : reader_(reader), chain_(chain), engine_(chain, {.concurrent = false}), vars_(chain.words()) {
  if (chain.branches.size() == 1) paths_ = chain.branches[0]->fast_paths();
}

ShadowThread& Replay::thread(uint32_t id) {
  if (id >= threads_.size()) threads_.resize(id + 1);
  if (threads_[id] == nullptr) threads_[id] = &engine_.new_thread(ThreadId(id), nullptr);
  return *threads_[id];
}

ShadowLock& Replay::lock(Space space, uint32_t id) {
  auto& table = locks_[static_cast<size_t>(space)];
  if (id >= table.size()) table.resize(id + 1);
  if (table[id] == nullptr) table[id] = &engine_.new_lock(space, id);
  return *table[id];
}

ReplayResult Replay::run(StopToken stop) {
  for (;;) {
    if (stop.requested()) {
      result_.stopped = true;
      break;
    }
    const auto events = reader_.next();
    if (events.empty() || !feed_block(events)) break;
    sweep_when_due();
  }
  if (!result_.error && reader_.error() != nullptr) result_.error = *reader_.error();
  return std::move(result_);
}

bool Replay::feed_block(std::span<const TraceEvent> events) {
  constexpr size_t kAhead = 12;
  for (size_t i = 0; i < events.size(); ++i) {
    const TraceEvent& event = events[i];
    if (i + kAhead < events.size() && is_access(events[i + kAhead].kind))
      vars_.prefetch(events[i + kAhead].target);
    if (!is_access(event.kind)) {
      if (!feed_other(event)) return false;
      continue;
    }
    ShadowThread& t = event.thread < threads_.size() && threads_[event.thread] != nullptr
                          ? *threads_[event.thread]
                          : thread(event.thread);
    if (t.phase != ShadowThread::Phase::running) [[unlikely]] {
      if (t.phase == ShadowThread::Phase::ended) return feed_other(event);
      t.phase = ShadowThread::Phase::running;
    }
    VarTable::Cell& cell = vars_[event.target];
    if (!settled(event, t, cell)) feed_access(event, t, cell);
    ++result_.events;
    ++result_.per_kind[static_cast<size_t>(event.kind)];
  }
  return true;
}

// What inline code does in a live target. An access that changes nothing leaves its line of memory clean: the
// first access of an epoch stands for the others as the earlier place of a report.
inline bool Replay::settled(const TraceEvent& event, const ShadowThread& t, VarTable::Cell& cell) {
  const uint64_t shadow = cell.words[0].load(std::memory_order_relaxed);
  for (const FastPath& path : paths_.of(event.kind)) {
    if ((shadow & path.mask) != t.words[path.compare]) continue;
    if (path.swap && t.words[path.with] == ~uint64_t{0}) return false;
    LastAccess& last = event.kind == EventKind::write ? cell.last.write : cell.last.read;
    if (path.swap) {
      cell.words[0].store((shadow & path.keep) | t.words[path.with], std::memory_order_relaxed);
    } else if (last.thread == t.id) {
      return true;
    }
    last = {LocId(event.location), t.id, result_.events};
    return true;
  }
  return false;
}

void Replay::feed_access(const TraceEvent& event, ShadowThread& t, VarTable::Cell& cell) {
  Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
  e.position = result_.events;
  e.value = event.value;
  e.last = &cell.last;
  const uint64_t before = cell.words[0].load(std::memory_order_relaxed);
  const bool one = chain_.branches.size() == 1;
  if (one) {
    e.word = cell.words;
    e.shadow = before;
    chain_.branches[0]->dispatch(e);
  } else {
    chain_.dispatch_access(e, cell.words);
  }
  LastAccess& last = event.kind == EventKind::write ? cell.last.write : cell.last.read;
  if (!one || last.thread != t.id || e.shadow != before) last = {e.location, t.id, e.position};
}

// False: the trace ends here, with an error.
bool Replay::feed_other(const TraceEvent& event) {
  ShadowThread& t = thread(event.thread);
  Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
  e.position = result_.events;
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
  if (misuse == Misuse::none) {
    ++result_.events;
    ++result_.per_kind[static_cast<size_t>(event.kind)];
    return true;
  }
  const Names& names = reader_.names();
  std::string message(misuse_text(misuse));
  message += " (thread " + display_name(names, Space::thread, event.thread);
  if (space != Space::none) {
    message += ", " + std::string(space_name(space)) + " " + display_name(names, space, event.target);
  }
  message += "); the replay stops here";
  result_.error = TraceError{std::move(message), reader_.line_at(result_.events), 0};
  return false;
}

// Inflated states that no word refers to any more are given back now and then, so memory stays proportional
// to variables.
void Replay::sweep_when_due() {
  if (result_.events < next_sweep_) return;
  next_sweep_ = result_.events + (uint64_t{1} << 22);
  for (size_t b = 0; b < chain_.branches.size(); ++b) {
    chain_.branches[b]->sweep(
        [&](const std::function<void(uint64_t)>& body) { vars_.for_each_word(b, body); });
  }
}

}  // namespace dh::dyn
