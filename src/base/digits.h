// Numbers for people.
#pragma once

#include <cstdint>
#include <string>

namespace dh {

// 1,830
inline std::string grouped_digits(int64_t number) {
  std::string digits = std::to_string(number);
  size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace dh
