#include "tools/sample.h"

#include <fmt/format.h>

namespace dh::dyn {

Sample::Sample(ToolSetup& setup)
    : rate_(setup.number("rate", 0.03, 0, 1)),
      size_(static_cast<uint64_t>(setup.number("size", 10'000, 1, 1e12))),
      seed_(static_cast<uint64_t>(setup.number("seed", 1, 0, 1e15))) {}

void Sample::enter(uint64_t position) {
  const uint64_t stretch = position / size_;
  until_ = (stretch + 1) * size_;
  is_on_ = is_sampled(stretch);
}

// Accesses are counted over all threads, for two that race are of different ones.
Flow Sample::live_access() {
  const uint64_t stretch = live_accesses_.fetch_add(1, std::memory_order_relaxed) / size_;
  if (!is_sampled(stretch)) return Flow::keep;
  live_checked_.fetch_add(1, std::memory_order_relaxed);
  return Flow::pass;
}

void Sample::finish(ToolOutput& output) {
  const uint64_t live = live_accesses_.load();
  const uint64_t checked = checked_ + live_checked_.load();
  const uint64_t all = checked_ + skipped_ + live;
  output.lines.push_back(fmt::format(
      "checked {} of {} accesses ({:.3g} %), in stretches of {} events (seed {})", checked, all,
      all == 0 ? 0.0 : 100.0 * static_cast<double>(checked) / static_cast<double>(all), size_, seed_));
  output.lines.push_back(fmt::format(
      "a race whose accesses lie in one stretch is found with probability {:.4g}, others with {:.4g}", rate_,
      rate_ * rate_));
}

}  // namespace dh::dyn
