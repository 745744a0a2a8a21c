#include "cli/run/native_reports.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/dynamic_findings.h"
#include "cli/run/native_lines.h"
#include "tools/registry.h"

namespace dh {

namespace {

using dyn::LocId;

constexpr std::string_view kRuntime = "libdeadheat_native";

// Names of one report file: threads, places, and what was accessed.
class Naming {
 public:
  explicit Naming(const NativeLines& lines) : lines_(lines), symbols_(lines.modules) {
    std::error_code error;
    current_folder_ = std::filesystem::current_path(error).string() + "/";
  }

  dyn::Names& names() { return names_; }

  dyn::ThreadId thread(uint32_t number) {
    if (number == UINT32_MAX) return dyn::ThreadId();
    while (names_.count(dyn::Space::thread) <= number)
      names_.add(dyn::Space::thread, thread_name(static_cast<uint32_t>(names_.count(dyn::Space::thread))));
    return dyn::ThreadId(number);
  }

  // All calls, without those inside the runtime; `place` is that of the first in the program's own sources.
  std::vector<LocId> stack(const std::vector<uint64_t>& addresses, LocId& place) {
    std::vector<LocId> result;
    LocId first;
    for (const uint64_t address : addresses) {
      for (const SourceFrame& frame : symbols_.frames(address)) {
        if (frame.module.starts_with(kRuntime)) continue;
        const LocId location = names_.add_location(location_of(frame));
        result.push_back(location);
        if (!first.valid()) first = location;
        if (!place.valid() && is_of_program(frame)) place = location;
      }
    }
    if (!place.valid()) place = first;
    return result;
  }

  NamedData data(uint64_t address) { return symbols_.data(address); }

 private:
  std::string thread_name(uint32_t number) {
    const auto thread = lines_.threads.find(number);
    if (thread != lines_.threads.end() && !thread->second.name.empty())
      return fmt::format("thread {} ({})", number, thread->second.name);
    return number == 0 ? "the main thread" : fmt::format("thread {}", number);
  }

  dyn::LocationName location_of(const SourceFrame& frame) const {
    dyn::LocationName location;
    location.path = frame.path;
    if (location.path.starts_with(current_folder_)) location.path.erase(0, current_folder_.size());
    location.line = frame.line;
    location.column = frame.column;
    location.symbol = frame.function.empty() ? frame.module : frame.function;
    return location;
  }

  static bool is_of_program(const SourceFrame& frame) {
    return !frame.is_of_system && !frame.path.empty() && !frame.path.starts_with("/usr/include/") &&
           !frame.path.starts_with("/usr/lib/");
  }

  const NativeLines& lines_;
  Symbols symbols_;
  dyn::Names names_;
  std::string current_folder_;
};

dyn::RawAccess raw_access(const NativeAccess& access, Naming& naming) {
  dyn::RawAccess raw;
  raw.kind = access.kind == 'r' ? dyn::EventKind::read : dyn::EventKind::write;
  raw.thread = naming.thread(access.thread);
  raw.stack = naming.stack(access.stack, raw.location);
  raw.epoch.clock = access.time;
  raw.known = true;
  return raw;
}

std::string symbol_at(Naming& naming, LocId location) {
  return location.valid() ? naming.names().location(location).symbol : std::string();
}

struct Memory {
  std::string name;    // the same in every run
  std::string object;  // with sizes and offsets
  LocId allocated;
};

Memory memory_at(const NativeReport& report, Naming& naming) {
  Memory memory;
  if (report.block.begin != 0) {
    naming.stack(report.block.stack, memory.allocated);
    const std::string where = symbol_at(naming, memory.allocated);
    memory.name = where.empty() ? "a heap block" : "a heap block of " + where;
    memory.object = fmt::format("byte {} of a heap block of {} bytes", report.address - report.block.begin,
                                report.block.bytes);
    return memory;
  }
  const NamedData data = naming.data(report.address);
  if (!data.name.empty()) {
    memory.name = data.offset == 0 ? data.name : fmt::format("{} + {}", data.name, data.offset);
    return memory;
  }
  memory.name = data.module.empty() ? "memory of a stack or mapping" : "data of " + data.module;
  memory.object = fmt::format("address {:#x}", report.address);
  return memory;
}

std::string access_words(const NativeAccess& access) {
  if (access.kind == 'f') return "frees it";
  const char* verb = access.kind == 'r' ? "reads" : "writes";
  return access.is_atomic ? fmt::format("{} it atomically", verb) : fmt::format("{} it", verb);
}

// What a plain race does not say: freed memory, atomic operations.
void describe_flavour(const NativeReport& report, Finding& finding) {
  const NativeAccess& later = report.accesses[0];
  const NativeAccess& earlier = report.accesses[1];
  const std::string& name = finding.shared.name;
  if (earlier.kind == 'f') {
    finding.message = fmt::format(
        "Use after free of {}: another thread freed it, and no order says that this was later.", name);
    finding.hint = "Join the thread, or share the ownership (std::shared_ptr), before the memory is freed.";
  } else if (later.kind == 'f') {
    finding.message = fmt::format("{} is freed while another thread may still access it.", name);
    finding.hint = "Join the thread, or share the ownership (std::shared_ptr), before the memory is freed.";
  } else if (later.is_atomic != earlier.is_atomic) {
    finding.message += " One of them is atomic, the other is not.";
    finding.hint = "Make all accesses atomic, or guard all of them with one lock.";
  }
}

void add_creation(const NativeLines& lines, uint32_t number, Naming& naming, const std::string& thread,
                  Finding& finding) {
  const auto found = lines.threads.find(number);
  if (found == lines.threads.end() || found->second.stack.empty()) return;
  LocId place;
  naming.stack(found->second.stack, place);
  if (!place.valid()) return;
  const dyn::LocationName location = naming.names().location(place);
  if (location.path.empty()) return;
  finding.related.push_back({Place{location.path, location.line, location.column, location.line, 0},
                             fmt::format("{} is created here", thread)});
}

Result<Finding> race_finding(const NativeLines& lines, const NativeReport& report, Naming& naming) {
  dyn::RawReport raw;
  raw.tool = dyn::tool_in_role(dyn::ToolRole::default_detector).name;
  raw.current = raw_access(report.accesses[0], naming);
  raw.previous = raw_access(report.accesses[1], naming);
  const Memory memory = memory_at(report, naming);
  raw.object = memory.object;
  raw.target = naming.names().add(dyn::Space::variable, memory.name);
  raw.clock = {report.seen};
  for (const NativeLock& lock : report.locks) {
    const NamedData data = naming.data(lock.address);
    raw.current.locks.push_back(naming.names().add(
        dyn::Space::lock, data.name.empty() ? fmt::format("lock {:#x}", lock.address) : data.name));
  }
  Result<Finding> finding = finding_of(raw, DynamicContext{naming.names(), "", {}});
  if (!finding) return finding;
  describe_flavour(report, *finding);
  if (memory.allocated.valid()) {
    const dyn::LocationName location = naming.names().location(memory.allocated);
    finding->related.push_back(
        {Place{location.path, location.line, location.column, location.line, 0},
         fmt::format("{} allocates it here",
                     dyn::display_name(naming.names(), dyn::Space::thread, report.block.thread))});
  }
  for (const NativeAccess& access : report.accesses) {
    if (access.thread != UINT32_MAX && access.thread != 0)
      add_creation(lines, access.thread, naming,
                   dyn::display_name(naming.names(), dyn::Space::thread, access.thread), *finding);
  }
  // The two may have changed places: the write comes first.
  for (Access& access : finding->accesses) {
    const bool is_later =
        access.thread == dyn::display_name(naming.names(), dyn::Space::thread, report.accesses[0].thread);
    const NativeAccess& native = report.accesses[is_later ? 0 : 1];
    if (native.is_atomic || native.kind == 'f') access.description = access_words(native);
  }
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
  const Memory memory = memory_at(report, naming);
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
    Result<Finding> finding = race_finding(*lines, report, naming);
    if (!finding) return tl::unexpected(finding.error());
    result.findings.push_back(std::move(*finding));
  }
  return result;
}

}  // namespace dh
