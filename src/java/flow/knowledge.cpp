#include "java/flow/knowledge.h"

#include <algorithm>

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {
constexpr int kMaxTypeDepth = 4;  // how far types of fields of types of fields are followed

const Expr* strip(const Expr* e) {
  while (const auto* cast = as<Cast>(e)) e = cast->operand;
  return e;
}
}  // namespace

std::vector<std::string> string_values(const Annotation& annotation, std::string_view file_text) {
  std::vector<std::string> result;
  for (const AnnotationArg& arg : annotation.args) {
    walk(arg.value, [&](const Node* node) {
      const auto* literal = as<Literal>(node);
      if (literal == nullptr || literal->literal() != LiteralKind::kString) return true;
      std::string_view quoted =
          file_text.substr(literal->span.begin, literal->span.end - literal->span.begin);
      if (quoted.size() >= 2) result.emplace_back(quoted.substr(1, quoted.size() - 2));
      return true;
    });
  }
  return result;
}

bool Knowledge::annotated(List<Annotation> annotations, const StringSet& names) const {
  return std::any_of(annotations.begin(), annotations.end(),
                     [&](const Annotation* a) { return names.contains(text(a->simple_name())); });
}

std::optional<std::string> Knowledge::confining_thread(List<Annotation> annotations, TypeId context) const {
  const StringMap<std::string>& threads = models_.thread_annotations;
  for (const Annotation* annotation : annotations) {
    auto it = threads.find(text(annotation->simple_name()));
    if (it == threads.end()) continue;
    std::string thread = it->second;
    // @ThreadConfined(ThreadConfined.UI), @ThreadConfined("database")
    for (const AnnotationArg& arg : annotation->args) {
      if (const auto* name = as<Name>(arg.value)) thread = text(name->name);
      if (const auto* access = as<FieldAccess>(arg.value)) thread = text(access->name.name);
      if (const auto* literal = as<Literal>(arg.value)) thread = index_.text(context, literal->span);
      if (auto alias = threads.find(thread); alias != threads.end()) thread = alias->second;
    }
    return thread;
  }
  return std::nullopt;
}

bool Knowledge::is_thread_safe(TypeId type) const {
  const TypeInfo& info = index_.type(type);
  return annotated(info.annotations(), models_.thread_safe_annotations) ||
         contracted(info.annotations(), models_.contract_annotations);
}

bool Knowledge::contracted(List<Annotation> annotations,
                           const std::vector<ContractAnnotation>& contracts) const {
  for (const Annotation* annotation : annotations) {
    for (const ContractAnnotation& contract : contracts) {
      if (text(annotation->simple_name()) != contract.name) continue;
      for (const AnnotationArg& arg : annotation->args) {
        if (text(arg.name.name) != contract.member) continue;
        Symbol last;
        if (const auto* name = as<Name>(arg.value)) last = name->name;
        if (const auto* access = as<FieldAccess>(arg.value)) last = access->name.name;
        if (last.valid() && text(last).starts_with(contract.prefix)) return true;
      }
    }
  }
  return false;
}

bool Knowledge::has_safe_subtype(TypeId type, int depth) const {
  if (depth > kMaxTypeDepth) return false;
  if (auto it = safe_subtypes_.find(type); it != safe_subtypes_.end()) return it->second;
  std::vector<TypeId> subtypes = index_.direct_subtypes(type);
  bool safe = std::any_of(subtypes.begin(), subtypes.end(), [&](TypeId sub) {
    return is_thread_safe(sub) || is_immutable(sub) || has_safe_subtype(sub, depth + 1);
  });
  safe_subtypes_[type] = safe;
  return safe;
}

bool Knowledge::is_immutable(TypeId type) const {
  List<Annotation> annotations = index_.type(type).annotations();
  return annotated(annotations, models_.immutable_annotations) ||
         contracted(annotations, models_.immutable_contracts);
}

Sharing Knowledge::sharing(const TypeRef& type, TypeId context, int depth) const {
  if (type.is_array()) return Sharing::mutable_;
  if (!type.known()) return Sharing::unknown;
  if (type.primitive) return Sharing::immutable;
  if (type.type.valid()) return project_sharing(type.type, depth);
  std::string_view simple = text(type.simple);
  Sharing known = models_.sharing(type.qualified, simple);
  if (known != Sharing::unknown || !type.qualified.empty() || !context.valid()) return known;
  FileId file = index_.type(context).file;
  std::vector<std::string_view> packages = index_.on_demand_packages(file);
  for (std::string_view package : packages) {
    known = models_.sharing_by_import(package, simple);
    if (known != Sharing::unknown) return known;
  }
  // Nothing imports it: it is of the package of the class, or of java.lang, whose types are known.
  std::string_view own = text(index_.file(file).package);
  if (!packages.empty() || own.empty()) return Sharing::unknown;
  return models_.sharing(std::string(own) + "." + std::string(simple), simple);
}

Sharing Knowledge::project_sharing(TypeId type, int depth) const {
  auto cached = sharing_.find(type);
  if (cached != sharing_.end()) return cached->second;
  // A type may refer to itself: what is immutable but for that is immutable.
  if (!deciding_.empty() && deciding_.back() == type) return Sharing::immutable;
  bool circular = std::find(deciding_.begin(), deciding_.end(), type) != deciding_.end();
  if (circular || deciding_.size() > 12) return Sharing::mutable_;
  deciding_.push_back(type);
  Sharing result = decide_sharing(type, depth);
  deciding_.pop_back();
  sharing_[type] = result;
  return result;
}

Sharing Knowledge::decide_sharing(TypeId type, int depth) const {
  const TypeInfo& info = index_.type(type);
  std::string_view simple = info.name.valid() ? text(info.name) : std::string_view();
  Sharing modelled =
      info.qualified.empty() ? Sharing::unknown : models_.sharing_exact(info.qualified, simple);
  Sharing result = Sharing::unknown;
  if (modelled != Sharing::unknown) {
    result = modelled;
  } else if (is_thread_safe(type) || simple.find("Concurrent") != std::string_view::npos) {
    result = Sharing::thread_safe;  // by annotation, or by a name as the libraries give it
  } else if (is_immutable(type) || info.kind() == ClassKind::kEnum ||
             info.kind() == ClassKind::kAnnotationType) {
    result = Sharing::immutable;
  } else if (info.kind() == ClassKind::kInterface) {
    result = Sharing::unknown;
  } else if (depth < kMaxTypeDepth) {
    result = inferred_sharing(info, depth);
  } else {
    result = Sharing::mutable_;
  }
  if (result == Sharing::mutable_ && is_synchronized_collection(type)) result = Sharing::thread_safe;
  // Supertypes may promise more than the class itself.
  if (result == Sharing::mutable_ || result == Sharing::unknown) {
    for (TypeId super : index_.supertypes(type)) {
      if (is_thread_safe(super)) result = Sharing::thread_safe;
      if (is_immutable(super)) result = Sharing::immutable;
    }
    for (const TypeRef& foreign : index_.foreign_supertypes(type)) {
      if (models_.promises(foreign.qualified)) result = Sharing::thread_safe;
    }
  }
  return result;
}

// A collection of the project that takes its own lock for every change, on top of nothing but an abstract
// class.
bool Knowledge::is_synchronized_collection(TypeId type) const {
  std::vector<TypeRef> foreign = index_.foreign_supertypes(type);
  bool is_collection = std::any_of(foreign.begin(), foreign.end(), [&](const TypeRef& super) {
    std::string_view simple = text(super.simple);
    return super.qualified.starts_with("java.util.") &&
           (simple.ends_with("Map") || simple.ends_with("Collection") || simple.ends_with("List") ||
            simple.ends_with("Set"));
  });
  const TypeRef& superclass = index_.type(type).superclass;
  bool on_library = superclass.known() && !superclass.type.valid() && text(superclass.simple) != "Object";
  if (!is_collection || (on_library && !text(superclass.simple).starts_with("Abstract"))) return false;
  size_t changes = 0;
  for (MethodId m : index_.type(type).methods) {
    const MethodInfo& method = index_.method(m);
    if (!method.has(kPublic) || method.has(kStatic) || method.is_constructor() ||
        method.decl->body == nullptr || !models_.modifying_methods.contains(text(method.name)))
      continue;
    if (effect(m).modifies) return false;
    if (method.has(kSynchronized) || takes_lock(method.decl->body)) ++changes;
  }
  return changes >= 2;
}

bool Knowledge::takes_lock(const Node* code) const {
  bool found = false;
  walk(code, [&](const Node* node) {
    const auto* call = as<Call>(node);
    found = found || is<Synchronized>(node) || (call != nullptr && text(call->name.name) == "lock");
    return !found;
  });
  return found;
}

// Immutable when every field is final and immutable itself, down to the superclass.
Sharing Knowledge::inferred_sharing(const TypeInfo& info, int depth) const {
  const TypeInfo* at = &info;
  while (true) {
    for (FieldId id : at->fields) {
      const FieldInfo& field = index_.field(id);
      if (field.has(kStatic)) continue;
      if (!field.has(kFinal)) return Sharing::mutable_;
      Sharing inside = sharing(field.type, field.owner, depth + 1);
      if (inside == Sharing::mutable_ || inside == Sharing::unknown) {
        if (field.type.is_array()) return Sharing::mutable_;
        inside = field_sharing(id);
      }
      if (inside == Sharing::mutable_ || inside == Sharing::unknown) return Sharing::mutable_;
    }
    if (!at->superclass.known()) return Sharing::immutable;
    if (!at->superclass.type.valid()) {
      Sharing super = sharing(at->superclass, TypeId(), depth);
      return super == Sharing::immutable ? Sharing::immutable : Sharing::mutable_;
    }
    at = &index_.type(at->superclass.type);
  }
}

Sharing Knowledge::value_sharing(const Expr* value, TypeId context, int depth) const {
  value = strip(value);
  if (const auto* made = as<NewObject>(value)) {
    return sharing(index_.resolve(made->type, context), context, depth + 1);
  }
  if (is<Literal>(value) || is<Lambda>(value) || is<MethodRef>(value)) return Sharing::immutable;
  if (const auto* choice = as<Conditional>(value)) {
    Sharing a = value_sharing(choice->if_true, context, depth);
    Sharing b = value_sharing(choice->if_false, context, depth);
    if (a == b) return a;
    auto is_safe = [](Sharing s) { return s == Sharing::immutable || s == Sharing::thread_safe; };
    return is_safe(a) && is_safe(b) ? Sharing::thread_safe : Sharing::unknown;
  }
  const auto* call = as<Call>(value);
  if (call == nullptr || depth > kMaxTypeDepth) return Sharing::unknown;
  for (const std::string& name : callee_names(*call, context)) {
    if (models_.thread_safe_factories.contains(name)) return Sharing::thread_safe;
    if (models_.immutable_factories.contains(name)) return Sharing::immutable;
    if (models_.wrapping_factories.contains(name) && !call->args.empty()) {
      return value_sharing(call->args[0], context, depth + 1);
    }
  }
  // makeMap() or Maps.make(), where all that the method does is `return Collections.synchronizedMap(...)`
  const auto* maker = as<Name>(call->target);
  TypeId made_in = maker != nullptr ? index_.resolve_name(maker->name, context).type : TypeId();
  if (call->target == nullptr || made_in.valid()) {
    std::vector<MethodId> methods =
        made_in.valid() ? index_.find_methods(made_in, call->name.name, call->args.size())
                        : index_.find_methods_lexically(context, call->name.name, call->args.size());
    const Method* made_by = methods.size() == 1 ? index_.method(methods[0]).decl : nullptr;
    bool single = made_by != nullptr && made_by->body != nullptr && made_by->body->statements.size() == 1;
    const auto* result = single ? as<Return>(made_by->body->statements[0]) : nullptr;
    if (result != nullptr && result->value != nullptr &&
        (is<Call>(strip(result->value)) || is<NewObject>(strip(result->value))))
      return value_sharing(result->value, index_.method(methods[0]).owner, depth + 1);
  }
  // ImmutableList.of(...), ConcurrentHashMap.newKeySet()
  if (const auto* target = as<Name>(call->target)) {
    TypeRef type = index_.resolve_name(target->name, context);
    if (type.known() && !type.type.valid()) {
      Sharing of_type = sharing(type, context, depth + 1);
      if (of_type == Sharing::immutable || of_type == Sharing::thread_safe) return of_type;
    }
  }
  return Sharing::unknown;
}

Sharing Knowledge::field_sharing(FieldId id) const {
  auto cached = field_sharing_.find(id);
  if (cached != field_sharing_.end()) return cached->second;
  const FieldInfo& field = index_.field(id);
  Sharing declared = annotated(field.annotations(), models_.thread_safe_annotations)
                         ? Sharing::thread_safe
                         : sharing(field.type, field.owner);
  field_sharing_[id] = declared;  // for fields that refer to each other
  if (declared == Sharing::immutable || declared == Sharing::thread_safe) return declared;
  // Other files seldom give a field that is not public another kind of object than its class does.
  if (!field.has(kFinal) && field.has(kPublic) && !is_private(field)) return declared;
  // A copy: to judge a value may read the sources of other types, which moves those of this one.
  const FieldSources values = sources(id);
  std::optional<Sharing> all;
  auto of_argument = [&](const Expr* value, TypeId context, const Method* method) {
    value = unwrapped(value, context);
    const auto* name = as<Name>(value);
    return name != nullptr ? argument_sharing(method, name->name, field.owner, 0) : Sharing::unknown;
  };
  auto add = [&](const Expr* value, TypeId context, const Method* method) {
    const auto* literal = as<Literal>(value);
    if (literal != nullptr && literal->literal() == LiteralKind::kNull) return;
    Sharing s = value == nullptr ? Sharing::unknown : value_sharing(value, context, 0);
    if (s == Sharing::unknown && value != nullptr && method != nullptr)
      s = of_argument(value, context, method);
    if (!all.has_value()) {
      all = s;
    } else if (*all != s) {
      bool both_safe = (*all == Sharing::immutable || *all == Sharing::thread_safe) &&
                       (s == Sharing::immutable || s == Sharing::thread_safe);
      all = both_safe ? Sharing::thread_safe : Sharing::unknown;
    }
  };
  if (values.initializer != nullptr) add(values.initializer, field.owner, nullptr);
  for (const FieldSources::Assignment& a : values.assignments) add(a.value, a.context, a.method);
  if (all == Sharing::immutable || all == Sharing::thread_safe) field_sharing_[id] = *all;
  // The class after `new` is more precise than an interface.
  if (all == Sharing::mutable_ && declared == Sharing::unknown) field_sharing_[id] = Sharing::mutable_;
  return field_sharing_[id];
}

// Only code of the same top-level class can name the field.
bool Knowledge::is_private(const FieldInfo& field) const {
  if (field.has(kPrivate)) return true;
  for (TypeId type = field.owner; type.valid(); type = index_.type(type).enclosing) {
    if (index_.type(type).has(kPrivate)) return true;
  }
  return false;
}

bool Knowledge::never_reassigned(FieldId id) const {
  const FieldInfo& field = index_.field(id);
  if (field.has(kFinal)) return true;
  if (field.decl == nullptr) return false;
  // Other files seldom replace the lock of a class, even where they may.
  if (!is_private(field) && lock_type(field.type) == nullptr) return false;
  const FieldSources& values = sources(id);
  return std::all_of(values.assignments.begin(), values.assignments.end(),
                     [](const FieldSources::Assignment& a) { return a.in_construction; });
}

namespace {

bool is_null(const Expr* value) {
  const auto* literal = as<Literal>(value);
  return literal != nullptr && literal->literal() == LiteralKind::kNull;
}

// The one assignment that gives the field an object; null: there are none or several. A constructor that sets
// null makes an object that does not use the field.
const FieldSources::Assignment* single_assignment(const FieldSources& values) {
  const FieldSources::Assignment* single = nullptr;
  for (const FieldSources::Assignment& one : values.assignments) {
    if (is_null(one.value)) continue;
    if (single != nullptr || one.value == nullptr) return nullptr;
    single = &one;
  }
  return single;
}

}  // namespace

const FieldSources::Assignment* Knowledge::only_assignment(FieldId id) const {
  const FieldInfo& field = index_.field(id);
  if (!never_reassigned(id) || field.decl == nullptr) return nullptr;
  const FieldSources& values = sources(id);
  bool starts_empty = values.initializer == nullptr || is_null(values.initializer);
  return starts_empty ? single_assignment(values) : nullptr;
}

const Expr* Knowledge::only_source(FieldId id, TypeId* context) const {
  if (!never_reassigned(id)) return nullptr;
  const FieldInfo& field = index_.field(id);
  if (field.decl == nullptr) return nullptr;
  const FieldSources& values = sources(id);
  *context = field.owner;
  // Lock lock = null; the constructor gives it an object.
  bool starts_empty =
      values.initializer == nullptr || (is_null(values.initializer) && !values.assignments.empty());
  if (!starts_empty) return values.assignments.empty() ? strip(values.initializer) : nullptr;
  const FieldSources::Assignment* set = single_assignment(values);
  return set != nullptr && !set->uses_locals ? strip(set->value) : nullptr;
}

}  // namespace dh::java
