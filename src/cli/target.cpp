#include "cli/target.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/resources.h"

namespace dh {

namespace {

// What the signal handler can reach.
std::atomic<int> asked_to_stop{0};

void remember_signal(int signal) {
  asked_to_stop.store(signal);
}

// Catches SIGINT and SIGTERM for as long as it lives.
class SignalCatcher {
 public:
  SignalCatcher() {
    asked_to_stop.store(0);
    struct sigaction action {};
    action.sa_handler = remember_signal;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &old_interrupt_);
    ::sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~SignalCatcher() {
    ::sigaction(SIGINT, &old_interrupt_, nullptr);
    ::sigaction(SIGTERM, &old_terminate_, nullptr);
  }
  SignalCatcher(const SignalCatcher&) = delete;
  SignalCatcher& operator=(const SignalCatcher&) = delete;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

[[noreturn]] void run_child(const std::vector<std::string>& command,
                            const std::vector<std::pair<std::string, std::string>>& environment,
                            int failure) {
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  if (::write(failure, &error, sizeof error) < 0) ::_exit(126);
  ::_exit(127);
}

TargetResult wait_for(pid_t child, double time_limit_seconds) {
  TargetResult result;
  const double began = monotonic_seconds();
  double stopped = 0;
  int last_signal = 0;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      result.status = result.signal != 0 ? 128 + result.signal : WEXITSTATUS(status);
      return result;
    }
    const double now = monotonic_seconds();
    const int asked = asked_to_stop.exchange(0);
    if (asked != 0) {
      result.interrupted = true;
      // A terminal sends SIGINT to the whole group; a second request is meant.
      if (asked != SIGINT || ::isatty(STDIN_FILENO) == 0 || last_signal != 0) ::kill(child, asked);
      last_signal = asked;
      if (stopped == 0) stopped = now;
    }
    if (time_limit_seconds > 0 && now - began > time_limit_seconds && stopped == 0) {
      result.timed_out = true;
      ::kill(child, SIGTERM);
      stopped = now;
    }
    if (result.timed_out && now - stopped > 5) ::kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

Result<TargetResult> run_target(const std::vector<std::string>& command,
                                const std::vector<std::pair<std::string, std::string>>& environment,
                                double time_limit_seconds) {
  int failure[2];
  if (::pipe2(failure, O_CLOEXEC) != 0) return fail("cannot make a pipe: {}", std::strerror(errno));
  std::fflush(nullptr);
  const SignalCatcher catcher;
  const pid_t child = ::fork();
  if (child == 0) run_child(command, environment, failure[1]);
  ::close(failure[1]);
  if (child < 0) {
    ::close(failure[0]);
    return fail("cannot start {}: {}", command.front(), std::strerror(errno));
  }
  int error = 0;
  const bool failed = ::read(failure[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error);
  ::close(failure[0]);
  const TargetResult result = wait_for(child, time_limit_seconds);
  if (failed) return fail("cannot start {}: {}", command.front(), std::strerror(error));
  return result;
}

std::string find_program(const std::string& name) {
  const auto runnable = [](const std::string& path) {
    std::error_code error;
    return ::access(path.c_str(), X_OK) == 0 && !std::filesystem::is_directory(path, error);
  };
  if (name.find('/') != std::string::npos) return runnable(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, end)) + "/" + name;
    if (runnable(candidate)) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Result<TemporaryFolder> TemporaryFolder::make() {
  const char* base = std::getenv("TMPDIR");
  std::string path = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/deadheat-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return fail("{}: {}", path, std::strerror(errno));
  return TemporaryFolder(path);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace dh
