// Writes binary files of blocks: traces and reports. docs/trace-format.md.
#pragma once

#include <zstd.h>

#include <memory>
#include <string>

#include "dynamic/trace/binary_format.h"
#include "dynamic/trace/names_block.h"
#include "dynamic/trace/output_stream.h"

namespace dh::dyn {

// Not thread-safe.
class BlockWriter {
 public:
  BlockWriter(OutputStream stream, const char (&magic)[8]);

  void write(binary::BlockKind kind, std::string_view raw, uint64_t count);
  // The names that the file does not have yet.
  void write_names(const Names& names);
  // But for those of this space, which the caller writes.
  void leave_out_names(Space space) { names_.leave_out(space); }
  void flush() { stream_.flush(); }
  Result<void> close() { return stream_.close(); }

 private:
  OutputStream stream_;
  NamesWritten names_;
  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context_;
  std::string packed_;
};

}  // namespace dh::dyn
