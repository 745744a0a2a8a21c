#include "cache/frame.h"

#include <zstd.h>

#include "cache/digest.h"

namespace dh {

namespace {

constexpr size_t kMaxFrame = size_t{1} << 30;
constexpr size_t kDigestSize = 64;

std::string compressed(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::optional<std::string> decompressed(std::string_view bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kMaxFrame)
    return std::nullopt;
  std::string out(size, '\0');
  if (ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size()) != size) return std::nullopt;
  return out;
}

}  // namespace

std::string framed(std::string_view bytes) {
  const std::string body = compressed(bytes);
  return digest_of(body) + body;
}

std::optional<std::string> unframed(std::string_view bytes) {
  if (bytes.size() < kDigestSize || digest_of(bytes.substr(kDigestSize)) != bytes.substr(0, kDigestSize))
    return std::nullopt;
  return decompressed(bytes.substr(kDigestSize));
}

}  // namespace dh
