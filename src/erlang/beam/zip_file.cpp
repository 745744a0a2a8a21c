#include "erlang/beam/zip_file.h"

#include <algorithm>

#include "erlang/term/inflate.h"

namespace dh::erlang {

namespace {

constexpr std::string_view kEndMagic("PK\x05\x06", 4);
constexpr std::string_view kEntryMagic("PK\x01\x02", 4);
constexpr std::string_view kLocalMagic("PK\x03\x04", 4);
constexpr size_t kEndSize = 22;
constexpr size_t kEntrySize = 46;
constexpr size_t kLocalSize = 30;
constexpr size_t kLongestComment = 0xffff;
// All files of an archive together, so that overlapping entries cannot multiply a small file.
constexpr uint64_t kMaxTotal = uint64_t{1} << 30;

uint32_t little_endian(std::string_view bytes, size_t at, size_t size) {
  uint32_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

}  // namespace

Result<std::vector<ZipEntry>> read_zip_directory(std::string_view archive) {
  size_t from = archive.size() - std::min(archive.size(), kEndSize + kLongestComment);
  size_t end = archive.substr(from).rfind(kEndMagic);
  if (end == std::string_view::npos || archive.size() - from - end < kEndSize) {
    return fail("is not an archive, or is truncated");
  }
  end += from;
  size_t count = little_endian(archive, end + 10, 2);
  size_t directory_size = little_endian(archive, end + 12, 4);
  size_t directory = little_endian(archive, end + 16, 4);
  if (directory_size > end || directory > end - directory_size) return fail("has a damaged directory");
  // Bytes before the archive (a shell header) shift all offsets.
  size_t shift = end - directory_size - directory;
  std::string_view rest = archive.substr(directory + shift, directory_size);

  std::vector<ZipEntry> entries;
  uint64_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    if (rest.size() < kEntrySize || !rest.starts_with(kEntryMagic)) return fail("has a damaged directory");
    size_t name_size = little_endian(rest, 28, 2);
    size_t whole = kEntrySize + name_size + little_endian(rest, 30, 2) + little_endian(rest, 32, 2);
    if (whole > rest.size()) return fail("has a damaged directory");
    ZipEntry entry;
    entry.name = rest.substr(kEntrySize, name_size);
    entry.method = static_cast<uint16_t>(little_endian(rest, 10, 2));
    entry.compressed_size = little_endian(rest, 20, 4);
    entry.size = little_endian(rest, 24, 4);
    entry.offset = little_endian(rest, 42, 4) + static_cast<uint32_t>(shift);
    total += entry.size;
    if (total > kMaxTotal) return fail("holds more than {} MiB", kMaxTotal >> 20);
    if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
    rest.remove_prefix(whole);
  }
  return entries;
}

Result<std::string> read_zip_entry(std::string_view archive, const ZipEntry& entry) {
  if (entry.offset > archive.size() || archive.size() - entry.offset < kLocalSize ||
      archive.substr(entry.offset, 4) != kLocalMagic) {
    return fail("is damaged in its archive");
  }
  std::string_view local = archive.substr(entry.offset);
  size_t header = kLocalSize + little_endian(local, 26, 2) + little_endian(local, 28, 2);
  if (header > local.size() || entry.compressed_size > local.size() - header) {
    return fail("is truncated in its archive");
  }
  std::string_view data = local.substr(header, entry.compressed_size);
  if (entry.method == 0) return std::string(data);
  if (entry.method != 8) return fail("uses compression method {}, which is not supported", entry.method);
  // One byte more, so that a stream of exactly the claimed size can end.
  return inflate_bounded(data, Wrapping::none, std::min<size_t>(kMaxInflated, size_t{entry.size} + 1));
}

}  // namespace dh::erlang
