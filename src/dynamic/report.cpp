#include "dynamic/report.h"

#include <algorithm>

namespace dh::dyn {

namespace {

uint64_t side_key(const RawAccess& access) {
  return hash_combine(access.location.value, static_cast<uint64_t>(access.kind));
}

uint64_t report_key(const RawReport& report) {
  const uint64_t a = side_key(report.current);
  const uint64_t b = report.previous.known ? side_key(report.previous) : 0;
  uint64_t key = hash_combine(std::min(a, b), std::max(a, b));
  key = hash_combine(key, hash_bytes(report.tool));
  key = hash_combine(key, static_cast<uint64_t>(report.kind) << 32 | report.block_location.value);
  const bool places_known =
      report.current.location.valid() && report.previous.known && report.previous.location.valid();
  if (!places_known)
    key = hash_combine(key, uint64_t{report.target} << 8 | static_cast<uint64_t>(report.space));
  return key;
}

}  // namespace

ReportSink::PerTool& ReportSink::per_tool(const std::string& tool) {
  for (PerTool& t : tools_) {
    if (t.tool == tool) return t;
  }
  tools_.push_back({tool, 0, 0, {}});
  return tools_.back();
}

void ReportSink::add(RawReport report) {
  const std::lock_guard lock(mutex_);
  if (callback_) callback_(report);
  PerTool& tool = per_tool(report.tool);
  ++tool.events;
  if (report.current.location.valid()) tool.locations.insert(report.current.location.value);
  const auto [it, is_new] = index_.try_emplace(report_key(report), reports_.size());
  if (!is_new) {
    if (it->second < reports_.size()) ++reports_[it->second].times;
    return;
  }
  if (reports_.size() < limit_) {
    if (on_new_) on_new_(report);
    reports_.push_back(std::move(report));
  } else {
    index_.erase(it);
    ++tool.dropped;
  }
}

void ReportSink::count(const std::string& tool, LocId location) {
  const std::lock_guard lock(mutex_);
  PerTool& counts = per_tool(tool);
  ++counts.events;
  if (location.valid()) counts.locations.insert(location.value);
}

std::vector<RawReport> ReportSink::take() {
  const std::lock_guard lock(mutex_);
  index_.clear();
  return std::exchange(reports_, {});
}

std::vector<ReportSink::Counts> ReportSink::counts() const {
  const std::lock_guard lock(mutex_);
  std::vector<Counts> result;
  for (const PerTool& t : tools_) result.push_back({t.tool, t.events, t.locations.size(), t.dropped});
  return result;
}

}  // namespace dh::dyn
