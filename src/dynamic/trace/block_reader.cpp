#include "dynamic/trace/block_reader.h"

#include <algorithm>

namespace dh::dyn {

using namespace binary;

BlockReader::BlockReader(InputStream stream, std::string start, const char (&magic)[8])
    : stream_(std::move(stream)), start_(std::move(start)), magic_(magic) {}

std::string BlockReader::begin() {
  begun_ = true;
  FileHeader header;
  if (read(reinterpret_cast<char*>(&header), sizeof header) != sizeof header) return "file is too short";
  if (std::memcmp(header.magic, magic_, sizeof header.magic) != 0)
    return "not the file it should be: it begins with other bytes";
  if (header.version != kVersion) return fmt::format("version {} of the format is not known", header.version);
  return {};
}

size_t BlockReader::read(char* to, size_t n) {
  size_t got = std::min(n, start_.size() - start_at_);
  std::memcpy(to, start_.data() + start_at_, got);
  start_at_ += got;
  while (got < n) {
    const ptrdiff_t more = stream_.read(to + got, n - got);
    if (more <= 0) break;
    got += static_cast<size_t>(more);
  }
  offset_ += got;
  return got;
}

bool BlockReader::fetch(Block& block) {
  if (ended_) return false;
  block.at = offset_;
  block.problem = fetch_into(block);
  if (!block.problem.empty() && !stream_.problem().empty())
    block.problem = "cannot read on: " + stream_.problem();
  ended_ = !block.problem.empty() || block.header.kind == static_cast<uint32_t>(BlockKind::end);
  return true;
}

std::string BlockReader::fetch_into(Block& block) {
  if (!begun_) {
    if (std::string problem = begin(); !problem.empty()) return problem;
    block.at = offset_;
  }
  BlockHeader& header = block.header;
  if (read(reinterpret_cast<char*>(&header), sizeof header) != sizeof header)
    return "file is cut off; everything before is good";
  if (header.magic != kBlockMagic) return "not a block";
  if (header.stored_size > kMaxRaw || header.raw_size > kMaxRaw) return "block is too large to be true";
  block.stored.resize(header.stored_size);
  if (read(block.stored.data(), block.stored.size()) != block.stored.size())
    return "file is cut off in a block; everything before is good";
  return {};
}

void unpack(Block& block) {
  const BlockHeader& header = block.header;
  if (!block.problem.empty()) return;
  if (checksum(header, block.stored) != header.check) {
    block.problem = "block is corrupt (its checksum does not match)";
    return;
  }
  block.raw = block.stored;
  if (header.stored_size == header.raw_size) return;
  block.unpacked.resize(header.raw_size);
  if (!block.context) block.context.reset(ZSTD_createDCtx());
  const size_t size = ZSTD_decompressDCtx(block.context.get(), block.unpacked.data(), block.unpacked.size(),
                                          block.stored.data(), block.stored.size());
  if (ZSTD_isError(size) != 0 || size != header.raw_size) block.problem = "block cannot be decompressed";
  block.raw = block.unpacked;
}

bool BlockReader::next() {
  if (failed_ || !fetch(block_)) return false;
  unpack(block_);
  return block_.problem.empty() || problem(block_.problem);
}

}  // namespace dh::dyn
