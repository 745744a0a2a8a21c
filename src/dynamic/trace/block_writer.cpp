#include "dynamic/trace/block_writer.h"

namespace dh::dyn {

using namespace binary;

BlockWriter::BlockWriter(OutputStream stream, const char (&magic)[8])
    : stream_(std::move(stream)), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  FileHeader header{};
  std::memcpy(header.magic, magic, sizeof magic);
  header.version = kVersion;
  stream_.write({reinterpret_cast<const char*>(&header), sizeof header});
}

void BlockWriter::write(BlockKind kind, std::string_view raw, uint64_t count) {
  BlockHeader header{
      kBlockMagic, static_cast<uint32_t>(kind), 0, static_cast<uint32_t>(raw.size()), count, 0};
  packed_.resize(ZSTD_compressBound(raw.size()));
  const size_t size =
      ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), raw.data(), raw.size(), 1);
  std::string_view stored = raw;
  if (ZSTD_isError(size) == 0 && size < raw.size()) stored = {packed_.data(), size};
  header.stored_size = static_cast<uint32_t>(stored.size());
  header.check = checksum(header, stored);
  stream_.write({reinterpret_cast<const char*>(&header), sizeof header});
  stream_.write(stored);
}

void BlockWriter::write_names(const Names& names) {
  names_.write_new(names,
                   [this](std::string_view raw, uint64_t count) { write(BlockKind::names, raw, count); });
}

}  // namespace dh::dyn
