// Colours of a terminal, or none.
#pragma once

#include <string>
#include <string_view>

#include "findings/rule.h"
#include "source/diagnostic.h"

namespace dh {

enum class Style { plain, bold, dim, gutter, secondary, error, warning, note };

struct Painter {
  bool color = false;

  std::string operator()(Style style, std::string_view text) const;
};

Style style_of(Level level);
Style style_of(Severity severity);

}  // namespace dh
