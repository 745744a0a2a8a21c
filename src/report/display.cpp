#include "report/display.h"

#include <algorithm>

#include "base/utf8.h"

namespace dh {

namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// From Unicode's East Asian Width (W and F) and emoji presentation, in whole blocks: being off by one
// column on a rare character only shifts a caret.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x26A1, 0x26A1},   {0x26BD, 0x26BE},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},
    {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x17000, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};

constexpr Range kZero[] = {{0x0300, 0x036F},  {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                           {0x064B, 0x065F},  {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0E31, 0x0E31},
                           {0x0E34, 0x0E3A},  {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
                           {0x200B, 0x200D},  {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
                           {0xE0100, 0xE01EF}};

template <size_t N>
bool in(const Range (&ranges)[N], uint32_t c) {
  auto after = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                [](uint32_t value, const Range& range) { return value < range.first; });
  return after != std::begin(ranges) && c <= (after - 1)->last;
}

constexpr uint32_t kShownForControl = 0xFFFD;

bool is_control(uint32_t c) {
  bool direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
                   c == 0x200F || c == 0x061C;
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || direction;
}

std::string clean(std::string_view text, bool keep_line_breaks) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    uint32_t c = utf8_decode(text);
    size_t length = utf8_length(text);
    if (c == '\n') {
      out += keep_line_breaks ? '\n' : ' ';
    } else if (c == '\t') {
      out += ' ';
    } else if (c == '\r' && text.size() > 1 && text[1] == '\n') {
      // The line feed that follows is enough.
    } else {
      utf8_append(out, clean_code_point(c));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

uint32_t clean_code_point(uint32_t c) {
  return is_control(c) ? kShownForControl : c;
}

int display_width(uint32_t code_point) {
  if (code_point < 0x300) return 1;
  if (in(kZero, code_point)) return 0;
  return in(kWide, code_point) ? 2 : 1;
}

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    width += static_cast<size_t>(display_width(utf8_decode(text)));
    text.remove_prefix(utf8_length(text));
  }
  return width;
}

std::string clean_line(std::string_view text) {
  return clean(text, false);
}

std::string clean_text(std::string_view text) {
  return clean(text, true);
}

}  // namespace dh
