// Lines of text into a file, without allocation.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace dh::native {

class LineWriter {
 public:
  explicit LineWriter(int file) : file_(file) {}
  ~LineWriter() { flush(); }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  LineWriter& text(const char* text) {
    while (*text != '\0') put(*text++);
    return *this;
  }
  // In hexadecimal, after a space.
  LineWriter& hex(uint64_t value) {
    put(' ');
    char digits[16];
    unsigned count = 0;
    do {
      digits[count++] = "0123456789abcdef"[value % 16];
      value /= 16;
    } while (value != 0);
    while (count > 0) put(digits[--count]);
    return *this;
  }
  // A line break inside would end the line.
  LineWriter& rest(const char* text) {
    put(' ');
    for (; *text != '\0'; ++text) put(*text == '\n' ? ' ' : *text);
    return end();
  }
  LineWriter& end() {
    put('\n');
    return *this;
  }
  bool flush() {
    for (uint32_t done = 0; done < used_;) {
      const long n = ::syscall(SYS_write, file_, buffer_ + done, used_ - done);
      if (n <= 0) return false;
      done += static_cast<uint32_t>(n);
    }
    used_ = 0;
    return true;
  }

 private:
  void put(char c) {
    if (used_ == sizeof buffer_ && !flush()) used_ = 0;
    buffer_[used_++] = c;
  }

  const int file_;
  uint32_t used_ = 0;
  char buffer_[4096];
};

}  // namespace dh::native
