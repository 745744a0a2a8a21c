#include "jvm/call_hooks.h"

#include <algorithm>

namespace dh::jvm {

void HookTable::add(CallHook hook) {
  by_name_[hook.name].push_back(static_cast<uint32_t>(hooks_.size()));
  hooks_.push_back(std::move(hook));
}

bool HookTable::names(std::string_view name, std::string_view descriptor) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](uint32_t index) { return hooks_[index].matches(descriptor); });
}

std::optional<uint32_t> HookTable::exact(std::string_view owner, std::string_view name,
                                         std::string_view descriptor) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  for (const uint32_t index : found->second) {
    const CallHook& hook = hooks_[index];
    if (hook.matches(descriptor) && (hook.owner.empty() || hook.owner == owner)) return index;
  }
  return std::nullopt;
}

std::optional<uint32_t> HookTable::find(std::string_view owner, std::string_view name,
                                        std::string_view descriptor, bool excluded,
                                        const Lineage& lineage) const {
  if (const auto own = exact(owner, name, descriptor)) return own;
  if (name == "<init>") return std::nullopt;  // not inherited
  const std::string method = std::string(name).append(descriptor);
  for (size_t i = 0; i < lineage.types.size(); ++i) {
    const auto inherited = exact(lineage.types[i]->name, name, descriptor);
    if (!inherited) continue;
    // A method of a subtype that only shares the name is another one.
    for (size_t above = i; above < lineage.types.size(); ++above)
      if (lineage.types[above]->methods.contains(method)) return inherited;
  }
  if (lineage.complete || excluded) return std::nullopt;
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  for (const uint32_t index : found->second) {
    const CallHook& hook = hooks_[index];
    if (hook.any_subclass && hook.matches(descriptor)) return index;
  }
  return std::nullopt;
}

}  // namespace dh::jvm
