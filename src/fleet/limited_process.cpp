#include "fleet/limited_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/resources.h"
#include "base/sanitizers.h"  // IWYU pragma: keep
#include "fleet/read_file.h"

namespace dh::fleet {

namespace {

void set_limit(int resource, uint64_t value) {
  if (value == 0) return;
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(value, limit.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

[[noreturn]] void run_body(const ProcessLimits& limits, pid_t parent, const std::function<int()>& body) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  ::setpgid(0, 0);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  set_limit(RLIMIT_FSIZE, limits.file_bytes);
#ifndef DH_SANITIZED
  // A fast leak between two looks at the resident size; address space that is only reserved does not matter
  // much.
  set_limit(RLIMIT_DATA, limits.memory_bytes * 3);
#endif
  ::_exit(body());
}

int64_t resident_bytes_of(pid_t child) {
  const std::string text = read_beginning("/proc/" + std::to_string(child) + "/statm", 200);
  long size = 0, resident = 0;
  if (std::sscanf(text.c_str(), "%ld %ld", &size, &resident) != 2) return 0;
  return resident * ::sysconf(_SC_PAGESIZE);
}

// Sleeps until the child ends, at most some milliseconds. SIGCHLD is blocked, so that none is lost.
void wait_for_end(long milliseconds) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  const timespec most{0, milliseconds * 1'000'000};
  ::sigtimedwait(&ends, nullptr, &most);
}

}  // namespace

ProcessEnd run_limited(const ProcessLimits& limits, const StopToken& stop, const std::function<int()>& body) {
  sigset_t ends, before;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &ends, &before);
  const double began = monotonic_seconds();
  const pid_t parent = ::getpid();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    run_body(limits, parent, body);
  }
  ProcessEnd end;
  if (child < 0) {
    end.how = ProcessEnd::How::not_started;
    end.status = errno;
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    return end;
  }
  ::setpgid(child, child);  // the parent or the child, as the first may be either
  int status = 0;
  rusage usage{};
  bool killed = false;
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    if (!killed) {
      using How = ProcessEnd::How;
      const bool is_late = limits.seconds > 0 && monotonic_seconds() - began > limits.seconds;
      const bool is_large =
          limits.memory_bytes > 0 && resident_bytes_of(child) > static_cast<int64_t>(limits.memory_bytes);
      killed = stop.requested() || is_late || is_large;
      if (killed) end.how = stop.requested() ? How::stopped : is_late ? How::time : How::memory;
      if (killed) ::kill(-child, SIGKILL);
    }
    wait_for_end(20);
  }
  ::kill(-child, SIGKILL);  // what it started and left behind
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  end.seconds = monotonic_seconds() - began;
  end.peak_bytes = usage.ru_maxrss * 1024;
  if (killed) return end;
  end.how = WIFSIGNALED(status) ? ProcessEnd::How::signal : ProcessEnd::How::exited;
  end.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

}  // namespace dh::fleet
