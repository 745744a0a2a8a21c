#include "java/rules/judged.h"

#include <algorithm>

#include "java/rules/publication.h"
#include "java/syntax/tree_walk.h"

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

// The class says that it is not to be checked: @NotThreadSafe, @ThreadSafe(enableChecks = false), generated.
bool wants_checks(const Knowledge& knowledge, TypeId type) {
  const Index& index = knowledge.index();
  const Models& models = knowledge.models();
  if (index.file(index.type(type).file).role == FileRole::generated) return false;
  for (TypeId at = type; at.valid(); at = index.type(at).enclosing) {
    if (knowledge.annotated(index.type(at).annotations(), models.generated_annotations)) return false;
  }
  List<Annotation> annotations = index.type(type).annotations();
  if (knowledge.annotated(annotations, models.not_thread_safe_annotations)) return false;
  return !knowledge.opts_out(annotations);
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

// Whether code inside a top-level class names a guarded member of a class of another file.
bool names_guarded_member(const Knowledge& knowledge, TypeId top) {
  const Index& index = knowledge.index();
  const StringSet& annotations = knowledge.models().guarded_by_annotations;
  FlatSet<Symbol> names;
  for (TypeId type : index.file(index.type(top).file).reaches) {
    for (FieldId f : index.type(type).fields) {
      if (knowledge.annotated(index.field(f).annotations(), annotations)) names.insert(index.field(f).name);
    }
    for (MethodId m : index.type(type).methods) {
      if (knowledge.annotated(index.method(m).annotations(), annotations)) names.insert(index.method(m).name);
    }
  }
  bool found = false;
  if (names.empty()) return false;
  walk(index.type(top).decl, [&](const Node* node) {
    if (const auto* access = as<FieldAccess>(node)) found = found || names.contains(access->name.name);
    if (const auto* call = as<Call>(node)) found = found || names.contains(call->name.name);
    if (const auto* name = as<Name>(node)) found = found || names.contains(name->name);
    return !found;
  });
  return found;
}

bool is_confined(const Knowledge& knowledge, const FieldInfo& field) {
  std::optional<std::string> thread = knowledge.confining_thread(field.annotations(), field.owner);
  return thread.has_value() && !thread->empty();
}

void add_fields(Judged& judged, TypeId type, bool all) {
  const Knowledge& knowledge = judged.knowledge();
  const StringSet& names = knowledge.models().guarded_by_annotations;
  for (FieldId f : judged.index().type(type).fields) {
    const FieldInfo& field = judged.index().field(f);
    bool guarded = knowledge.annotated(field.annotations(), names);
    // Only one thread uses the field.
    if (!guarded && is_confined(knowledge, field)) continue;
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

bool has_thread_safe_method(const Knowledge& knowledge, TypeId type) {
  const Index& index = knowledge.index();
  for (MethodId m : index.type(type).methods) {
    List<Annotation> annotations = index.method(m).annotations();
    if (!annotations.empty() && !knowledge.opts_out(annotations) &&
        knowledge.annotated(annotations, knowledge.models().thread_safe_annotations))
      return true;
  }
  return false;
}

bool claims_thread_safety(const Knowledge& knowledge, TypeId type) {
  const TypeInfo& info = knowledge.index().type(type);
  if (info.is_local && info.kind() == ClassKind::kAnonymous) {
    // The body of an enum constant belongs to the claim of the enum.
    TypeId super = info.superclass.type;
    return super.valid() && knowledge.index().type(super).kind() == ClassKind::kEnum &&
           claims_thread_safety(knowledge, super);
  }
  if (knowledge.models().all_classes) return true;
  if (!wants_checks(knowledge, type)) return false;
  if (knowledge.is_thread_safe(type) || has_thread_safe_method(knowledge, type)) return true;
  if (!knowledge.models().judge_subclasses) return false;
  return inherits_claim(knowledge, type);
}

bool inherits_claim(const Knowledge& knowledge, TypeId type) {
  if (knowledge.models().all_classes || !wants_checks(knowledge, type)) return false;
  const std::vector<TypeId>& supers = knowledge.index().supertypes(type);
  return std::any_of(supers.begin(), supers.end(), [&](TypeId s) {
    return knowledge.is_thread_safe(s) && !knowledge.opts_out(knowledge.index().type(s).annotations());
  });
}

// synchronized, or a call of a method that some lock type has for acquiring.
static bool takes_locks(const Knowledge& knowledge, const ClassDecl* decl) {
  bool found = false;
  auto acquires = [&](std::string_view name) {
    const std::vector<LockType>& types = knowledge.models().lock_types;
    return std::any_of(types.begin(), types.end(), [&](const LockType& type) {
      auto it = type.methods.find(name);
      return it != type.methods.end() && (it->second.operation == LockOperation::acquire ||
                                          it->second.operation == LockOperation::try_lock);
    });
  };
  walk(decl, [&](const Node* node) {
    if (is<Synchronized>(node)) found = true;
    const auto* method = as<Method>(node);
    if (method != nullptr && (method->modifiers->bits & kSynchronized) != 0) found = true;
    if (const auto* call = as<Call>(node); call != nullptr && call->target != nullptr)
      found = found || acquires(knowledge.text(call->name.name));
    return !found;
  });
  return found;
}

bool judged_by_locks(const Knowledge& knowledge, TypeId type) {
  const Models& models = knowledge.models();
  const Index& index = knowledge.index();
  FileRole role = index.file(index.type(type).file).role;
  if (!models.infer_guards || models.all_classes || (role == FileRole::test && !models.judge_tests))
    return false;
  return wants_checks(knowledge, type) && !claims_thread_safety(knowledge, type);
}

bool needs_judging(const Knowledge& knowledge, TypeId top) {
  const Index& index = knowledge.index();
  if (judged_by_locks(knowledge, top) && takes_locks(knowledge, index.type(top).decl)) return true;
  if (names_guarded_member(knowledge, top)) return true;
  return any_inside(index, top, [&](TypeId type) {
    if (claims_thread_safety(knowledge, type) || inherits_claim(knowledge, type) ||
        has_guards(knowledge, type))
      return true;
    if (!index.type(type).superclass.type.valid()) return false;
    const std::vector<TypeId>& supers = index.supertypes(type);
    return std::any_of(supers.begin(), supers.end(), [&](TypeId s) { return has_guards(knowledge, s); });
  });
}

void prepare(Judged& judged, const StopToken& stop) {
  const Knowledge& knowledge = judged.knowledge();
  const Index& index = judged.index();
  any_inside(index, judged.top, [&](TypeId type) {
    bool claims = claims_thread_safety(knowledge, type);
    bool inherits = !claims && inherits_claim(knowledge, type);
    if (claims || inherits) judged.classes.push_back(type);
    bool by_locks = judged_by_locks(knowledge, type);
    if (by_locks) judged.by_locks.push_back(type);
    add_fields(judged, type, claims || inherits || by_locks);
    for (TypeId super : index.supertypes(type)) add_fields(judged, super, claims);
    return false;
  });
  for (TypeId type : index.file(index.type(judged.top).file).reaches) add_fields(judged, type, false);
  std::sort(judged.by_locks.begin(), judged.by_locks.end());
  SummaryOptions options;
  judged.lowerer.add_class(judged.top);
  for (TypeId type : judged.classes) add_inherited(judged, type, options);
  judged.lowerer.finish();
  judged.summaries = summarize(judged.unit, options, stop);
  judged.ordering = ordering_events(judged);
  judged.counts.judged_classes = static_cast<int64_t>(judged.classes.size());
  judged.counts.bodies = static_cast<int64_t>(judged.unit.bodies.size());
  judged.counts.accesses = static_cast<int64_t>(judged.summaries.accesses.size());
}

bool has_known_guard(const Judged& judged, FieldId field) {
  auto it = judged.guards.find(field);
  if (it == judged.guards.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [](const Guard& g) { return g.path.valid(); });
}

}  // namespace dh::java
