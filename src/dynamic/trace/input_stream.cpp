#include "dynamic/trace/input_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace dh::dyn {

Result<InputStream> InputStream::open(const std::string& path) {
  InputStream stream;
  if (path == "-") {
    stream.fd_ = dup(STDIN_FILENO);
  } else {
    stream.fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (stream.fd_ < 0) return fail("{}: {}", path, std::strerror(errno));
  struct stat info {};
  if (fstat(stream.fd_, &info) == 0 && S_ISDIR(info.st_mode))
    return fail("{}: is a folder, not a trace", path);
  posix_fadvise(stream.fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
  return stream;
}

InputStream InputStream::from_text(std::string text) {
  InputStream stream;
  stream.text_ = std::move(text);
  return stream;
}

InputStream::InputStream(InputStream&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      text_(std::move(other.text_)),
      at_(other.at_),
      problem_(std::move(other.problem_)) {}

InputStream::~InputStream() {
  if (fd_ >= 0) close(fd_);
}

ptrdiff_t InputStream::read(char* to, size_t n) {
  if (fd_ < 0) {
    n = std::min(n, text_.size() - at_);
    std::memcpy(to, text_.data() + at_, n);
    at_ += n;
    return static_cast<ptrdiff_t>(n);
  }
  for (;;) {
    const ssize_t got = ::read(fd_, to, n);
    if (got >= 0) return got;
    if (errno != EINTR) {
      problem_ = std::strerror(errno);
      return -1;
    }
  }
}

}  // namespace dh::dyn
