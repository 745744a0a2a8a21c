#include "native/runtime/options.h"

#include <stdlib.h>
#include <string.h>

#include "native/runtime/line_writer.h"

namespace dh::native {

RuntimeOptions options;

namespace {

bool is_separator(char c) {
  return c == ' ' || c == ',' || c == ':' || c == '\t' || c == '\n';
}

// What is no number, or too large for one, leaves the option as it is.
void take_number(int64_t& option, const char* name, const char* text, const char* end) {
  constexpr int kMaxDigits = 15;
  int64_t value = 0;
  const bool negative = text < end && *text == '-';
  const char* digits = text + negative;
  bool is_number = digits < end && end - digits <= kMaxDigits;
  for (const char* at = digits; at < end && is_number; ++at) {
    is_number = *at >= '0' && *at <= '9';
    value = value * 10 + (*at - '0');
  }
  if (is_number) {
    option = negative ? -value : value;
  } else {
    LineWriter(2).text("deadheat: DEADHEAT_OPTIONS: ").text(name).text(" expects a number; ignored\n");
  }
}

bool is_name(const char* text, const char* end, const char* name) {
  const size_t length = strlen(name);
  return static_cast<size_t>(end - text) == length && strncmp(text, name, length) == 0;
}

void take_text(char (&to)[1024], const char* text, const char* end) {
  const size_t length = end - text < 1023 ? static_cast<size_t>(end - text) : 1023;
  for (size_t i = 0; i < length; ++i) to[i] = text[i];
  to[length] = '\0';
}

void take_option(const char* name, const char* equals, const char* end) {
  const char* value = equals + 1;
#define DH_NUMBER(option, initial, description)       \
  if (is_name(name, equals, #option)) {               \
    take_number(options.option, #option, value, end); \
    return;                                           \
  }
#define DH_TEXT(option, description)       \
  if (is_name(name, equals, #option)) {    \
    take_text(options.option, value, end); \
    return;                                \
  }
#include "native/runtime/options.def"
#undef DH_NUMBER
#undef DH_TEXT
  char text[128];
  const size_t length = equals - name < 127 ? static_cast<size_t>(equals - name) : 127;
  for (size_t i = 0; i < length; ++i) text[i] = name[i];
  text[length] = '\0';
  LineWriter(2).text("deadheat: DEADHEAT_OPTIONS has no option '").text(text).text("'; help=1 lists them\n");
}

void print_options() {
  LineWriter out(2);
  out.text("DEADHEAT_OPTIONS:\n");
#define DH_NUMBER(option, initial, description) \
  out.text("  " #option "=" #initial "\n      " description "\n");
#define DH_TEXT(option, description) out.text("  " #option "=\n      " description "\n");
#include "native/runtime/options.def"
#undef DH_NUMBER
#undef DH_TEXT
}

}  // namespace

void read_options() {
  const char* text = getenv("DEADHEAT_OPTIONS");
  while (text != nullptr && *text != '\0') {
    if (is_separator(*text)) {
      ++text;
      continue;
    }
    const char* end = text;
    const char* equals = nullptr;
    while (*end != '\0' && !is_separator(*end)) {
      if (*end == '=' && equals == nullptr) equals = end;
      ++end;
    }
    if (equals == nullptr) {
      LineWriter(2).text("deadheat: DEADHEAT_OPTIONS: expected name=value\n");
      return;
    }
    take_option(text, equals, end);
    text = end;
  }
  if (options.suppressions[0] != '\0' && ::access(options.suppressions, R_OK) != 0) {
    LineWriter(2)
        .text("deadheat: suppressions=")
        .text(options.suppressions)
        .text(" cannot be read: nothing is suppressed\n");
    options.suppressions[0] = '\0';
  }
  if (options.help != 0) print_options();
}

}  // namespace dh::native
