#include "tools/contention.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/parts/text.h"

namespace dh::dyn {

namespace {

// Writers wait for everybody else, readers for a writer.
bool has_to_wait(Event& e) {
  const ShadowThread* owner = e.lock->owner.load(std::memory_order_relaxed);
  if (owner != nullptr && owner != e.thread) return true;
  if (e.mode == LockMode::shared) return false;
  const MaybeLock lock(e.lock->mutex, e.concurrent);
  const auto& readers = e.lock->readers;
  return std::any_of(readers.begin(), readers.end(), [&](const auto& r) { return r.thread != e.thread; });
}

}  // namespace

Flow Contention::request(Event& e) {
  const bool waits = has_to_wait(e);
  const std::lock_guard lock(mutex_);
  ++requests_;
  if (!waits) return Flow::pass;
  Waits& here = waits_[uint64_t{e.lock->id} << 32 | e.location.value];
  if (here.times++ == 0) here.lock = display_name(names_, Space::lock, e.lock->id);
  return Flow::pass;
}

void Contention::finish(ToolOutput& output) {
  std::vector<std::pair<uint64_t, uint64_t>> sorted;
  uint64_t sum = 0;
  for (const auto& [key, waits] : waits_) {
    sorted.emplace_back(waits.times, key);
    sum += waits.times;
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  output.lines.push_back(fmt::format("{} of {} requests had to wait", sum, requests_));
  for (const auto& [times, key] : sorted) {
    output.lines.push_back(fmt::format("{:>10}  {} at {}", times, waits_[key].lock,
                                       location_text(names_, LocId(static_cast<uint32_t>(key)))));
  }
}

}  // namespace dh::dyn
