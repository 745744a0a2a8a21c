// Which characters make a Java name.
#pragma once

#include <array>
#include <cstdint>

namespace dh::java {

enum class CharClass : uint8_t { other, space, letter, digit, high };

constexpr std::array<CharClass, 256> kCharClass = [] {
  std::array<CharClass, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<size_t>(c)] = CharClass::letter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<size_t>(c)] = CharClass::letter;
  classes['_'] = classes['$'] = CharClass::letter;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<size_t>(c)] = CharClass::digit;
  for (char c : {' ', '\t', '\n', '\r', '\f'}) classes[static_cast<size_t>(c)] = CharClass::space;
  for (size_t c = 0x80; c < 0x100; ++c) classes[c] = CharClass::high;
  return classes;
}();

constexpr bool is_name_char(char c) {
  CharClass k = kCharClass[static_cast<unsigned char>(c)];
  return k == CharClass::letter || k == CharClass::digit;
}

// Outside ASCII, everything but punctuation, spaces and drawings is taken for a letter: the exact table of
// Unicode letters would be long, and names do not use the rest.
bool is_name_code_point(uint32_t code_point);

}  // namespace dh::java
