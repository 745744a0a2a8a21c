#include "fleet/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fleet/read_file.h"

namespace dh::fleet {

namespace {

Result<pid_t> start_with(const std::vector<std::string>& command, int out, int err) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  // Tells whether the program was found: it closes when exec succeeds.
  int failed[2];
  if (::pipe2(failed, O_CLOEXEC) != 0) return fail("{}: {}", command.front(), std::strerror(errno));
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::setpgid(0, 0);
    const int input = ::open("/dev/null", O_RDONLY);
    ::dup2(input, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t n = ::write(failed[1], &error, sizeof error);
    ::_exit(127);
  }
  int error = child < 0 ? errno : 0;
  ::close(failed[1]);
  if (child > 0 && ::read(failed[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error))
    ::waitpid(child, nullptr, 0);
  ::close(failed[0]);
  if (error != 0) return fail("'{}' cannot be run: {}", command.front(), std::strerror(error));
  return child;
}

}  // namespace

Result<pid_t> start_child(const std::vector<std::string>& command, const std::string& log) {
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail("{}: cannot be written: {}", log, std::strerror(errno));
  Result<pid_t> child = start_with(command, file, file);
  ::close(file);
  return child;
}

std::optional<int> ended_status(pid_t child) {
  int status = 0;
  const pid_t ended = ::waitpid(child, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
  return ended < 0 ? 0 : status;
}

Result<std::string> output_of(const std::vector<std::string>& command, const std::string& log) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail("{}: {}", command.front(), std::strerror(errno));
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const Result<pid_t> child = start_with(command, ends[1], file);
  ::close(ends[1]);
  if (file >= 0) ::close(file);
  std::string text;
  char buffer[4096];
  while (child) {
    const ssize_t n = ::read(ends[0], buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer, static_cast<size_t>(n));
  }
  ::close(ends[0]);
  if (!child) return tl::unexpected(child.error());
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) return fail("{}: {}", command.front(), last_line_of(log));
  return text;
}

Result<int> run_to_end(const std::vector<std::string>& command, const std::string& log) {
  const Result<pid_t> child = start_child(command, log);
  if (!child) return tl::unexpected(child.error());
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::string last_line_of(const std::string& log) {
  constexpr size_t kEnough = 1 << 20;
  std::string text = read_beginning(log, kEnough);
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

}  // namespace dh::fleet
