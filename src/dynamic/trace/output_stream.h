// Writes a file or standard output in large pieces. What was flushed survives a killed process.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dh::dyn {

class OutputStream {
 public:
  static Result<OutputStream> open(const std::string& path);  // "-": standard output
  OutputStream(OutputStream&& other) noexcept;
  OutputStream& operator=(OutputStream&&) = delete;
  ~OutputStream();

  void write(std::string_view bytes);
  void flush();
  // Flushes and closes; tells the first error.
  Result<void> close();

 private:
  OutputStream() = default;
  int fd_ = -1;
  std::string path_;
  std::string buffer_;
  int error_ = 0;
};

}  // namespace dh::dyn
