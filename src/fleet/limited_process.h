// A piece of work in a process of its own, with limits: whatever happens in it, the caller goes on.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "base/stop.h"

namespace dh::fleet {

struct ProcessLimits {
  double seconds = 0;
  uint64_t memory_bytes = 0;  // resident
  uint64_t file_bytes = 0;    // of each file that it writes
};

struct ProcessEnd {
  enum class How { exited, signal, time, memory, stopped, not_started };
  How how = How::exited;
  int status = 0;  // of the exit; the number of the signal; errno
  double seconds = 0;
  int64_t peak_bytes = 0;
};

// Runs `body` in a forked child with a process group of its own; the body may exec. Everything in the group
// is killed when a limit is reached, on a stop request, and when this process dies. Call it from a process
// with one thread.
ProcessEnd run_limited(const ProcessLimits& limits, const StopToken& stop, const std::function<int()>& body);

}  // namespace dh::fleet
