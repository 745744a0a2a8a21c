#include "report/paint.h"

namespace dh {

namespace {

std::string_view escape_code(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::bold:
      return "\x1b[1m";
    case Style::dim:
      return "\x1b[2m";
    case Style::gutter:
      return "\x1b[1;34m";
    case Style::secondary:
      return "\x1b[1;34m";
    case Style::error:
      return "\x1b[1;31m";
    case Style::warning:
      return "\x1b[1;33m";
    case Style::note:
      return "\x1b[1;36m";
  }
  return "";
}

}  // namespace

std::string Painter::operator()(Style style, std::string_view text) const {
  if (!color || style == Style::plain || text.empty()) return std::string(text);
  return std::string(escape_code(style)).append(text).append("\x1b[0m");
}

Style style_of(Level level) {
  switch (level) {
    case Level::note:
      return Style::note;
    case Level::warning:
      return Style::warning;
    case Level::error:
      return Style::error;
  }
  return Style::plain;
}

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return Style::note;
    case Severity::warning:
      return Style::warning;
    case Severity::error:
      return Style::error;
  }
  return Style::plain;
}

}  // namespace dh
