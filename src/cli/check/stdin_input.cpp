#include "cli/check/stdin_input.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "source/source_file.h"

namespace dh {

Result<std::string> read_standard_input() {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("standard input cannot be read: {}", std::strerror(errno));
    if (n == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(n));
    if (text.size() > SourceFile::kLargest) {
      return fail("standard input is larger than {} MiB", SourceFile::kLargest >> 20);
    }
  }
}

}  // namespace dh
