#include "tools/count.h"

#include <fmt/format.h>

namespace dh::dyn {

void Count::thread_made(ShadowThread& thread) {
  const std::lock_guard lock(mutex_);
  threads_.push_back(&thread);
}

void Count::finish(ToolOutput& output) {
  PerKind sums{};
  uint64_t all = 0;
  for (ShadowThread* thread : threads_) {
    for (size_t k = 0; k < kEventKinds; ++k) {
      sums[k] += counts_.of(*thread)[k];
      all += counts_.of(*thread)[k];
    }
  }
  output.lines.push_back(fmt::format("{:<16} {:>14}", "all", all));
  for (size_t k = 0; k < kEventKinds; ++k) {
    if (sums[k] == 0) continue;
    output.lines.push_back(fmt::format("{:<16} {:>14}", event_name(static_cast<EventKind>(k)), sums[k]));
  }
}

}  // namespace dh::dyn
