#include "java/syntax/prescan.h"

#include <cstring>

namespace dh::java {

namespace {

bool contains(std::string_view text, std::string_view word) {
  return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
}

}  // namespace

bool mentions_any(std::string_view text, std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (contains(text, word)) return true;
  }
  // @\u0054hreadSafe: an escaped letter of a name. Escapes of other characters are common in strings.
  if (!contains(text, "\\u00")) return false;
  for (const char* letters : {"\\u004", "\\u005", "\\u006", "\\u007"}) {
    if (contains(text, letters)) return true;
  }
  return false;
}

}  // namespace dh::java
