// Checks of invariants. They stay on in release builds: a wrong analysis result is worse than a stop.
#pragma once

#include <fmt/core.h>

#include <string_view>

namespace dh {

[[noreturn]] void check_failed(const char* condition, const char* file, int line, std::string_view message);

}  // namespace dh

// DH_CHECK(index < size, "index {} of {}", index, size): stops the program when an invariant is broken.
// Not for bad input: that is a Diagnostic or an Error.
#define DH_CHECK(condition, ...)                                                      \
  do {                                                                                \
    if (!(condition)) [[unlikely]] {                                                  \
      ::dh::check_failed(#condition, __FILE__, __LINE__, ::fmt::format(__VA_ARGS__)); \
    }                                                                                 \
  } while (false)
