// Writing to a file descriptor until everything is written.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace dh::lsp {

// False when that is impossible: nobody reads any more, or there is no room.
inline bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace dh::lsp
