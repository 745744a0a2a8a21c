#include "tools/timer.h"

#include <fmt/format.h>
#include <time.h>

namespace dh::dyn {

namespace {

int64_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * int64_t{1'000'000'000} + t.tv_nsec;
}

}  // namespace

Flow Timer::any(Event& e) {
  threads_.of(*e.thread).began = now();
  return Flow::pass;
}

void Timer::after(Event& e) {
  PerThread& t = threads_.of(*e.thread);
  const auto kind = static_cast<size_t>(e.kind);
  ++t.count[kind];
  t.nanoseconds[kind] += now() - t.began;
}

void Timer::thread_made(ShadowThread& thread) {
  const std::lock_guard lock(mutex_);
  all_.push_back(&thread);
}

void Timer::finish(ToolOutput& output) {
  output.lines.push_back(fmt::format("{:<16} {:>12} {:>12} {:>10}", "event", "count", "ms", "ns each"));
  for (size_t k = 0; k < kEventKinds; ++k) {
    uint64_t count = 0;
    int64_t time = 0;
    for (ShadowThread* thread : all_) {
      count += threads_.of(*thread).count[k];
      time += threads_.of(*thread).nanoseconds[k];
    }
    if (count == 0) continue;
    output.lines.push_back(
        fmt::format("{:<16} {:>12} {:>12.1f} {:>10.0f}", event_name(static_cast<EventKind>(k)), count,
                    static_cast<double>(time) / 1e6, static_cast<double>(time) / static_cast<double>(count)));
  }
  output.lines.push_back("times include the measuring, about 50 ns an event");
}

}  // namespace dh::dyn
