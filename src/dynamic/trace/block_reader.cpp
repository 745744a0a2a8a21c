#include "dynamic/trace/block_reader.h"

#include <algorithm>

namespace dh::dyn {

using namespace binary;

BlockReader::BlockReader(InputStream stream, std::string start, const char (&magic)[8])
    : stream_(std::move(stream)),
      start_(std::move(start)),
      magic_(magic),
      context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}

bool BlockReader::begin() {
  begun_ = true;
  FileHeader header;
  if (read(reinterpret_cast<char*>(&header), sizeof header) != sizeof header)
    return problem("file is too short");
  if (std::memcmp(header.magic, magic_, sizeof header.magic) != 0)
    return problem("not the file it should be: it begins with other bytes");
  if (header.version != kVersion) return problem("version {} of the format is not known", header.version);
  return true;
}

size_t BlockReader::read(char* to, size_t n) {
  size_t got = std::min(n, start_.size() - start_at_);
  std::memcpy(to, start_.data() + start_at_, got);
  start_at_ += got;
  while (got < n) {
    const ptrdiff_t more = stream_.read(to + got, n - got);
    if (more < 0) problem("cannot read on: {}", stream_.problem());
    if (more <= 0) break;
    got += static_cast<size_t>(more);
  }
  offset_ += got;
  return got;
}

bool BlockReader::next() {
  if (failed_ || (!begun_ && !begin())) return false;
  block_at_ = offset_;
  const size_t got = read(reinterpret_cast<char*>(&header_), sizeof header_);
  if (got != sizeof header_) return problem("file is cut off; everything before is good");
  if (header_.magic != kBlockMagic) return problem("not a block");
  if (header_.stored_size > kMaxRaw || header_.raw_size > kMaxRaw)
    return problem("block is too large to be true");
  stored_.resize(header_.stored_size);
  if (read(stored_.data(), stored_.size()) != stored_.size()) {
    return problem("file is cut off in a block; everything before is good");
  }
  if (checksum(header_, stored_) != header_.check)
    return problem("block is corrupt (its checksum does not match)");
  raw_ = stored_;
  if (header_.stored_size == header_.raw_size) return true;
  unpacked_.resize(header_.raw_size);
  const size_t size =
      ZSTD_decompressDCtx(context_.get(), unpacked_.data(), unpacked_.size(), stored_.data(), stored_.size());
  if (ZSTD_isError(size) != 0 || size != header_.raw_size) return problem("block cannot be decompressed");
  raw_ = unpacked_;
  return true;
}

}  // namespace dh::dyn
