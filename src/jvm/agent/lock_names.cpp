#include "jvm/agent/lock_names.h"

#include <fmt/format.h>

namespace dh::jvm {

using dyn::Space;

bool LockNames::covers(Space space) {
  return space == Space::lock || space == Space::atomic || space == Space::barrier || space == Space::channel;
}

uint32_t LockNames::add(Space space, std::string_view name) {
  const std::lock_guard lock(mutex_);
  const uint32_t id = next_[static_cast<size_t>(space)]++;
  names_.emplace(key(space, id), name);
  return id;
}

void LockNames::forget(Space space, uint32_t id) {
  const std::lock_guard lock(mutex_);
  names_.erase(key(space, id));
}

std::string LockNames::find(Space space, uint32_t id) const {
  if (!covers(space)) return {};
  const std::lock_guard lock(mutex_);
  const auto it = names_.find(key(space, id));
  return it != names_.end() ? it->second : fmt::format("{} {}", dyn::space_name(space), id);
}

uint32_t LockNames::reported_id(Space space, uint32_t id, dyn::Names& names) {
  if (!covers(space)) return id;
  const auto [it, is_new] = reported_.try_emplace(key(space, id), 0);
  if (is_new) it->second = names.add(space, find(space, id));
  return it->second;
}

void LockNames::put_into(dyn::RawReport& report, dyn::Names& names) {
  const std::lock_guard lock(reported_mutex_);
  const std::lock_guard names_lock(names.guard());
  report.target = reported_id(report.space, report.target, names);
  const auto put = [&](dyn::RawAccess& access) {
    for (uint32_t& held : access.locks) held = reported_id(Space::lock, held, names);
    if (access.target != UINT32_MAX)
      access.target = reported_id(dyn::event_target(access.kind), access.target, names);
  };
  put(report.current);
  put(report.previous);
  for (dyn::RawAccess& access : report.more) put(access);
  for (dyn::RawStep& held : report.held) held.target = reported_id(Space::lock, held.target, names);
  for (dyn::RawStep& step : report.steps)
    step.target = reported_id(dyn::event_target(step.kind), step.target, names);
}

}  // namespace dh::jvm
