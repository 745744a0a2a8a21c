// Timer: measures how long the tools after it take for each kind of event. RoadRunner paper, Figure 1.
//
// Two Timers in a chain give the time of the tools between them by subtraction. Difference: times are wall
// clock and include about 50 ns of measuring an event, which is said in the output.
#pragma once

#include <array>
#include <mutex>

#include "dynamic/tool.h"

namespace dh::dyn {

class Timer {
 public:
  static constexpr ToolTraits kTraits{};

  explicit Timer(ToolSetup& setup) : threads_(setup.thread_layout) {}

  Flow any(Event& e);
  void after(Event& e);
  void thread_made(ShadowThread& thread);
  void finish(ToolOutput& output);

 private:
  struct PerThread {
    int64_t began = 0;
    std::array<uint64_t, kEventKinds> count{};
    std::array<int64_t, kEventKinds> nanoseconds{};
  };

  Decoration<ShadowThread, PerThread> threads_;
  std::mutex mutex_;
  std::vector<ShadowThread*> all_;
};

}  // namespace dh::dyn
