#include "cli/check/watch.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <thread>

#include "base/hash.h"
#include "cli/conclude.h"
#include "cli/output.h"

namespace dh {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kPollInterval = 300ms;

uint64_t state_of_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return 0;
  uint64_t state = hash_bytes(path);
  for (int64_t part :
       {static_cast<int64_t>(info.st_ino), static_cast<int64_t>(info.st_size),
        static_cast<int64_t>(info.st_mtim.tv_sec), static_cast<int64_t>(info.st_mtim.tv_nsec)}) {
    state = hash_combine(state, static_cast<uint64_t>(part));
  }
  return state;
}

// A sum, so that the order of the files does not matter. Hidden folders are not analysed and not watched.
uint64_t state_of(const std::vector<std::string>& paths) {
  uint64_t state = 0;
  for (const std::string& path : paths) {
    state += state_of_file(path);
    std::error_code error;
    if (!fs::is_directory(path, error)) continue;
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && walk != end; walk.increment(error)) {
      if (walk->path().filename().string().starts_with('.')) {
        walk.disable_recursion_pending();
      } else {
        state += state_of_file(walk->path().string());
      }
    }
  }
  return state;
}

// Until something changed and nothing changes any more: editors and git write many files at once.
void wait_for_change(const std::vector<std::string>& paths, uint64_t before) {
  uint64_t now = before;
  while (now == before) {
    std::this_thread::sleep_for(kPollInterval);
    now = state_of(paths);
  }
  for (uint64_t last = before; last != now;) {
    last = now;
    std::this_thread::sleep_for(kPollInterval / 2);
    now = state_of(paths);
  }
}

ExitStatus check_in_process(const std::function<ExitStatus()>& check) {
  const pid_t child = ::fork();
  if (child < 0) return usage_error("--watch: no process can be started");
  if (child == 0) ::_exit(static_cast<int>(finish_output(check())));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? static_cast<ExitStatus>(WEXITSTATUS(status)) : ExitStatus::incomplete;
}

}  // namespace

ExitStatus watch(const std::vector<std::string>& paths, const std::function<ExitStatus()>& check) {
  for (bool is_first = true;; is_first = false) {
    const uint64_t before = state_of(paths);
    const ExitStatus status = check_in_process(check);
    if (status == ExitStatus::interrupted || (is_first && status == ExitStatus::usage)) return status;
    write_err("deadheat: watching for changes; Ctrl-C ends\n");
    wait_for_change(paths, before);
  }
}

}  // namespace dh
