// SHA-256 (FIPS 180-4), for the Content-Security-Policy of reports: not for secrets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

std::array<uint8_t, 32> sha256(std::string_view bytes);

std::string base64(std::string_view bytes);

// "sha256-..." in base64, as HTML wants it.
std::string sha256_base64(std::string_view bytes);

}  // namespace dh
