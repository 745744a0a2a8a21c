#include "tools/testing/testing_live.h"

#include <gtest/gtest.h>

namespace dh::dyn::testing {

ShadowThread& LiveTarget::thread(uint32_t id) {
  while (threads_.size() <= id) {
    threads_.push_back(&engine_.new_thread(ThreadId(static_cast<uint32_t>(threads_.size())), nullptr));
  }
  return *threads_[id];
}

void LiveTarget::access(Event& e, std::atomic<uint64_t>* words) {
  const bool remembers = reports_ != nullptr && paths_.size() == 1 && paths_[0].repeats;
  if (!remembers) {
    engine_.access(e, words);
    return;
  }
  Memory& memory = memories_[e.thread->id.value];
  const uint64_t word = words->load();
  const Step step{e.kind, word, e.location.value};
  if (memory.unchanged.contains({e.kind, word})) {
    ++hits_;
    return;
  }
  if (const auto known = memory.steps.find(step); known != memory.steps.end()) {
    ++hits_;
    words->store(known->second);
    return;
  }
  const uint64_t before = *reports_;
  engine_.access(e, words);
  if (*reports_ != before) return;
  memory.steps[step] = words->load();
  if (words->load() == word) memory.unchanged.emplace(e.kind, word);
}

void LiveTarget::feed(const TraceEvent& event, uint64_t position) {
  ShadowThread& t = thread(event.thread);
  Event& e = engine_.event(t, event.kind, event.target, LocId(event.location));
  e.position = position;
  const Space space = event_target(event.kind);
  if (is_access(event.kind)) {
    std::atomic<uint64_t>* const words = &words_[event.target * width_];
    if (!paths_.empty() && try_fast_paths(paths_, event.kind, t, words)) {
      ++hits_;
    } else {
      access(e, words);
    }
    return;
  }
  memories_.erase(event.thread);
  e.mode = space == Space::lock && event.detail == 1 ? LockMode::shared : LockMode::exclusive;
  if (space == Space::channel) e.hand_over = static_cast<HandOver>(event.detail);
  if (space == Space::thread) {
    e.other = &thread(event.target);
  } else if (space != Space::none && space != Space::method) {
    ShadowLock*& lock = locks_[{space, event.target}];
    if (lock == nullptr) lock = &engine_.new_lock(space, event.target);
    e.lock = lock;
  }
  EXPECT_EQ(engine_.feed(e), Misuse::none);
}

}  // namespace dh::dyn::testing
