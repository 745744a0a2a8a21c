#include "dynamic/report.h"

#include <algorithm>
#include <bit>

namespace dh::dyn {

namespace {

uint64_t side_key(const RawAccess& access) {
  return hash_combine(access.location.value, static_cast<uint64_t>(access.kind));
}

// `is_grouped`: targets are groups of variables, such as one field of all objects. Else every object has its
// own, and the places say what is one report.
uint64_t report_key(const RawReport& report, uint32_t target, bool is_grouped) {
  const uint64_t a = side_key(report.current);
  const uint64_t b = report.previous.known ? side_key(report.previous) : 0;
  uint64_t key = hash_combine(std::min(a, b), std::max(a, b));
  for (const RawAccess& access : report.more) key += side_key(access);
  key = hash_combine(key, hash_bytes(report.tool));
  key = hash_combine(key, uint64_t{report.finding} << 32 | report.block_location.value);
  const bool places_known =
      report.current.location.valid() && report.previous.known && report.previous.location.valid();
  if (!places_known || is_grouped)
    key = hash_combine(key, uint64_t{target} << 8 | static_cast<uint64_t>(report.space));
  return key;
}

}  // namespace

void add_party(RawReport& report, RawAccess access) {
  if (!report.current.known) {
    report.current = std::move(access);
  } else if (!report.previous.known) {
    report.previous = std::move(access);
  } else {
    report.more.push_back(std::move(access));
  }
}

ReportSink::Counter& ReportSink::find_counter(const std::string& tool) {
  for (Counter& counter : counters_) {
    if (counter.tool_ == tool) return counter;
  }
  return counters_.emplace_back(tool);
}

ReportSink::Counter& ReportSink::counter(const std::string& tool) {
  const std::lock_guard lock(mutex_);
  Counter& counter = find_counter(tool);
  counter.was_asked_for_ = true;
  return counter;
}

void ReportSink::add(RawReport report) {
  const std::lock_guard lock(mutex_);
  if (callback_) callback_(report);
  const size_t known = counters_.size();
  Counter& counter = find_counter(report.tool);
  if (counters_.size() != known) counter.first_position_ = report.position;
  counter.add(report.current.location, true);
  const uint32_t target = group_ && report.space == Space::variable ? group_(report.target) : report.target;
  const auto [it, is_new] =
      index_.try_emplace(report_key(report, target, group_ != nullptr), reports_.size());
  if (!is_new) {
    if (it->second < reports_.size()) ++reports_[it->second].times;
    return;
  }
  if (reports_.size() < limit_) {
    if (on_new_) on_new_(report);
    reports_.push_back(std::move(report));
  } else {
    if (use_ == Use::share) {
      Left& left = left_[it->first];
      ++left.times;
      left.counter = &counter;
    }
    index_.erase(it);
    ++counter.dropped_;
  }
}

std::vector<RawReport> ReportSink::take() {
  const std::lock_guard lock(mutex_);
  index_.clear();
  return std::exchange(reports_, {});
}

ReportSink::Share ReportSink::take_share() {
  const std::lock_guard lock(mutex_);
  Share share;
  share.keys.resize(reports_.size());
  for (const auto& [key, index] : index_) share.keys[index] = key;
  share.reports = std::exchange(reports_, {});
  index_.clear();
  for (const auto& [key, left] : left_) share.left.push_back({key, left.times, left.counter->tool_});
  std::sort(share.left.begin(), share.left.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  left_.clear();
  for (const Counter& counter : counters_) {
    const std::lock_guard counter_lock(counter.mutex_);
    share.counted.push_back(
        {counter.tool_, counter.events_, counter.places_, counter.first_position_, counter.was_asked_for_});
  }
  return share;
}

std::vector<ReportSink::Counts> ReportSink::counts() const {
  const std::lock_guard lock(mutex_);
  std::vector<Counts> result;
  for (const Counter& counter : counters_) {
    const std::lock_guard counter_lock(counter.mutex_);
    uint64_t places = 0;
    for (const uint64_t word : counter.places_) places += static_cast<uint64_t>(std::popcount(word));
    if (counter.events_ != 0) result.push_back({counter.tool_, counter.events_, places, counter.dropped_});
  }
  return result;
}

}  // namespace dh::dyn
