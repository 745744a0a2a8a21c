#include "cli/run/native_lines.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace dh {

namespace {

uint64_t next_number(std::istringstream& words) {
  uint64_t value = 0;
  words >> std::hex >> value;
  return words ? value : 0;
}

std::vector<uint64_t> rest_numbers(std::istringstream& words) {
  std::vector<uint64_t> numbers;
  uint64_t value = 0;
  while (words >> std::hex >> value) numbers.push_back(value);
  return numbers;
}

// "begin-end access offset device inode path", as in /proc/self/maps.
void take_mapping(const std::string& line, std::vector<MappedModule>& modules) {
  const size_t slash = line.find('/');
  if (slash == std::string::npos) return;
  MappedModule module;
  module.path = line.substr(slash);
  char dash = 0;
  std::string access;
  uint64_t offset = 0;
  std::istringstream words(line);
  words >> std::hex >> module.begin >> dash >> module.end >> access >> offset;
  if (!words || dash != '-') return;
  module.begin -= offset;
  const auto same = std::find_if(modules.begin(), modules.end(),
                                 [&](const MappedModule& m) { return m.path == module.path; });
  if (same == modules.end()) {
    modules.push_back(std::move(module));
  } else {
    same->begin = std::min(same->begin, module.begin);
    same->end = std::max(same->end, module.end);
  }
}

NativeAccess native_access(std::istringstream& words) {
  NativeAccess access;
  std::string kind;
  std::string flavour;
  words >> kind >> flavour;
  access.kind = kind.empty() ? 'r' : kind[0];
  access.is_atomic = flavour == "atomic";
  access.thread = static_cast<uint32_t>(next_number(words));
  access.time = static_cast<uint32_t>(next_number(words));
  access.address = next_number(words);
  access.size = next_number(words);
  access.stack = rest_numbers(words);
  return access;
}

void take_line(const std::string& line, NativeLines& lines, NativeReport& report) {
  std::istringstream words(line);
  std::string kind;
  words >> kind;
  if (kind == "thread") {
    const auto number = static_cast<uint32_t>(next_number(words));
    NativeThread& thread = lines.threads[number];
    thread.creator = static_cast<uint32_t>(next_number(words));
    thread.stack = rest_numbers(words);
  } else if (kind == "name") {
    NativeThread& thread = lines.threads[static_cast<uint32_t>(next_number(words))];
    std::getline(words >> std::ws, thread.name);
  } else if (kind == "race") {
    report = {};
    report.address = next_number(words);
    report.seen = static_cast<uint32_t>(next_number(words));
  } else if (kind == "deadlock") {
    report = {};
    report.is_lock_cycle = true;
    report.address = next_number(words);
  } else if (kind == "misuse") {
    report = {};
    report.misuse = static_cast<NativeMisuse>(std::min<uint64_t>(next_number(words), 3));
    report.address = next_number(words);
  } else if (kind == "access") {
    report.accesses.push_back(native_access(words));
  } else if (kind == "lock") {
    NativeLock lock;
    lock.address = next_number(words);
    lock.stack = rest_numbers(words);
    report.locks.push_back(std::move(lock));
  } else if (kind == "block") {
    report.block.begin = next_number(words);
    report.block.bytes = next_number(words);
    report.block.thread = static_cast<uint32_t>(next_number(words));
    report.block.stack = rest_numbers(words);
  } else if (kind == "end" && !report.accesses.empty()) {
    lines.reports.push_back(std::move(report));
    report = {};
  } else if (kind == "lost") {
    lines.has_lost_events = true;
  } else if (kind == "finished") {
    lines.thread_count = next_number(words);
    lines.is_complete = true;
  } else if (kind == "resumed") {
    lines.is_complete = false;
  }
}

}  // namespace

Result<NativeLines> read_native_lines(const std::string& path) {
  std::ifstream file(path);
  if (!file) return fail("{}: cannot be read", path);
  std::string line;
  if (!std::getline(file, line) || line != "deadheat-native 1")
    return fail("{}: not a report file of this version", path);
  NativeLines lines;
  NativeReport report;
  bool is_in_maps = false;
  while (std::getline(file, line)) {
    if (line == "maps") {
      is_in_maps = true;
    } else if (is_in_maps && line == "end") {
      is_in_maps = false;
    } else if (is_in_maps) {
      take_mapping(line, lines.modules);
    } else {
      take_line(line, lines, report);
    }
  }
  return lines;
}

}  // namespace dh
