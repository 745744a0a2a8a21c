#include "cli/run/native_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/dynamic_findings.h"
#include "cli/run/native_lines.h"
#include "cli/run/native_naming.h"
#include "cli/run/native_words.h"
#include "tools/registry.h"

namespace dh {

namespace {

using dyn::LocId;
using Naming = NativeNaming;

dyn::RawAccess raw_access(const NativeAccess& access, Naming& naming) {
  dyn::RawAccess raw;
  raw.kind = access.kind == 'r' ? dyn::EventKind::read : dyn::EventKind::write;
  raw.thread = naming.thread(access.thread);
  raw.stack = naming.stack(access.stack, raw.location);
  raw.epoch.clock = access.time;
  raw.known = true;
  return raw;
}

AccessFlavour flavour_of(const NativeAccess& access) {
  return {access.kind, access.is_atomic};
}

Result<Finding> race_finding(const NativeLines& lines, const NativeReport& report, Naming& naming) {
  dyn::RawReport raw;
  raw.tool = dyn::tool_in_role(dyn::ToolRole::default_detector).name;
  raw.current = raw_access(report.accesses[0], naming);
  raw.previous = raw_access(report.accesses[1], naming);
  const NativeMemoryName memory = name_memory(report.address, report.block, naming);
  raw.object = memory.object;
  raw.target = naming.names().add(dyn::Space::variable, memory.name);
  raw.clock = {report.seen};
  raw.current.knows_locks = true;
  for (const NativeLock& lock : report.locks) {
    raw.current.locks.push_back(naming.names().add(dyn::Space::lock, lock_name(lock.address, naming)));
  }
  Result<Finding> finding = finding_of(raw, DynamicContext{naming.names(), "", {}});
  if (!finding) return finding;
  const AccessFlavour later = flavour_of(report.accesses[0]);
  const AccessFlavour earlier = flavour_of(report.accesses[1]);
  describe_flavours(later, earlier, *finding);
  add_allocation(report.block, naming, *finding);
  for (const NativeAccess& access : report.accesses) add_creation(lines, access.thread, naming, *finding);
  describe_accesses(later, earlier,
                    dyn::display_name(naming.names(), dyn::Space::thread, report.accesses[0].thread),
                    *finding);
  return finding;
}

std::string_view misuse_message(NativeMisuse misuse) {
  switch (misuse) {
    case NativeMisuse::none:
    case NativeMisuse::unlock_free:
      return "{} is unlocked, but nobody holds it.";
    case NativeMisuse::unlock_other:
      return "{} is unlocked by a thread that does not hold it.";
    case NativeMisuse::destroy_held:
      return "{} is destroyed while it is locked.";
  }
  return "";
}

Finding misuse_finding(const NativeReport& report, Naming& naming) {
  Finding finding;
  finding.rule = Rule::lock_discipline;
  const NativeMemoryName memory = name_memory(report.address, report.block, naming);
  finding.shared = {"lock", memory.name};
  finding.message = fmt::format(fmt::runtime(misuse_message(report.misuse)), memory.name);
  finding.hint = "Unlock a mutex in the thread that locked it, and destroy it only when no thread uses it.";
  for (const NativeAccess& native : report.accesses) {
    Access access;
    LocId place;
    const std::vector<LocId> stack = naming.stack(native.stack, place);
    for (const LocId id : stack) {
      const dyn::LocationName location = naming.names().location(id);
      access.stack.push_back(
          {location.symbol, Place{location.path, location.line, location.column, location.line, 0}, {}});
    }
    if (place.valid()) {
      const dyn::LocationName location = naming.names().location(place);
      access.place = Place{location.path, location.line, location.column, location.line, 0};
      access.symbol = location.symbol;
    }
    access.thread = dyn::display_name(naming.names(), dyn::Space::thread, naming.thread(native.thread).value);
    const char* verb = report.misuse == NativeMisuse::destroy_held ? "destroys" : "unlocks";
    access.description = native.kind == 'a' ? "locked it here" : fmt::format("{} it here", verb);
    finding.accesses.push_back(std::move(access));
  }
  finding.place = finding.accesses.front().place;
  finding.confidence =
      Confidence(weighed(dyn::factors::lock_sets), std::string(dyn::factors::lock_sets.reason));
  return finding;
}

// As the tool for deadlocks says it.
uint8_t lock_cycle_finding(const dyn::ToolInfo& tool) {
  const auto found = std::find_if(
      tool.traits.findings.begin(), tool.traits.findings.end(),
      [](const auto& finding) { return finding.doubt.reason == dyn::factors::cycle_not_replayed.reason; });
  return static_cast<uint8_t>(found - tool.traits.findings.begin());
}

Result<Finding> lock_cycle_finding(const NativeReport& report, Naming& naming) {
  const dyn::ToolInfo& tool = dyn::tool_in_role(dyn::ToolRole::deadlock_detector);
  dyn::RawReport raw;
  raw.tool = tool.name;
  raw.finding = lock_cycle_finding(tool);
  raw.space = dyn::Space::lock;
  std::map<uint64_t, uint32_t> locks;
  const auto lock = [&](uint64_t address) {
    const auto [entry, is_new] = locks.try_emplace(address, 0);
    if (is_new) entry->second = naming.names().add(dyn::Space::lock, lock_name(address, naming));
    return entry->second;
  };
  for (size_t i = 0; i + 1 < report.accesses.size(); i += 2) {
    const NativeAccess& asked = report.accesses[i];
    const NativeAccess& held = report.accesses[i + 1];
    dyn::RawAccess access = raw_access(asked, naming);
    access.kind = dyn::EventKind::request;
    access.target = lock(asked.address);
    access.locks = {lock(held.address)};
    access.knows_locks = true;
    raw.held.push_back({dyn::EventKind::acquire, naming.thread(held.thread), lock(held.address),
                        naming.place(held.stack), 0});
    add_party(raw, std::move(access));
  }
  raw.target = raw.current.target;
  raw.note = "only the order of the locks was checked; --predict searches for a schedule";
  Result<Finding> finding = finding_of(raw, DynamicContext{naming.names(), "", {}});
  if (finding) {
    const auto& found_live = dyn::factors::cycle_of_live_run;
    finding->confidence.apply(weighed(found_live), std::string(found_live.reason));
  }
  return finding;
}

}  // namespace

Result<NativeReports> read_native_reports(const std::string& path) {
  const Result<NativeLines> lines = read_native_lines(path);
  if (!lines) return tl::unexpected(lines.error());
  NativeReports result;
  result.is_complete = lines->is_complete;
  result.threads = lines->thread_count;
  Naming naming(*lines);
  for (const NativeReport& report : lines->reports) {
    if (report.misuse != NativeMisuse::none) {
      result.findings.push_back(misuse_finding(report, naming));
      continue;
    }
    if (report.accesses.size() < 2) continue;
    Result<Finding> finding =
        report.is_lock_cycle ? lock_cycle_finding(report, naming) : race_finding(*lines, report, naming);
    if (!finding) return tl::unexpected(finding.error());
    result.findings.push_back(std::move(*finding));
  }
  return result;
}

}  // namespace dh
