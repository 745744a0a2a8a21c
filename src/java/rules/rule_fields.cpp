// P1 and P2: fields that others can reach, and fields that others may see before they are set.
#include <fmt/format.h>

#include "java/index/literals.h"
#include "java/rules/judged.h"

namespace dh::java {

namespace {

bool safe_inside(Sharing sharing) {
  return sharing == Sharing::immutable || sharing == Sharing::thread_safe;
}

// Only code of the same top-level class gets there, as if the field were private.
bool effectively_private(const Index& index, TypeId type) {
  for (; type.valid(); type = index.type(type).enclosing) {
    if (index.type(type).has(kPrivate) || index.type(type).is_local) return true;
  }
  return false;
}

std::string visibility(const FieldInfo& field) {
  if (field.has(kPublic)) return "public";
  if (field.has(kProtected)) return "protected";
  return "package-private";
}

void judge_escape(Judged& judged, TypeId type, FieldId id) {
  const Index& index = judged.index();
  const Knowledge& knowledge = judged.knowledge();
  const FieldInfo& field = index.field(id);
  if (field.has(kPrivate) || field.has(kVolatile) || field.constant != nullptr) return;
  if (effectively_private(index, type)) return;
  Finding finding;
  finding.rule = Rule::java_escape;
  finding.confidence = Confidence(judged.factors[JavaFactor::start_escape]);
  std::string why;
  if (field.has(kFinal)) {
    Sharing sharing = knowledge.field_sharing(id);
    if (safe_inside(sharing)) return;
    std::string type_name = field.type.known() ? std::string(index.text(field.type.simple)) : "its type";
    for (uint32_t i = 0; i < field.type.dims; ++i) type_name += "[]";
    why = fmt::format("{} and final, but {} can be modified", visibility(field), type_name);
    if (sharing == Sharing::mutable_ && field.type.type.valid() && !field.type.is_array())
      finding.confidence.apply(judged.factors[JavaFactor::field_of_class]);
    if (sharing == Sharing::unknown) {
      why = fmt::format("{} and final, but {} may not be thread-safe", visibility(field), type_name);
      finding.confidence.apply(judged.factors[JavaFactor::unknown_field_type]);
    }
    finding.hint = "make the field private, or give it an immutable or thread-safe type";
  } else {
    why = visibility(field) + " and not final";
    finding.hint = "make the field private and let methods with the lock use it";
  }
  if (knowledge.annotated(field.annotations(), knowledge.models().test_visibility_annotations)) {
    finding.confidence.apply(judged.factors[JavaFactor::field_for_tests]);
  }
  if (field.has(kProtected)) finding.confidence.apply(judged.factors[JavaFactor::field_protected]);
  if (!field.has(kProtected) && !field.has(kPublic)) {
    finding.confidence.apply(judged.factors[JavaFactor::field_of_package]);
    if (knowledge.annotated(field.annotations(), knowledge.models().guarded_by_annotations))
      finding.confidence.apply(judged.factors[JavaFactor::field_guard_declared]);
  }
  if (is_suppressed(judged, id, "java-escape")) return;
  finding.place = index.place(type, field.name_span);
  finding.shared = {"field", field_name(index, id)};
  finding.message = fmt::format("{} of the thread-safe class {} is accessible from outside: it is {}",
                                finding.shared.name, index.type(type).display, why);
  judged.findings.push_back(std::move(finding));
}

// Whether a value is what the field holds anyway before it is set.
bool is_default(const Knowledge& knowledge, const Expr* value, TypeId context) {
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  if (const auto* literal = as<Literal>(value);
      literal != nullptr && literal->literal() == LiteralKind::kNull)
    return true;
  std::optional<Constant> constant = constant_value(knowledge.index(), context, value);
  return constant.has_value() && is_default_value(*constant);
}

// Boolean.FALSE is the default of a boolean, but not of a Boolean.
bool is_unboxed_false(const Knowledge& knowledge, const Expr* value, const FieldInfo& field) {
  const auto* access = as<FieldAccess>(value);
  const auto* type = access != nullptr ? as<Name>(access->target) : nullptr;
  return field.type.primitive && type != nullptr && knowledge.text(type->name) == "Boolean" &&
         knowledge.text(access->name.name) == "FALSE";
}

// Objects that are safe to share however their reference gets to others.
bool safe_to_hand_over(const Knowledge& knowledge, FieldId id) {
  const TypeRef& type = knowledge.index().field(id).type;
  if (type.type.valid() && !type.is_array() && knowledge.is_immutable(type.type)) return true;
  return knowledge.field_sharing(id) == Sharing::thread_safe;
}

// One more modifier, where the declaration is of this field only.
std::optional<Fix> modifier_fix(const Judged& judged, TypeId type, FieldId id, std::string_view modifier) {
  const Index& index = judged.index();
  const FieldInfo& field = index.field(id);
  const FileInfo& file = index.file(index.type(type).file);
  if (!file.full || field.decl->type == nullptr) return std::nullopt;
  for (FieldId other : index.type(type).fields) {
    const Var* decl = index.field(other).decl;
    if (other != id && decl != nullptr && decl->modifiers == field.decl->modifiers) return std::nullopt;
  }
  const uint32_t at = field.decl->type->span.begin;
  return make_fix(fmt::format("make '{}' {}", index.text(field.name), modifier), file.tree.file,
                  {{{at, at}, fmt::format("{} ", modifier)}});
}

void judge_publication(Judged& judged, TypeId type, FieldId id) {
  const Index& index = judged.index();
  const Knowledge& knowledge = judged.knowledge();
  const FieldInfo& field = index.field(id);
  if (field.decl == nullptr || field.has(kFinal) || field.has(kVolatile) || field.has(kStatic)) return;
  if (safe_to_hand_over(knowledge, id)) return;
  // A copy: to judge a value may read the sources of other types, which moves those of this one.
  const FieldSources sources = knowledge.sources(id);
  const Expr* set = nullptr;
  auto is_plain = [&](const Expr* value, TypeId context) {
    return is_default(knowledge, value, context) || is_unboxed_false(knowledge, value, field);
  };
  if (sources.initializer != nullptr && !is_plain(sources.initializer, type)) set = sources.initializer;
  bool elsewhere = false;
  std::vector<const Node*> places;
  for (const FieldSources::Assignment& assignment : sources.assignments) {
    if (!assignment.in_construction) {
      elsewhere = true;
      continue;
    }
    bool plain = assignment.value != nullptr && is_plain(assignment.value, assignment.context);
    if (!plain) places.push_back(assignment.at);
  }
  if (set == nullptr && places.empty()) return;
  if (is_suppressed(judged, id, "java-unsafe-publication")) return;
  Finding finding;
  finding.rule = Rule::java_unsafe_publication;
  finding.place = index.place(type, field.name_span);
  finding.shared = {"field", field_name(index, id)};
  finding.message =
      fmt::format("{} is set {}, but is neither final nor volatile: another thread may see its default value",
                  finding.shared.name, set != nullptr ? "by its initializer" : "by the constructor");
  finding.hint =
      elsewhere ? "make the field volatile, or hand the object over safely" : "make the field final";
  // With assignments in constructors, `final` may not compile: they may be conditional.
  if (elsewhere) finding.fix = modifier_fix(judged, type, id, "volatile");
  if (sources.assignments.empty()) finding.fix = modifier_fix(judged, type, id, "final");
  finding.confidence = Confidence(judged.factors[JavaFactor::start_publication]);
  finding.confidence.apply(judged.factors[JavaFactor::may_be_published_safely]);
  if (elsewhere) finding.confidence.apply(judged.factors[JavaFactor::also_set_later]);
  for (const Node* at : places) finding.related.push_back({index.place(type, at->span), "set here"});
  judged.findings.push_back(std::move(finding));
}

}  // namespace

void judge_fields(Judged& judged) {
  const Index& index = judged.index();
  for (TypeId type : judged.classes) {
    const Knowledge& knowledge = judged.knowledge();
    // A method that claims something says nothing of the fields that it does not use, and neither does a
    // supertype.
    if (!knowledge.is_thread_safe(type) && has_thread_safe_method(knowledge, type)) continue;
    if (!claims_thread_safety(knowledge, type)) continue;
    const TypeInfo& info = index.type(type);
    for (FieldId id : info.fields) {
      judge_escape(judged, type, id);
      // Constants of an enum are published by the initialisation of their class.
      if (info.kind() != ClassKind::kEnum) judge_publication(judged, type, id);
    }
  }
}

}  // namespace dh::java
