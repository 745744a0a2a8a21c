// P1 and P2: fields that others can reach, and fields that others may see before they are set.
#include <fmt/format.h>

#include "java/judged.h"

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
  finding.confidence = 90;
  std::string why;
  if (field.has(kFinal)) {
    Sharing sharing = knowledge.field_sharing(id);
    if (safe_inside(sharing)) return;
    std::string type_name = field.type.known() ? std::string(index.text(field.type.simple)) : "its type";
    for (uint32_t i = 0; i < field.type.dims; ++i) type_name += "[]";
    why = fmt::format("{} and final, but {} can be modified", visibility(field), type_name);
    if (sharing == Sharing::unknown) {
      why = fmt::format("{} and final, but {} may not be thread-safe", visibility(field), type_name);
      finding.confidence -= 50;
      finding.reasons.push_back(
          {-50, "the field's type is not known; name it in thread-safe-types or immutable-types"});
    }
    finding.hint = "make the field private, or give it an immutable or thread-safe type";
  } else {
    why = visibility(field) + " and not final";
    finding.hint = "make the field private and let methods with the lock use it";
  }
  if (knowledge.annotated(field.annotations(), knowledge.models().test_visibility_annotations)) {
    finding.confidence -= 30;
    finding.reasons.push_back({-30, "annotated as visible for tests only"});
  }
  if (is_suppressed(judged, id, "java-escape")) return;
  finding.place = index.place(type, field.name_span);
  finding.shared = {"field", field_name(index, id)};
  finding.message = fmt::format("{} of the thread-safe class {} is accessible from outside: it is {}",
                                finding.shared.name, index.type(type).display, why);
  judged.findings.push_back(std::move(finding));
}

bool is_default_literal(LiteralKind kind, std::string_view text) {
  auto zeros = [](std::string_view digits) {
    return digits.find_first_not_of("0_.xXbBlLfFdD") == std::string_view::npos &&
           digits.find('0') != std::string_view::npos;
  };
  switch (kind) {
    case LiteralKind::kNull:
    case LiteralKind::kFalse:
      return true;
    case LiteralKind::kTrue:
    case LiteralKind::kString:
    case LiteralKind::kTextBlock:
      return false;
    case LiteralKind::kInt:
    case LiteralKind::kLong: {
      bool hex = text.starts_with("0x") || text.starts_with("0X");  // in which b, d and f are digits
      std::string_view digits = hex ? text.substr(2) : text;
      return hex ? digits.find_first_not_of("0_lL") == std::string_view::npos : zeros(digits);
    }
    case LiteralKind::kFloat:
    case LiteralKind::kDouble:
      return zeros(text.substr(0, text.find_first_of("eE")));
    case LiteralKind::kChar:
      return text == "'\\0'" || text == "'\\u0000'" || text == "'\\00'" || text == "'\\000'";
  }
  return false;
}

// Whether a value is what the field holds anyway before it is set.
bool is_default(const Knowledge& knowledge, const Expr* value, TypeId context, int depth) {
  const Index& index = knowledge.index();
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  if (const auto* literal = as<Literal>(value))
    return is_default_literal(literal->literal(), index.text(context, value->span));
  if (const auto* unary = as<Unary>(value)) {
    bool integral =
        is<Literal>(unary->operand) && get<Literal>(unary->operand).literal() <= LiteralKind::kLong;
    bool sign = unary->unary_op() == UnaryOp::kPlus || (unary->unary_op() == UnaryOp::kMinus && integral);
    return sign && is_default(knowledge, unary->operand, context, depth);
  }
  Symbol name;
  TypeId of = context;
  if (const auto* plain = as<Name>(value)) name = plain->name;
  if (const auto* access = as<FieldAccess>(value)) {
    const auto* type = as<Name>(access->target);
    if (type == nullptr) return false;
    of = index.resolve_name(type->name, context).type;
    name = access->name.name;
  }
  if (!name.valid() || !of.valid() || depth > 4) return false;
  FieldId constant = is<Name>(value) ? index.find_field_lexically(of, name) : index.find_field(of, name);
  if (!constant.valid()) return false;
  const FieldInfo& field = index.field(constant);
  if (!field.has(kStatic) || !field.has(kFinal) || field.decl == nullptr || field.decl->init == nullptr)
    return false;
  return is_default(knowledge, field.decl->init, field.owner, depth + 1);
}

void judge_publication(Judged& judged, TypeId type, FieldId id) {
  const Index& index = judged.index();
  const Knowledge& knowledge = judged.knowledge();
  const FieldInfo& field = index.field(id);
  if (field.decl == nullptr || field.has(kFinal) || field.has(kVolatile) || field.has(kStatic)) return;
  if (knowledge.field_sharing(id) == Sharing::thread_safe) return;
  const FieldSources& sources = knowledge.sources(id);
  const Expr* set = nullptr;
  if (sources.initializer != nullptr && !is_default(knowledge, sources.initializer, type, 0))
    set = sources.initializer;
  bool elsewhere = false;
  std::vector<const Node*> places;
  for (const FieldSources::Assignment& assignment : sources.assignments) {
    if (!assignment.in_construction) {
      elsewhere = true;
      continue;
    }
    bool plain =
        assignment.value != nullptr && is_default(knowledge, assignment.value, assignment.context, 0);
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
  finding.confidence = elsewhere ? 70 : 80;
  finding.reasons.push_back({-20, "objects that are always handed over safely are fine"});
  if (elsewhere) finding.reasons.push_back({-10, "other methods assign the field, too"});
  for (const Node* at : places) finding.related.push_back({index.place(type, at->span), "set here"});
  judged.findings.push_back(std::move(finding));
}

}  // namespace

void judge_fields(Judged& judged) {
  const Index& index = judged.index();
  for (TypeId type : judged.classes) {
    const TypeInfo& info = index.type(type);
    for (FieldId id : info.fields) {
      judge_escape(judged, type, id);
      // Constants of an enum are published by the initialisation of their class.
      if (info.kind() != ClassKind::kEnum) judge_publication(judged, type, id);
    }
  }
}

}  // namespace dh::java
