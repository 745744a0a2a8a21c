#include "fleet/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/resources.h"
#include "fleet/read_file.h"
#include "fleet/worker.h"

namespace dh::fleet {

namespace {

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Progress::Progress(const Plan& plan, Layout layout)
    : layout_(std::move(layout)), began_(monotonic_seconds()) {
  for (const Project& project : plan.projects) keys_.push_back({key_of(project, plan), project.shard});
  unfinished_.resize(keys_.size());
  std::iota(unfinished_.begin(), unfinished_.end(), 0);
  update();
  finished_before_ = finished();
}

void Progress::update() {
  std::erase_if(unfinished_, [&](size_t index) {
    if (!has_result(layout_, keys_[index].key)) return false;
    constexpr size_t kHead = 300;  // the outcome is among the first members
    const std::string head = read_beginning(layout_.result(keys_[index].key), kHead);
    if (head.find("\"outcome\":\"failed\"") != std::string::npos) ++failed_;
    return true;
  });
}

std::vector<uint32_t> Progress::unfinished_shards() const {
  std::vector<uint32_t> shards;
  for (size_t index : unfinished_) shards.push_back(keys_[index].shard);
  std::sort(shards.begin(), shards.end());
  shards.erase(std::unique(shards.begin(), shards.end()), shards.end());
  return shards;
}

std::string Progress::text() const {
  std::string out = fmt::format("{} of {} projects", finished(), projects());
  if (failed_ > 0) out += fmt::format(", {} failed", failed_);
  const double seconds = monotonic_seconds() - began_;
  const size_t now = finished() - finished_before_;
  if (now == 0 || seconds <= 0) return out;
  const double rate = static_cast<double>(now) / seconds;
  out += fmt::format(", {:.1f} a minute", rate * 60);
  if (!unfinished_.empty())
    out += fmt::format(", {} left", duration_text(static_cast<double>(unfinished_.size()) / rate));
  return out;
}

}  // namespace dh::fleet
