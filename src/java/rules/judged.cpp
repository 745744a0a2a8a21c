#include "java/rules/judged.h"

#include <algorithm>

namespace dh::java {

namespace {

bool has_guards(const Knowledge& knowledge, TypeId type) {
  const Index& index = knowledge.index();
  const StringSet& names = knowledge.models().guarded_by_annotations;
  const TypeInfo& info = index.type(type);
  for (FieldId f : info.fields) {
    if (knowledge.annotated(index.field(f).annotations(), names)) return true;
  }
  for (MethodId m : info.methods) {
    if (knowledge.annotated(index.method(m).annotations(), names)) return true;
  }
  return false;
}

template <typename F>
bool any_inside(const Index& index, TypeId top, F test) {
  const FileInfo& file = index.file(index.type(top).file);
  for (TypeId type : file.types) {
    TypeId outer = type;
    while (outer.valid() && outer != top) outer = index.type(outer).enclosing;
    if (outer == top && test(type)) return true;
  }
  return false;
}

void add_fields(Judged& judged, TypeId type, bool all) {
  const Knowledge& knowledge = judged.knowledge();
  const StringSet& names = knowledge.models().guarded_by_annotations;
  for (FieldId f : judged.index().type(type).fields) {
    const FieldInfo& field = judged.index().field(f);
    bool guarded = knowledge.annotated(field.annotations(), names);
    if (all || guarded) judged.unit.fields.insert(f);
    if (!guarded || judged.guards.contains(f)) continue;
    std::vector<Guard> guards = field_guards(judged.unit, f);
    if (!guards.empty()) judged.guards[f] = std::move(guards);
  }
}

// Public methods that a judged class inherits from classes of the project.
void add_inherited(Judged& judged, TypeId type, SummaryOptions& options) {
  const Index& index = judged.index();
  const Models& models = judged.knowledge().models();
  for (TypeId super : index.supertypes(type)) {
    for (MethodId m : index.type(super).methods) {
      const MethodInfo& method = index.method(m);
      if (method.is_constructor() || method.has(kStatic) || method.has(kPrivate) ||
          method.decl->body == nullptr)
        continue;
      bool visible = method.has(kPublic) ||
                     (models.entry_points != EntryPoints::public_ && method.has(kProtected)) ||
                     models.entry_points == EntryPoints::package;
      if (!visible) continue;
      std::vector<MethodId> found = index.find_methods(type, method.name, method.arity);
      if (std::find(found.begin(), found.end(), m) == found.end()) continue;  // overridden
      BodyId body = judged.lowerer.body_of(m, type);
      if (body.valid()) options.inherited_entries.push_back(body);
    }
  }
}

}  // namespace

bool claims_thread_safety(const Knowledge& knowledge, TypeId type) {
  const TypeInfo& info = knowledge.index().type(type);
  if (info.is_local && info.kind() == ClassKind::kAnonymous) return false;
  if (knowledge.models().all_classes) return true;
  if (knowledge.is_thread_safe(type)) return true;
  if (!knowledge.models().judge_subclasses) return false;
  std::vector<TypeId> supers = knowledge.index().supertypes(type);
  return std::any_of(supers.begin(), supers.end(), [&](TypeId s) { return knowledge.is_thread_safe(s); });
}

bool needs_judging(const Knowledge& knowledge, TypeId top) {
  const Index& index = knowledge.index();
  return any_inside(index, top, [&](TypeId type) {
    if (claims_thread_safety(knowledge, type) || has_guards(knowledge, type)) return true;
    if (!index.type(type).superclass.type.valid()) return false;
    std::vector<TypeId> supers = index.supertypes(type);
    return std::any_of(supers.begin(), supers.end(), [&](TypeId s) { return has_guards(knowledge, s); });
  });
}

void prepare(Judged& judged, const StopToken& stop) {
  const Knowledge& knowledge = judged.knowledge();
  const Index& index = judged.index();
  any_inside(index, judged.top, [&](TypeId type) {
    bool claims = claims_thread_safety(knowledge, type);
    if (claims) judged.classes.push_back(type);
    add_fields(judged, type, claims);
    for (TypeId super : index.supertypes(type)) add_fields(judged, super, claims);
    return false;
  });
  SummaryOptions options;
  judged.lowerer.add_class(judged.top);
  for (TypeId type : judged.classes) add_inherited(judged, type, options);
  judged.lowerer.finish();
  judged.summaries = summarize(judged.unit, options, stop);
  judged.counts.judged_classes = static_cast<int64_t>(judged.classes.size());
  judged.counts.bodies = static_cast<int64_t>(judged.unit.bodies.size());
  judged.counts.accesses = static_cast<int64_t>(judged.summaries.accesses.size());
}

}  // namespace dh::java
