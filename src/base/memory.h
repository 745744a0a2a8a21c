// How much memory the process has, and may have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

// Resident now; 0 where the system does not say.
int64_t resident_bytes();

// What this process can use at most: the machine's memory, or less where a control group (a container) sets a
// limit.
int64_t usable_memory_bytes();

// The smallest limit of the control groups in the text of /proc/self/cgroup and of those above them, of
// version 1 and 2, below `mount` (/sys/fs/cgroup); INT64_MAX when there is none.
int64_t control_group_limit(std::string_view groups, const std::string& mount);

}  // namespace dh
