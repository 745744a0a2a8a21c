// Count: counts the events of each kind at its place in the chain. RoadRunner paper, Figure 1.
//
// Counters are per thread and added up at the end, so counting needs no synchronization.
#pragma once

#include <array>
#include <mutex>

#include "dynamic/tool.h"

namespace dh::dyn {

class Count {
 public:
  static constexpr ToolTraits kTraits{};

  explicit Count(ToolSetup& setup) : counts_(setup.thread_layout) {}

  Flow any(Event& e) {
    ++counts_.of(*e.thread)[static_cast<size_t>(e.kind)];
    return Flow::pass;
  }
  void thread_made(ShadowThread& thread);
  void finish(ToolOutput& output);

 private:
  using PerKind = std::array<uint64_t, kEventKinds>;
  Decoration<ShadowThread, PerKind> counts_;
  std::mutex mutex_;
  std::vector<ShadowThread*> threads_;
};

}  // namespace dh::dyn
