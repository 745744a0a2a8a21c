#include "cli/run/native_words.h"

#include <fmt/format.h>

namespace dh {

using dyn::LocId;
using dyn::Space;

namespace {

std::string access_words(AccessFlavour access) {
  if (access.kind == 'f') return "frees it";
  const char* verb = access.kind == 'r' ? "reads" : "writes";
  return access.is_atomic ? fmt::format("{} it atomically", verb) : fmt::format("{} it", verb);
}

void add_related(LocId id, std::string message, const NativeNaming& naming, Finding& finding) {
  if (!id.valid()) return;
  const dyn::LocationName location = naming.names().location(id);
  if (location.path.empty()) return;
  finding.related.push_back(
      {Place{location.path, location.line, location.column, location.line, 0}, std::move(message)});
}

}  // namespace

void describe_flavours(AccessFlavour later, AccessFlavour earlier, Finding& finding) {
  const std::string& name = finding.shared.name;
  constexpr const char* kKeepAlive =
      "Join the thread, or share the ownership (std::shared_ptr), before the memory is freed.";
  if (earlier.kind == 'f') {
    finding.message = fmt::format(
        "Use after free of {}: another thread freed it, and no order says that this was later.", name);
    finding.hint = kKeepAlive;
  } else if (later.kind == 'f') {
    finding.message = fmt::format("{} is freed while another thread may still access it.", name);
    finding.hint = kKeepAlive;
  } else if (later.is_atomic != earlier.is_atomic) {
    finding.message += " One of them is atomic, the other is not.";
    finding.hint = "Make all accesses atomic, or guard all of them with one lock.";
  }
}

void describe_accesses(AccessFlavour later, AccessFlavour earlier, const std::string& later_thread,
                       Finding& finding) {
  for (Access& access : finding.accesses) {
    const AccessFlavour flavour = access.thread == later_thread ? later : earlier;
    if (flavour.is_atomic || flavour.kind == 'f') access.description = access_words(flavour);
  }
}

NativeMemoryName name_memory(uint64_t address, const NativeBlock& block, NativeNaming& naming) {
  NativeMemoryName memory;
  if (block.begin != 0) {
    const LocId allocated = naming.place(block.stack);
    const std::string where = allocated.valid() ? naming.names().location(allocated).symbol : std::string();
    memory.name = where.empty() ? "a heap block" : "a heap block of " + where;
    memory.object = fmt::format("byte {} of a heap block of {} bytes", address - block.begin, block.bytes);
    return memory;
  }
  const NamedData data = naming.data(address);
  if (!data.name.empty()) {
    memory.name = data.offset == 0 ? data.name : fmt::format("{} + {}", data.name, data.offset);
    return memory;
  }
  memory.name = data.module.empty() ? "memory of a stack or mapping" : "data of " + data.module;
  memory.object = fmt::format("address {:#x}", address);
  return memory;
}

std::string lock_name(uint64_t address, NativeNaming& naming) {
  if (naming.data(address).name.empty()) return fmt::format("lock {:#x}", address);
  return name_memory(address, {}, naming).name;
}

void add_allocation(const NativeBlock& block, NativeNaming& naming, Finding& finding) {
  if (block.begin == 0) return;
  naming.thread(block.thread);
  add_related(
      naming.place(block.stack),
      fmt::format("{} allocates it here", dyn::display_name(naming.names(), Space::thread, block.thread)),
      naming, finding);
}

void add_creation(const NativeLines& lines, uint32_t thread, NativeNaming& naming, Finding& finding) {
  const auto found = lines.threads.find(thread);
  if (thread == 0 || found == lines.threads.end() || found->second.stack.empty()) return;
  add_related(naming.place(found->second.stack),
              fmt::format("{} is created here", dyn::display_name(naming.names(), Space::thread, thread)),
              naming, finding);
}

}  // namespace dh
