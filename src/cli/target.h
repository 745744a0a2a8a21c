// The program under analysis as a child process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace dh {

struct TargetResult {
  int status = 0;            // as a shell gives it: the exit status, or 128 plus the signal
  int signal = 0;            // that killed it; 0: it exited
  bool interrupted = false;  // we were asked to stop
  bool timed_out = false;
};

// Runs a command with our standard streams and waits for it. SIGTERM (and SIGINT where no terminal sends it
// to the target anyway) is passed on; after the time limit the target gets SIGTERM, and SIGKILL if that does
// not help. `environment` is added to ours.
Result<TargetResult> run_target(const std::vector<std::string>& command,
                                const std::vector<std::pair<std::string, std::string>>& environment,
                                double time_limit_seconds);

// The file that execvp would run, or empty.
std::string find_program(const std::string& name);

// A folder of our own that is removed with everything in it.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace dh
