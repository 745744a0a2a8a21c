#include "cache/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "base/check.h"

namespace dh {

struct Digest::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Digest::Digest() : state_(std::make_unique<State>()) {
  DH_CHECK(EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) == 1, "SHA-256 is not available");
}
Digest::~Digest() = default;

void Digest::add(std::string_view part) {
  const uint64_t size = part.size();
  EVP_DigestUpdate(state_->context, &size, sizeof size);
  EVP_DigestUpdate(state_->context, part.data(), part.size());
}

void Digest::add(int64_t number) {
  EVP_DigestUpdate(state_->context, &number, sizeof number);
}

std::string Digest::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context, bytes.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

std::string digest_of(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.finish();
}

}  // namespace dh
