#include "jvm/call_hooks.h"

namespace dh::jvm {

void HookTable::add(CallHook hook) {
  by_name_[hook.name].push_back(static_cast<uint32_t>(hooks_.size()));
  hooks_.push_back(std::move(hook));
}

std::optional<uint32_t> HookTable::find(std::string_view owner, std::string_view name,
                                        std::string_view descriptor, bool excluded) const {
  const auto found = by_name_.find(std::string(name));
  if (found == by_name_.end()) return std::nullopt;
  std::optional<uint32_t> of_subclass;
  for (const uint32_t index : found->second) {
    const CallHook& hook = hooks_[index];
    if (!hook.descriptor.empty() && hook.descriptor != descriptor) continue;
    if (hook.owner.empty() || hook.owner == owner) return index;
    if (hook.any_subclass && !excluded && !of_subclass) of_subclass = index;
  }
  return of_subclass;
}

}  // namespace dh::jvm
