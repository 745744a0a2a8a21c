// zlib with a limit: what a hostile file claims or inflates to cannot exhaust memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace dh::erlang {

enum class Wrapping {
  zlib,  // inside terms
  gzip,  // whole .beam files that were compiled with `compressed`
  none,  // members of archives
};

// Compiled modules and archive members above this are refused; the largest of OTP 25 has 3 MiB.
constexpr size_t kMaxInflated = size_t{64} << 20;

// The inflated bytes, at most `limit` of them. Memory grows with the actual data, not with what a header
// claims. Bytes after the end of the stream are ignored.
Result<std::string> inflate_bounded(std::string_view data, Wrapping wrapping, size_t limit = kMaxInflated);

}  // namespace dh::erlang
