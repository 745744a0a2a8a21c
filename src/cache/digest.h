// SHA-256: what is analysed is not trusted, so two inputs must not be made to look the same.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace dh {

class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  // With its length, so that "ab" and "c" are not "a" and "bc".
  void add(std::string_view part);
  void add(int64_t number);
  // 64 hexadecimal digits. Once.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string digest_of(std::string_view text);

}  // namespace dh
