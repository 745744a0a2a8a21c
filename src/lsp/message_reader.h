// Messages of the base protocol in a stream of bytes: a header with Content-Length, a blank line, the
// content.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace dh::lsp {

class MessageReader {
 public:
  // No editor sends more; a larger number is damage, and waiting for its end would hang for ever.
  static constexpr size_t kMaxContent = size_t{1} << 28;
  static constexpr size_t kMaxHeader = size_t{1} << 14;

  void feed(std::string_view bytes) { buffer_ += bytes; }

  // The next whole content. Nothing: more bytes are needed. A failure: a header that makes no sense; it is
  // skipped, and the next call goes on after it.
  std::optional<Result<std::string>> next();

 private:
  std::string buffer_;
};

}  // namespace dh::lsp
