#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace dh {

namespace {

int out_error = 0;  // errno of the first failure

}  // namespace

void write_out(std::string_view text) {
  if (out_error != 0) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) out_error = errno != 0 ? errno : EIO;
}

void write_err(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

ExitStatus finish_output(ExitStatus status) {
  errno = 0;
  if (std::fflush(stdout) != 0 && out_error == 0) out_error = errno != 0 ? errno : EIO;
  if (out_error == 0) return status;
  if (out_error != EPIPE) {
    print_err("deadheat: standard output cannot be written: {}\n", std::strerror(out_error));
  }
  const bool keeps = status == ExitStatus::usage || status == ExitStatus::interrupted;
  return keeps ? status : ExitStatus::incomplete;
}

}  // namespace dh
