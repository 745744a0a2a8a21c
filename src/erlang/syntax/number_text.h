// Number literals: digits of any base to values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dh::erlang {

// Digits with underscores between them are allowed up to this length: the time that a number takes grows with
// the square of it.
constexpr size_t kMaxDigits = 300000;

struct IntegerText {
  bool big = false;
  int64_t value = 0;
  std::string digits;  // of a big one: hexadecimal
};

// The value of digits in a base from 2 to 36; underscores are skipped. Nothing when a digit is not one.
std::optional<IntegerText> integer_of_text(std::string_view digits, int base);

// Decimal, or in another base (16#f.8#e1: base, then digits). Nothing when it is not a finite number.
std::optional<double> float_of_text(std::string_view text, int base);

// The value of a digit or letter, 36 for anything else.
int digit_value(char c);

}  // namespace dh::erlang
