#include "whole_program/grace.h"

#include <chrono>

namespace dh::whole {

namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 50ms;
constexpr size_t kMaxTicks = 160;  // 8 seconds

}  // namespace

Grace::Grace(StopToken asked, CheckSink& sink) : watcher_([this, asked, &sink] { watch(asked, sink); }) {}

Grace::~Grace() {
  {
    std::lock_guard lock(mutex_);
    done_ = true;
  }
  ended_.notify_all();
  watcher_.join();
}

void Grace::watch(StopToken asked, CheckSink& sink) {
  size_t ticks = 0;
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kTick, [&] { return done_; })) {
    if (!asked.requested()) continue;
    if (++ticks > kMaxTicks) {
      over_.request();
    } else {
      sink.progress(ticks, kMaxTicks);
    }
  }
}

}  // namespace dh::whole
