// \u0041 may stand for any character anywhere in Java source, and is translated before anything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dh::java {

// From offsets in the translated text back to those in the file.
class UnicodeEscapes {
 public:
  bool empty() const { return steps_.empty(); }
  uint32_t original(uint32_t translated) const;
  uint32_t translated(uint32_t original) const;  // of an offset that original() gave

  // Offsets of the translated text from `translated` on are those of the file less `difference`.
  void add_step(uint32_t translated, uint32_t difference) { steps_.push_back({translated, difference}); }

 private:
  struct Step {
    uint32_t translated;
    uint32_t difference;
  };
  std::vector<Step> steps_;
};

struct Translated {
  std::string text;
  UnicodeEscapes escapes;
  std::optional<uint32_t> bad;  // offset in the file of an escape that is malformed
};

// Whether there may be anything to translate.
bool has_unicode_escape(std::string_view text);
Translated translate_unicode_escapes(std::string_view text);

}  // namespace dh::java
