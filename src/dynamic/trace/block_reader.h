// Reads binary files of blocks, and checks everything about a block but its contents.
#pragma once

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <string>

#include "dynamic/trace/binary_format.h"
#include "dynamic/trace/input_stream.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

class BlockReader {
 public:
  // `start` is what was read of the stream already.
  BlockReader(InputStream stream, std::string start, const char (&magic)[8]);

  // False: the file ends here; error() says why. Its end block is for the caller to see.
  bool next();
  const binary::BlockHeader& header() const { return header_; }
  std::string_view raw() const { return raw_; }  // of the block, until the next one

  const TraceError* error() const { return failed_ ? &error_ : nullptr; }
  // Something is wrong with the last block. Always false.
  template <typename... Args>
  bool problem(fmt::format_string<Args...> format, Args&&... args) {
    if (!failed_) error_ = {fmt::format(format, std::forward<Args>(args)...), 0, block_at_};
    failed_ = true;
    return false;
  }

 private:
  bool begin();
  size_t read(char* to, size_t n);

  InputStream stream_;
  std::string start_;
  size_t start_at_ = 0;
  const char* const magic_;
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  binary::BlockHeader header_{};
  std::string stored_;
  std::string unpacked_;
  std::string_view raw_;
  uint64_t offset_ = 0;
  uint64_t block_at_ = 0;
  bool begun_ = false;
  bool failed_ = false;
  TraceError error_;
};

}  // namespace dh::dyn
