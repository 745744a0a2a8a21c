#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace dh {

void check_failed(const char* condition, const char* file, int line, std::string_view message) {
  fmt::print(stderr,
             "deadheat: internal error: {} ({} at {}:{})\n"
             "This is a bug in deadheat, not in your program. Please report it with the input.\n",
             message, condition, file, line);
  std::fflush(stderr);
  std::abort();
}

}  // namespace dh
