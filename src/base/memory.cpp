#include "base/memory.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace dh {

namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A number alone in a file; INT64_MAX for "max" and where there is none.
int64_t read_limit(const std::string& path) {
  const std::string text = read_text(path);
  int64_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  return error == std::errc() && limit > 0 ? limit : INT64_MAX;
}

// Of a group and of all above it: each one limits.
int64_t smallest_limit(const std::string& folder, std::string group, const char* file) {
  int64_t smallest = INT64_MAX;
  while (true) {
    smallest = std::min(smallest, read_limit(folder + group + "/" + file));
    if (group.empty()) return smallest;
    const size_t slash = group.rfind('/');
    group.resize(slash == std::string::npos ? 0 : slash);
  }
}

}  // namespace

int64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  int64_t all = 0;
  int64_t resident = 0;
  if (!(in >> all >> resident)) return 0;
  return resident * ::sysconf(_SC_PAGESIZE);
}

int64_t control_group_limit(std::string_view groups, const std::string& mount) {
  int64_t smallest = INT64_MAX;
  while (!groups.empty()) {
    const std::string_view line = groups.substr(0, groups.find('\n'));  // number:controllers:path
    groups.remove_prefix(std::min(line.size() + 1, groups.size()));
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string controllers = "," + std::string(line.substr(first + 1, second - first - 1)) + ",";
    const std::string group(line.substr(second + 1));
    if (controllers == ",,") smallest = std::min(smallest, smallest_limit(mount, group, "memory.max"));
    if (controllers.find(",memory,") != std::string::npos) {
      smallest = std::min(smallest, smallest_limit(mount + "/memory", group, "memory.limit_in_bytes"));
    }
  }
  return smallest;
}

int64_t usable_memory_bytes() {
  const int64_t machine = int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return std::min(machine, control_group_limit(read_text("/proc/self/cgroup"), "/sys/fs/cgroup"));
}

}  // namespace dh
