#include "dynamic/trace/trace_feed.h"

namespace dh::dyn {

TraceFeed::TraceFeed(TraceReader& reader, LocationSplit split, unsigned consumers, unsigned threads,
                     StopToken stop)
    : reader_(reader), split_(split), consumers_(consumers), stop_(stop), slots_(4 + 2 * threads) {
  for (Slot& slot : slots_) slot.piece = reader.new_piece();
}

const EventBlock* TraceFeed::block(uint64_t number) {
  Lock lock(mutex_);
  for (;;) {
    if (consumers_ == 1 && number == committed_) commit_decoded(lock);
    if (number < committed_) return &slot(number).block;
    if (ended_ && number >= fetched_) return nullptr;
    if (!make_one(lock)) changed_.wait(lock);
  }
}

void TraceFeed::release(uint64_t number) {
  const Lock lock(mutex_);
  if (--slot(number).consumers != 0) return;
  // Consumers take the blocks in order, so the oldest is used up first.
  ++released_;
  changed_.notify_all();
}

void TraceFeed::help() {
  Lock lock(mutex_);
  while (!ended_) {
    if (!make_one(lock)) changed_.wait(lock);
  }
}

void TraceFeed::cancel() {
  const Lock lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

// Fetches and decodes a block, and commits those whose turn it is. False: there is nothing to do now.
bool TraceFeed::make_one(Lock& lock) {
  if (is_fetching_ || ended_ || fetched_ - released_ >= slots_.size()) return false;
  if (stop_.requested()) {
    ended_ = stopped_ = true;
    changed_.notify_all();
    return true;
  }
  is_fetching_ = true;
  Slot& mine = slot(fetched_);
  lock.unlock();
  const bool has_more = reader_.fetch(*mine.piece);
  lock.lock();
  is_fetching_ = false;
  if (has_more && !ended_) {
    ++fetched_;
  } else {
    ended_ = true;  // perhaps meanwhile: the trace ended before this block
  }
  changed_.notify_all();
  if (ended_) return true;
  lock.unlock();
  reader_.decode(*mine.piece);
  lock.lock();
  mine.is_decoded = true;
  if (consumers_ > 1) {
    commit_decoded(lock);
  } else {
    changed_.notify_all();
  }
  return true;
}

void TraceFeed::commit_decoded(Lock& lock) {
  if (is_committing_) return;
  is_committing_ = true;
  while (committed_ < fetched_ && slot(committed_).is_decoded) {
    Slot& next = slot(committed_);
    lock.unlock();
    const bool goes_on = reader_.commit(*next.piece);
    deal(next);
    lock.lock();
    next.is_decoded = false;
    next.consumers = consumers_;
    ++committed_;
    if (!goes_on) {
      ended_ = true;
      fetched_ = committed_;  // what was fetched after it is no part of the trace
    }
    changed_.notify_all();
  }
  is_committing_ = false;
}

// Whether every share must look at the thread of this access.
bool TraceFeed::needs_check(const TraceEvent& event) {
  if (event.thread >= known_running_.size()) known_running_.resize(size_t{event.thread} * 2 + 64);
  if (known_running_[event.thread]) return false;
  known_running_[event.thread] = true;
  return true;
}

// Sums, not a chain, so that it costs next to nothing.
static uint64_t digest_of(const TraceEvent& event, uint64_t position) {
  const uint64_t names = uint64_t{event.thread} << 32 | event.target;
  const uint64_t rest =
      uint64_t{event.location} << 16 | uint64_t{event.detail} << 8 | static_cast<uint64_t>(event.kind);
  return ((names * 0x9e3779b97f4a7c15ull ^ rest * 0xff51afd7ed558ccdull) + event.value) * (2 * position + 1);
}

void TraceFeed::deal(Slot& slot) {
  EventBlock& block = slot.block;
  block.events = slot.piece->events;
  block.first = position_;
  position_ += block.events.size();
  if (split_.shares() == 1) return;
  const auto n = static_cast<uint32_t>(block.events.size());
  block.shares.resize(split_.shares());
  for (auto& share : block.shares) share.clear();
  for (uint32_t i = 0; i < n; ++i) {
    const TraceEvent& event = block.events[i];
    digest_ += digest_of(event, block.first + i);
    if (is_access(event.kind)) [[likely]] {
      const uint32_t owner = split_.share(event.target);
      block.shares[owner].push_back(i);
      if (!needs_check(event)) [[likely]]
        continue;
      for (uint32_t s = 0; s < split_.shares(); ++s) {
        if (s != owner) block.shares[s].push_back(i | EventBlock::kThreadOnly);
      }
      continue;
    }
    for (auto& share : block.shares) share.push_back(i);
    if (event.kind == EventKind::thread_exit && event.thread < known_running_.size())
      known_running_[event.thread] = false;
    if (event.kind == EventKind::join_post && event.target < known_running_.size())
      known_running_[event.target] = false;
  }
  block.digest = digest_;
}

}  // namespace dh::dyn
