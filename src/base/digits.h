// Numbers for people.
#pragma once

#include <cstdint>
#include <string>

namespace dh {

// 1,830
inline std::string grouped_digits(int64_t number) {
  const std::string digits = std::to_string(number);
  std::string grouped;
  for (size_t i = 0; i < digits.size(); ++i) {
    bool first = i == 0 || (i == 1 && number < 0);
    if (!first && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

}  // namespace dh
