#include "smalltalk/member_index.h"

#include <algorithm>

namespace dh::smalltalk {

using smallir::Class;
using smallir::ClassId;
using smallir::Module;
using smallir::VariableId;
using smallir::VariableKind;

MemberIndex::MemberIndex(const Module& module) {
  number_classes(module);
  for (ClassId class_id : order_) declare(module, class_id);
}

void MemberIndex::number_classes(const Module& module) {
  uint32_t count = static_cast<uint32_t>(module.classes.size());
  enter_.assign(count, 0);
  leave_.assign(count, 0);
  std::vector<uint32_t> first_child(count, kNone), next_sibling(count, kNone), stack;
  for (uint32_t i = count; i-- > 0;) {  // backwards, so that lists are in order
    ClassId super = module.classes[ClassId(i)].superclass;
    if (!super.valid()) continue;
    next_sibling[i] = first_child[super.index()];
    first_child[super.index()] = i;
  }
  for (uint32_t root = 0; root < count; ++root) {
    if (module.classes[ClassId(root)].superclass.valid()) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      uint32_t at = stack.back();
      if (leave_[at] == 0) {  // seen first
        enter_[at] = static_cast<uint32_t>(order_.size());
        order_.push_back(ClassId(at));
        leave_[at] = 1;
      }
      if (uint32_t child = first_child[at]; child != kNone) {
        first_child[at] = next_sibling[child];
        stack.push_back(child);
        continue;
      }
      leave_[at] = static_cast<uint32_t>(order_.size());
      stack.pop_back();
    }
  }
}

void MemberIndex::add(ClassId class_id, const Module& module, smallir::PoolRange variables) {
  uint32_t enter = enter_[class_id.index()];
  for (uint32_t i = variables.first; i < variables.first + variables.count; ++i) {
    const smallir::Variable& variable = module.variables[VariableId(i)];
    std::vector<Declaration>& list = declarations_[key(variable.name, variable.kind)];
    if (!list.empty() && list.back().enter == enter) continue;  // the class itself before its traits
    Declaration declaration{enter, leave_[class_id.index()], kNone, VariableId(i)};
    declaration.outer = list.empty() ? kNone : static_cast<uint32_t>(list.size() - 1);
    while (declaration.outer != kNone && list[declaration.outer].leave <= enter)
      declaration.outer = list[declaration.outer].outer;
    list.push_back(declaration);
  }
}

void MemberIndex::declare(const Module& module, ClassId class_id) {
  std::vector<ClassId> pending{class_id};
  FlatSet<uint32_t> seen;
  while (!pending.empty()) {  // the class, then its traits and theirs, in order
    ClassId from = pending.back();
    pending.pop_back();
    const Class& klass = module.classes[from];
    add(class_id, module, klass.fields);
    add(class_id, module, klass.class_variables);
    auto traits = module.traits_of(klass);
    for (size_t i = traits.size(); i-- > 0;) {
      if (seen.insert(traits[i].trait.value).second) pending.push_back(traits[i].trait);
    }
  }
}

VariableId MemberIndex::find(ClassId class_id, Symbol name, VariableKind kind) const {
  auto it = declarations_.find(key(name, kind));
  if (it == declarations_.end()) return {};
  const std::vector<Declaration>& list = it->second;
  uint32_t enter = enter_[class_id.index()];
  auto after = std::upper_bound(list.begin(), list.end(), enter,
                                [](uint32_t at, const Declaration& d) { return at < d.enter; });
  if (after == list.begin()) return {};
  for (uint32_t i = static_cast<uint32_t>(after - list.begin()) - 1; i != kNone; i = list[i].outer) {
    if (enter < list[i].leave) return list[i].variable;
  }
  return {};
}

}  // namespace dh::smalltalk
