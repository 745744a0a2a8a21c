// Descriptors of fields and methods.
#pragma once

#include <string_view>
#include <vector>

namespace dh::classfile {

// The first type of a descriptor, such as "I", "[[J" or "Ljava/lang/String;"; empty if there is none.
std::string_view first_type(std::string_view descriptor);

// Long and double take two slots, void none.
inline unsigned slots_of(std::string_view type) {
  if (type.empty() || type[0] == 'V') return 0;
  return type[0] == 'J' || type[0] == 'D' ? 2 : 1;
}
inline bool is_reference(std::string_view type) {
  return !type.empty() && (type[0] == 'L' || type[0] == '[');
}

struct MethodType {
  std::vector<std::string_view> parameters;
  std::string_view result;  // empty: no method descriptor

  bool valid() const { return !result.empty(); }
  unsigned parameter_slots() const {
    unsigned slots = 0;
    for (const std::string_view type : parameters) slots += slots_of(type);
    return slots;
  }
};
// Views into `descriptor`.
MethodType parse_method(std::string_view descriptor);

}  // namespace dh::classfile
