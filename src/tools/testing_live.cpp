#include "tools/testing_live.h"

#include <gtest/gtest.h>

namespace dh::dyn::testing {

ShadowThread& LiveTarget::thread(uint32_t id) {
  while (threads_.size() <= id) {
    threads_.push_back(&engine_.new_thread(ThreadId(static_cast<uint32_t>(threads_.size())), nullptr));
  }
  return *threads_[id];
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
      engine_.access(e, words);
    }
    return;
  }
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
