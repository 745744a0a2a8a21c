// How untrusted text looks on a terminal: columns, and nothing that moves the cursor or reorders it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

// Columns a terminal gives the character: 0 for combining marks, 2 for wide East Asian ones and emoji.
int display_width(uint32_t code_point);
size_t display_width(std::string_view text);

// One line of valid UTF-8 in which control and direction characters are U+FFFD, except that line breaks
// become spaces: a name in an analysed program must not be able to send escape codes to a terminal.
std::string clean_line(std::string_view text);

// The same for text of several lines; line breaks stay.
std::string clean_text(std::string_view text);

// The character itself, or U+FFFD for control and direction characters.
uint32_t clean_code_point(uint32_t code_point);

}  // namespace dh
