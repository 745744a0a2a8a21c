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

namespace {

// The one that is nearest to the scope. A bare name that exists only once is meant even if no import that we
// know of leads to it: imports can stand in sources we do not have.
template <typename Id, typename NameSpaceOf>
Id nearest(const std::vector<Id>& candidates, std::string_view name, const NameSpaces& name_spaces,
           NameScope scope, NameSpaceOf name_space_of) {
  bool qualified = name.find('.') != std::string_view::npos;
  if (!qualified && candidates.size() == 1) return candidates.front();
  Id best;
  int least = NameSpaces::kHidden;
  for (Id id : candidates) {
    int distance = name_spaces.distance(name, name_space_of(id), scope);
    if (distance < least) {
      least = distance;
      best = id;
    }
  }
  return best.valid() || qualified ? best : candidates.front();
}

}  // namespace

ClassId Environment::find_class(std::string_view name, std::string_view name_space, ClassId from) const {
  Symbol symbol = module.names.find(split_dotted(name).second);
  if (!symbol.valid()) return {};
  auto it = classes_by_name.find(symbol);
  if (it == classes_by_name.end()) return {};
  return nearest(it->second, name, name_spaces, scope(name_space, from),
                 [&](ClassId id) { return module.text(module.classes[id].name_space); });
}

VariableId Environment::find_global(std::string_view name, std::string_view name_space, ClassId from) const {
  Symbol symbol = module.names.find(split_dotted(name).second);
  if (!symbol.valid()) return {};
  auto it = globals_by_name.find(symbol);
  if (it == globals_by_name.end()) return {};
  return nearest(it->second, name, name_spaces, scope(name_space, from),
                 [&](VariableId id) { return module.text(module.variables[id].name_space); });
}

VariableId Environment::find_member(ClassId class_id, Symbol name) const {
  if (!class_id.valid() || name.index() >= is_member_name.size() || !is_member_name[name.index()]) return {};
  auto member = [&](ClassId id, VariableKind kind) {
    auto it = class_members.find(member_key(id, name));
    return it != class_members.end() && module.variables[it->second].kind == kind ? it->second : VariableId();
  };
  auto in_chain = [&](ClassId from, VariableKind kind) {
    for (ClassId at = from; at.valid(); at = module.classes[at].superclass) {
      if (VariableId found = member(at, kind); found.valid()) return found;
      for (const smallir::TraitUse& use : module.traits_of(module.classes[at])) {
        if (VariableId found = member(use.trait, kind); found.valid()) return found;
      }
    }
    return VariableId();
  };
  if (VariableId field = in_chain(class_id, VariableKind::field); field.valid()) return field;
  const Class& klass = module.classes[class_id];
  ClassId instance_side = klass.is_meta ? klass.other_side : class_id;
  if (VariableId shared = in_chain(instance_side, VariableKind::class_variable); shared.valid())
    return shared;
  for (ClassId at = instance_side; at.valid(); at = module.classes[at].superclass) {
    for (ClassId pool : pools[at.index()]) {
      if (VariableId found = in_chain(pool, VariableKind::class_variable); found.valid()) return found;
    }
  }
  return {};
}

}  // namespace dh::smalltalk
