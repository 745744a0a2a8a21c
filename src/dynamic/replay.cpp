#include "dynamic/replay.h"

#include <cstring>

namespace dh::dyn {

void VarTable::make(size_t chunk) {
  if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
  // Zero words are fresh locations; the ids of `last` must read as "none".
  chunks_[chunk] = std::make_unique<std::byte[]>(kChunk * stride());
  for (size_t i = 0; i < kChunk; ++i) {
    new (chunks_[chunk].get() + i * stride()) LastAccesses();
    for (size_t w = 0; w < words_; ++w) {
      new (chunks_[chunk].get() + i * stride() + sizeof(LastAccesses) + w * sizeof(uint64_t))
          std::atomic<uint64_t>(kFreshWord);
    }
  }
}

void VarTable::for_each_word(size_t branch, const std::function<void(uint64_t)>& body) const {
  for (const auto& chunk : chunks_) {
    if (chunk == nullptr) continue;
    for (size_t i = 0; i < kChunk; ++i) {
      const std::byte* at = chunk.get() + i * stride() + sizeof(LastAccesses) + branch * sizeof(uint64_t);
      const uint64_t word =
          reinterpret_cast<const std::atomic<uint64_t>*>(at)->load(std::memory_order_relaxed);
      if (word != kFreshWord) body(word);
    }
  }
}

Replay::Replay(TraceReader& reader, ToolChain& chain)
    : reader_(reader), chain_(chain), engine_(chain, {.concurrent = false}), vars_(chain.words()) {}

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
  Branch* const only = chain_.branches.size() == 1 ? chain_.branches[0].get() : nullptr;
  for (const TraceEvent& event : events) {
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
    Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
    e.position = result_.events;
    e.value = event.value;
    e.last = &cell.last;
    if (only != nullptr) {
      e.word = cell.words;
      e.shadow = e.word->load(std::memory_order_relaxed);
      only->dispatch(e);
    } else {
      chain_.dispatch_access(e, cell.words);
    }
    (event.kind == EventKind::write ? cell.last.write : cell.last.read) = {e.location, t.id, e.position};
    ++result_.events;
    ++result_.per_kind[static_cast<size_t>(event.kind)];
  }
  return true;
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
