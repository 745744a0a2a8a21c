#include "jvm/call_hooks.h"

#include <algorithm>

#include "classfile/descriptor.h"

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

const CallHook* HookTable::of_method(std::string_view owner, std::string_view name,
                                     std::string_view descriptor) const {
  const auto found = exact(owner, name, descriptor);
  return found ? &hooks_[*found] : nullptr;
}

namespace {

// Whether a method of a subtype can override the one of these parameters: the same ones, or narrower
// references where a type parameter was. The result may be narrower, too.
bool can_override(std::string_view own, std::string_view above) {
  const classfile::MethodType narrow = classfile::parse_method(own);
  const classfile::MethodType wide = classfile::parse_method(above);
  if (!narrow.valid() || !wide.valid() || narrow.parameters.size() != wide.parameters.size()) return false;
  for (size_t i = 0; i < narrow.parameters.size(); ++i) {
    const bool same = narrow.parameters[i] == wide.parameters[i];
    if (!same &&
        !(wide.parameters[i] == "Ljava/lang/Object;" && classfile::is_reference(narrow.parameters[i])))
      return false;
  }
  return true;
}

bool declares(const Lineage::Type& type, std::string_view name, std::string_view descriptor) {
  return std::any_of(type.methods.begin(), type.methods.end(), [&](const std::string& method) {
    const std::string_view declared = method;
    return declared.starts_with(name) && declared.substr(name.size()).starts_with('(') &&
           can_override(descriptor, declared.substr(name.size()));
  });
}

}  // namespace

std::optional<uint32_t> HookTable::find(std::string_view owner, std::string_view name,
                                        std::string_view descriptor, bool excluded,
                                        const Lineage& lineage) const {
  if (const auto own = exact(owner, name, descriptor)) return own;
  if (name == "<init>") return std::nullopt;  // not inherited
  for (size_t i = 0; i < lineage.types.size(); ++i) {
    const auto inherited = exact(lineage.types[i]->name, name, descriptor);
    if (!inherited) continue;
    // A method of a subtype that only shares the name is another one.
    for (size_t above = i; above < lineage.types.size(); ++above)
      if (declares(*lineage.types[above], name, descriptor)) return inherited;
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
