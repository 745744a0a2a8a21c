#include "cli/run/native_naming.h"

#include <fmt/format.h>

#include <filesystem>

namespace dh {

using dyn::LocId;

namespace {

constexpr std::string_view kRuntime = "libdeadheat_native";

bool is_of_program(const SourceFrame& frame) {
  return !frame.is_of_system && !frame.path.empty() && !frame.path.starts_with("/usr/include/") &&
         !frame.path.starts_with("/usr/lib/");
}

}  // namespace

NativeNaming::NativeNaming(const NativeLines& lines) : lines_(lines), symbols_(lines.modules) {
  std::error_code error;
  current_folder_ = std::filesystem::current_path(error).string() + "/";
}

dyn::ThreadId NativeNaming::thread(uint32_t number) {
  if (number == UINT32_MAX) return dyn::ThreadId();
  while (names_.count(dyn::Space::thread) <= number)
    names_.add(dyn::Space::thread, thread_name(static_cast<uint32_t>(names_.count(dyn::Space::thread))));
  return dyn::ThreadId(number);
}

std::vector<LocId> NativeNaming::stack(const std::vector<uint64_t>& addresses, LocId& place) {
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

LocId NativeNaming::place(const std::vector<uint64_t>& addresses) {
  const SourceFrame* first = nullptr;
  for (const uint64_t address : addresses) {
    for (const SourceFrame& frame : symbols_.frames(address)) {
      if (frame.module.starts_with(kRuntime)) continue;
      if (is_of_program(frame)) return names_.add_location(location_of(frame));
      if (first == nullptr) first = &frame;
    }
  }
  return first == nullptr ? LocId() : names_.add_location(location_of(*first));
}

std::string NativeNaming::thread_name(uint32_t number) const {
  const auto thread = lines_.threads.find(number);
  if (thread != lines_.threads.end() && !thread->second.name.empty())
    return fmt::format("thread {} ({})", number, thread->second.name);
  return number == 0 ? "the main thread" : fmt::format("thread {}", number);
}

dyn::LocationName NativeNaming::location_of(const SourceFrame& frame) const {
  dyn::LocationName location;
  location.path = frame.path;
  if (location.path.starts_with(current_folder_)) location.path.erase(0, current_folder_.size());
  location.line = frame.line;
  location.column = frame.column;
  location.symbol = frame.function.empty() ? frame.module : frame.function;
  return location;
}

}  // namespace dh
