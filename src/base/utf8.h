// Lenient UTF-8: a byte that is not part of a valid sequence counts as one character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

// Length in bytes of the character at the front of text, which is not empty; 1 for an invalid byte.
size_t utf8_length(std::string_view text);

// The code point of the character at the front of text; U+FFFD for an invalid byte.
uint32_t utf8_decode(std::string_view text);

// How many characters an editor shows.
size_t utf8_count(std::string_view text);

// How many UTF-16 code units the first `characters` characters of the text take.
size_t utf16_units(std::string_view text, size_t characters);

bool utf8_valid(std::string_view text);

// The text with each invalid byte replaced by U+FFFD, for writers of JSON and HTML.
std::string utf8_sanitize(std::string_view text);

void utf8_append(std::string& out, uint32_t code_point);

}  // namespace dh
