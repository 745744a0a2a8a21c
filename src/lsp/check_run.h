// One analysis as a child process: an editor must survive whatever happens to it, and can stop it at once.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"

namespace dh::lsp {

struct CheckOutcome {
  int status = 0;  // of the child; -1: it was killed by `signal`
  int signal = 0;
  std::string output;
  std::string errors;
};

// Owns the child: it is killed with this object.
class CheckRun {
 public:
  // `input` is its standard input.
  static Result<CheckRun> start(const std::vector<std::string>& command, const std::string& input);

  CheckRun(CheckRun&& other) noexcept;
  CheckRun& operator=(CheckRun&&) = delete;
  ~CheckRun();

  // Readable (at its end) when the child has ended.
  int ended_fd() const { return ended_; }
  // Waits for the end and returns what it wrote.
  CheckOutcome finish();

 private:
  CheckRun() = default;

  pid_t child_ = -1;
  int ended_ = -1;
  int output_ = -1;
  int errors_ = -1;
};

}  // namespace dh::lsp
