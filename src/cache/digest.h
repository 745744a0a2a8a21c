// BLAKE2b: what is analysed is not trusted, so two inputs must not be made to look the same.
#pragma once

#include <blake2.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

class Digest {
 public:
  Digest();

  // With its length, so that "ab" and "c" are not "a" and "bc".
  void add(std::string_view part);
  void add(int64_t number);
  // 64 hexadecimal digits. Once.
  std::string finish();

 private:
  void add_bytes(const void* bytes, size_t size);

  blake2b_state state_;
};

std::string digest_of(std::string_view text);

}  // namespace dh
