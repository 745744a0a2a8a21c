#include "erlang/syntax/number_text.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "erlang/syntax/tree_builder.h"

namespace dh::erlang {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

std::optional<IntegerText> integer_of_text(std::string_view digits, int base) {
  if (digits.empty() || digits.size() > kMaxDigits) return std::nullopt;
  std::vector<uint32_t> limbs;    // little-endian
  uint64_t factor = 1, some = 0;  // of the digits since the last step: as many as fit
  auto step = [&] {
    uint64_t carry = some;
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint64_t>(limb) * factor;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
    factor = 1;
    some = 0;
  };
  for (char c : digits) {
    if (c == '_') continue;
    int digit = digit_value(c);
    if (digit >= base) return std::nullopt;
    some = some * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
    factor *= static_cast<uint64_t>(base);
    if (factor > UINT32_MAX / 36) step();
  }
  step();
  IntegerText result;
  if (limbs.size() < 2 || (limbs.size() == 2 && limbs[1] <= INT32_MAX)) {
    for (size_t i = limbs.size(); i-- > 0;) result.value = result.value << 32 | limbs[i];
    return result;
  }
  std::string magnitude;
  for (uint32_t limb : limbs) {
    for (int shift = 0; shift < 32; shift += 8) magnitude += static_cast<char>(limb >> shift & 0xff);
  }
  result.big = true;
  result.digits = big_digits(magnitude, false);
  return result;
}

std::optional<double> float_of_text(std::string_view text, int base) {
  if (text.size() > kMaxDigits) return std::nullopt;
  std::string plain;
  for (char c : text) {
    if (c != '_') plain += c;
  }
  double value = 0;
  if (base == 10) {
    auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value))
      return std::nullopt;
    return value;
  }
  size_t exponent_at = plain.find("#e");
  if (exponent_at == std::string::npos) exponent_at = plain.find("#E");
  int exponent = 0;
  if (exponent_at != std::string::npos) {
    std::string_view digits = std::string_view(plain).substr(exponent_at + 2);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    plain.resize(exponent_at);
  }
  bool fraction = false;
  for (char c : plain) {
    if (c == '.') {
      fraction = true;
      continue;
    }
    int digit = digit_value(c);
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (fraction) --exponent;
  }
  value *= std::pow(base, exponent);
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace dh::erlang
