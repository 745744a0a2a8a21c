#include "base/interner.h"

namespace dh {

Symbol Interner::intern(std::string_view text) {
  if (auto it = symbols_.find(text); it != symbols_.end()) return it->second;
  Symbol symbol(static_cast<uint32_t>(texts_.size()));
  std::string_view kept = arena_.copy(text);
  texts_.push_back(kept);
  symbols_.emplace(kept, symbol);
  return symbol;
}

Symbol Interner::find(std::string_view text) const {
  auto it = symbols_.find(text);
  return it == symbols_.end() ? Symbol() : it->second;
}

}  // namespace dh
