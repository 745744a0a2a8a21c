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

struct Block {
  binary::BlockHeader header{};
  std::string stored;
  std::string unpacked;
  std::string_view raw;  // the contents, once it is unpacked
  uint64_t at = 0;       // its place in the file
  std::string problem;   // empty: none
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context{nullptr, ZSTD_freeDCtx};
};

// Checks the block and gives it its contents, unless it has a problem. Different blocks on any threads.
void unpack(Block& block);

class BlockReader {
 public:
  // `start` is what was read of the stream already.
  BlockReader(InputStream stream, std::string start, const char (&magic)[8]);

  // The bytes of the next block, or the problem with them. False: nothing comes after the last one. Touches
  // nothing that the other functions use.
  bool fetch(Block& block);

  // The next block, unpacked. False: the file ends here; error() says why. Its end block is for the caller to
  // see.
  bool next();
  const binary::BlockHeader& header() const { return block_.header; }
  std::string_view raw() const { return block_.raw; }  // of the block, until the next one

  const TraceError* error() const { return failed_ ? &error_ : nullptr; }
  // Something is wrong with this block. Always false.
  bool problem(const Block& block, std::string message) {
    if (!failed_) error_ = {std::move(message), 0, block.at};
    failed_ = true;
    return false;
  }
  bool problem(std::string message) { return problem(block_, std::move(message)); }

 private:
  std::string begin();
  std::string fetch_into(Block& block);
  size_t read(char* to, size_t n);

  InputStream stream_;
  std::string start_;
  size_t start_at_ = 0;
  const char* const magic_;
  uint64_t offset_ = 0;
  bool begun_ = false;
  bool ended_ = false;

  Block block_;  // of next()
  bool failed_ = false;
  TraceError error_;
};

}  // namespace dh::dyn
