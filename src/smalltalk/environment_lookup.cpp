// Finding what a name means among the classes and variables of the program.
#include "smalltalk/environment.h"

namespace dh::smalltalk {

using smallir::Class;
using smallir::VariableKind;

NameScope Environment::scope(std::string_view name_space, ClassId from) const {
  NameScope result{name_space, {}};
  if (!from.valid()) return result;
  if (module.classes[from].is_meta) from = module.classes[from].other_side;
  result.imports = imports[from.index()];
  return result;
}

ClassId Environment::find_class(std::string_view name, std::string_view name_space, ClassId from) const {
  uint32_t found = classes.find(name, name_spaces, scope(name_space, from));
  return found == ScopedNames::kNothing ? ClassId() : ClassId(found);
}

VariableId Environment::find_global(std::string_view name, std::string_view name_space, ClassId from) const {
  uint32_t found = globals.find(name, name_spaces, scope(name_space, from));
  return found == ScopedNames::kNothing ? VariableId() : VariableId(found);
}

VariableId Environment::find_member(ClassId class_id, Symbol name) const {
  if (!class_id.valid()) return {};
  if (VariableId field = members.find(class_id, name, VariableKind::field); field.valid()) return field;
  const Class& klass = module.classes[class_id];
  ClassId instance_side = klass.is_meta ? klass.other_side : class_id;
  VariableId shared = members.find(instance_side, name, VariableKind::class_variable);
  if (shared.valid()) return shared;
  ClassId at = pool_users[instance_side.index()];
  while (at.valid()) {
    for (ClassId pool : pools[at.index()]) {
      if (VariableId found = members.find(pool, name, VariableKind::class_variable); found.valid())
        return found;
    }
    ClassId super = module.classes[at].superclass;
    at = super.valid() ? pool_users[super.index()] : ClassId();
  }
  return {};
}

ClassId Environment::nearest_without_source(ClassId class_id) const {
  for (ClassId at = class_id; at.valid(); at = module.classes[at].superclass) {
    const Class& klass = module.classes[at];
    if (klass.defined) continue;
    std::string_view name = module.text(klass.name);
    bool can_have_fields = name != "Object" && name != "ProtoObject" && klass.fields.count == 0;
    return can_have_fields ? at : ClassId();
  }
  return {};
}

}  // namespace dh::smalltalk
