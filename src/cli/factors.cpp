#include "cli/factors.h"

#include "cli/dynamic_findings.h"
#include "cli/front_ends.h"

namespace dh {

std::vector<const Factor*> all_factors() {
  std::vector<const Factor*> result;
  auto add = [&](std::span<const Factor> table) {
    for (const Factor& factor : table) result.push_back(&factor);
  };
  for (const FrontEnd& front_end : front_ends()) add(front_end.factors);
  add(dynamic_factors());
  return result;
}

const Factor* find_factor(std::string_view id) {
  for (const Factor* factor : all_factors()) {
    if (factor->id == id) return factor;
  }
  return nullptr;
}

}  // namespace dh
