#include "dynamic/trace/output_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace dh::dyn {

namespace {
constexpr size_t kOutputBuffer = size_t{1} << 18;
}

Result<OutputStream> OutputStream::open(const std::string& path) {
  OutputStream stream;
  stream.path_ = path;
  stream.fd_ =
      path == "-" ? dup(STDOUT_FILENO) : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (stream.fd_ < 0) return fail("{}: {}", path, std::strerror(errno));
  return stream;
}

OutputStream::OutputStream(OutputStream&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      error_(other.error_) {}

OutputStream::~OutputStream() {
  if (fd_ >= 0) (void)close();
}

void OutputStream::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kOutputBuffer) flush();
}

void OutputStream::flush() {
  const char* p = buffer_.data();
  for (size_t left = buffer_.size(); left > 0 && error_ == 0;) {
    const ssize_t n = ::write(fd_, p, left);
    if (n < 0) {
      if (errno != EINTR) error_ = errno;
      continue;
    }
    p += n;
    left -= static_cast<size_t>(n);
  }
  buffer_.clear();
}

Result<void> OutputStream::close() {
  flush();
  if (::close(std::exchange(fd_, -1)) != 0 && error_ == 0) error_ = errno;
  if (error_ != 0) return fail("{}: cannot write: {}", path_, std::strerror(error_));
  return {};
}

}  // namespace dh::dyn
