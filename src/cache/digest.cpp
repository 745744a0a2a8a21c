#include "cache/digest.h"

#include <fmt/format.h>

#include <array>

#include "base/check.h"

namespace dh {

namespace {
constexpr size_t kDigestBytes = 32;
}  // namespace

Digest::Digest() {
  DH_CHECK(blake2b_init(&state_, kDigestBytes) == 0, "BLAKE2b takes this length");
}

void Digest::add_bytes(const void* bytes, size_t size) {
  blake2b_update(&state_, static_cast<const uint8_t*>(bytes), size);
}

void Digest::add(std::string_view part) {
  const uint64_t size = part.size();
  add_bytes(&size, sizeof size);
  add_bytes(part.data(), part.size());
}

void Digest::add(int64_t number) {
  add_bytes(&number, sizeof number);
}

std::string Digest::finish() {
  std::array<uint8_t, kDigestBytes> bytes{};
  blake2b_final(&state_, bytes.data(), bytes.size());
  std::string text;
  for (const uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string digest_of(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.finish();
}

}  // namespace dh
