// Reads a file or standard input in large pieces.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace dh::dyn {

class InputStream {
 public:
  static Result<InputStream> open(const std::string& path);  // "-": standard input
  static InputStream from_text(std::string text);            // for tests
  InputStream(InputStream&& other) noexcept;
  InputStream& operator=(InputStream&&) = delete;
  ~InputStream();

  // Up to n bytes; 0 at the end; -1 on an error, which `problem` then tells.
  ptrdiff_t read(char* to, size_t n);
  const std::string& problem() const { return problem_; }

 private:
  InputStream() = default;
  int fd_ = -1;
  std::string text_;
  size_t at_ = 0;
  std::string problem_;
};

}  // namespace dh::dyn
