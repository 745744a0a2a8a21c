#include "lsp/check_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "lsp/write_all.h"

namespace dh::lsp {

namespace {

void close_fd(int& fd) {
  if (fd >= 0) ::close(std::exchange(fd, -1));
}

std::string read_from_start(int fd) {
  std::string text;
  if (fd < 0 || ::lseek(fd, 0, SEEK_SET) < 0) return text;
  char buffer[65536];
  while (true) {
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer, static_cast<size_t>(n));
  }
}

// Only calls that are safe between fork and exec.
[[noreturn]] void run_child(char* const* arguments, int input, int output, int errors) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // an editor that dies takes the analysis with it
  ::setpgid(0, 0);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execv(arguments[0], arguments);
  ::_exit(127);
}

}  // namespace

Result<CheckRun> CheckRun::start(const std::vector<std::string>& command, const std::string& input) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  // Files in memory, so that neither side ever waits for the other to read.
  CheckRun run;
  int texts = ::memfd_create("deadheat-overlays", MFD_CLOEXEC);
  run.output_ = ::memfd_create("deadheat-report", MFD_CLOEXEC);
  run.errors_ = ::memfd_create("deadheat-errors", MFD_CLOEXEC);
  int pipe[2] = {-1, -1};
  const bool ready = texts >= 0 && run.output_ >= 0 && run.errors_ >= 0 && write_all(texts, input) &&
                     ::lseek(texts, 0, SEEK_SET) == 0 && ::pipe2(pipe, 0) == 0;
  if (ready) {
    // The child keeps the other end open until it ends.
    ::fcntl(pipe[0], F_SETFD, FD_CLOEXEC);
    run.ended_ = pipe[0];
    run.child_ = ::fork();
    if (run.child_ == 0) run_child(arguments.data(), texts, run.output_, run.errors_);
  }
  const int error = errno;
  close_fd(pipe[1]);
  close_fd(texts);
  if (run.child_ < 0) return fail("cannot start {}: {}", command.front(), std::strerror(error));
  return run;
}

CheckRun::CheckRun(CheckRun&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      ended_(std::exchange(other.ended_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)) {}

CheckRun::~CheckRun() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  close_fd(ended_);
  close_fd(output_);
  close_fd(errors_);
}

CheckOutcome CheckRun::finish() {
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  CheckOutcome outcome;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.status = outcome.signal != 0 ? -1 : WEXITSTATUS(status);
  outcome.output = read_from_start(output_);
  outcome.errors = read_from_start(errors_);
  return outcome;
}

}  // namespace dh::lsp
