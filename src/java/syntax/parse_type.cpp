// Types, type parameters, modifiers and annotations.
#include "java/syntax/parser_impl.h"

namespace dh::java {

namespace {

// The primitive type a keyword names; false for other tokens.
bool primitive_of(TokenKind kind, Primitive& out) {
  switch (kind) {
    case TokenKind::kw_boolean:
      out = Primitive::kBoolean;
      return true;
    case TokenKind::kw_byte:
      out = Primitive::kByte;
      return true;
    case TokenKind::kw_short:
      out = Primitive::kShort;
      return true;
    case TokenKind::kw_int:
      out = Primitive::kInt;
      return true;
    case TokenKind::kw_long:
      out = Primitive::kLong;
      return true;
    case TokenKind::kw_char:
      out = Primitive::kChar;
      return true;
    case TokenKind::kw_float:
      out = Primitive::kFloat;
      return true;
    case TokenKind::kw_double:
      out = Primitive::kDouble;
      return true;
    case TokenKind::kw_void:
      out = Primitive::kVoid;
      return true;
    default:
      return false;
  }
}

uint32_t modifier_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_public:
      return kPublic;
    case TokenKind::kw_protected:
      return kProtected;
    case TokenKind::kw_private:
      return kPrivate;
    case TokenKind::kw_static:
      return kStatic;
    case TokenKind::kw_abstract:
      return kAbstract;
    case TokenKind::kw_final:
      return kFinal;
    case TokenKind::kw_native:
      return kNative;
    case TokenKind::kw_synchronized:
      return kSynchronized;
    case TokenKind::kw_transient:
      return kTransient;
    case TokenKind::kw_volatile:
      return kVolatile;
    case TokenKind::kw_strictfp:
      return kStrictfp;
    case TokenKind::kw_default:
      return kDefault;
    default:
      return 0;
  }
}

}  // namespace

// `var` alone is not a class.
const Type* Parser::var_or(const Type* type) {
  const auto* named = as<ClassType>(type);
  if (named == nullptr || named->segments.size() != 1 || named->simple_name() != contextual_.var ||
      named->last().has_args) {
    return type;
  }
  auto* made = make<VarType>(type->span.begin);
  made->span = type->span;
  return made;
}

const Type* Parser::parse_type() {
  return parse_dims(parse_type_without_dims());
}

const Type* Parser::parse_type_without_dims() {
  Nesting nesting(*this);
  uint32_t begin = peek().span.begin;
  Primitive primitive;
  size_t after = at(K::at) ? skip_annotations(0) : 0;
  if (nesting && primitive_of(kind(after), primitive)) {
    auto* type = make<PrimitiveType>(begin);
    type->annotations = parse_annotations();
    type->op = static_cast<uint8_t>(primitive);
    take();
    return done(type);
  }
  return parse_class_type();
}

const ClassType* Parser::parse_class_type() {
  uint32_t begin = peek().span.begin;
  return parse_segments(begin, segments_.size());
}

// The rest of a class type; the segments from `first` on are there already, and so is a dot after them.
const ClassType* Parser::parse_segments(uint32_t begin, size_t first) {
  auto* type = make<ClassType>(begin);
  for (;;) {
    TypeSegment segment;
    if (at(K::at)) segment.annotations = parse_annotations();
    segment.ident = expect_ident();
    if (at(K::less)) {
      segment.has_args = true;
      segment.args = parse_type_args();
    }
    segments_.push_back(segment);
    // x.class, x.this, x.new end the type; only names go on.
    if (!at(K::dot) || (kind(1) != K::identifier && kind(1) != K::at)) break;
    take();
  }
  type->segments = arena_.copy(std::span<const TypeSegment>(segments_).subspan(first));
  segments_.resize(first);
  return done(type);
}

// [] pairs and their annotations, which go to the scratch stack. The number of pairs.
uint32_t Parser::parse_brackets(size_t& annotations_mark) {
  annotations_mark = mark();
  uint32_t dims = 0;
  for (;;) {
    size_t bracket = at(K::at) ? skip_annotations(0) : 0;
    if (kind(bracket) != K::l_bracket || kind(bracket + 1) != K::r_bracket) return dims;
    while (at(K::at)) push(parse_annotation());
    take();
    take();
    ++dims;
  }
}

const Type* Parser::parse_dims(const Type* element) {
  if (!at(K::l_bracket) && !at(K::at)) return element;
  size_t m;
  uint32_t dims = parse_brackets(m);
  List<Annotation> annotations = take_list<Annotation>(m);
  return dims == 0 ? element : add_dims(element, dims, annotations, false);
}

const Type* Parser::add_dims(const Type* type, uint32_t dims, List<Annotation> annotations, bool varargs) {
  auto* array = make<ArrayType>(type->span.begin);
  if (const auto* inner = as<ArrayType>(type)) {
    array->element = inner->element;
    array->dims = inner->dims + dims;
    array->annotations = inner->annotations.empty() ? annotations : inner->annotations;
  } else {
    array->element = type;
    array->dims = dims;
    array->annotations = annotations;
  }
  array->op = varargs ? 1 : 0;
  return done(array);
}

void Parser::expect_greater() {
  expect(K::greater);
}

List<Type> Parser::parse_type_args() {
  Nesting nesting(*this);
  if (!nesting) return {};
  expect(K::less);
  size_t m = mark();
  if (!at(K::greater)) {
    do {
      push(parse_type_arg());
    } while (accept(K::comma));
  }
  expect_greater();
  return take_list<Type>(m);
}

const Type* Parser::parse_type_arg() {
  size_t after = at(K::at) ? skip_annotations(0) : 0;
  if (kind(after) != K::question) return parse_type();
  auto* type = make<WildcardType>(peek().span.begin);
  type->annotations = parse_annotations();
  take();
  if (at(K::kw_extends) || at(K::kw_super)) {
    type->op = static_cast<uint8_t>(at(K::kw_extends) ? WildcardBound::kExtends : WildcardBound::kSuper);
    take();
    type->bound = parse_type();
  }
  return done(type);
}

List<Type> Parser::parse_type_list(K separator) {
  size_t m = mark();
  do {
    push(parse_type());
  } while (accept(separator));
  return take_list<Type>(m);
}

List<TypeParameter> Parser::parse_type_params() {
  if (!accept(K::less)) return {};
  size_t m = mark();
  do {
    auto* param = make<TypeParameter>(peek().span.begin);
    param->annotations = parse_annotations();
    param->name = expect_ident();
    if (accept(K::kw_extends)) param->bounds = parse_type_list(K::ampersand);
    push(done(param));
  } while (accept(K::comma));
  expect_greater();
  return take_list<TypeParameter>(m);
}

const Modifiers* Parser::no_modifiers() {
  if (no_modifiers_ == nullptr) no_modifiers_ = make<Modifiers>(0);
  return no_modifiers_;
}

const Modifiers* Parser::parse_modifiers() {
  uint32_t begin = peek().span.begin;
  uint32_t bits = 0;
  size_t m = mark();
  for (;;) {
    if (at(K::at)) {
      if (kind(1) == K::kw_interface) break;
      push(parse_annotation());
    } else if (uint32_t bit = modifier_of(kind())) {
      // `default` of a switch label or `synchronized (x)` never come here: statements look first.
      if (bits & bit) {
        fail("a modifier is repeated");
        break;
      }
      bits |= bit;
      take();
    } else if (at(K::identifier) && at_contextual_modifier(0)) {
      bool sealed = peek().name == contextual_.sealed;
      bits |= sealed ? kSealed : kNonSealed;
      for (int i = 0; i < (sealed ? 1 : 3); ++i) take();
    } else {
      break;
    }
  }
  if (bits == 0 && mark() == m) return no_modifiers();
  auto* modifiers = make<Modifiers>(begin);
  modifiers->bits = bits;
  modifiers->annotations = take_list<Annotation>(m);
  return done(modifiers);
}

List<Annotation> Parser::parse_annotations() {
  if (!at(K::at)) return {};
  size_t m = mark();
  while (at(K::at) && kind(1) != K::kw_interface) push(parse_annotation());
  return take_list<Annotation>(m);
}

const Annotation* Parser::parse_annotation() {
  Nesting nesting(*this);
  auto* annotation = make<Annotation>(peek().span.begin);
  expect(K::at);
  annotation->name = parse_qualified_name();
  if (!nesting || !accept(K::l_paren)) return done(annotation);
  std::vector<AnnotationArg> args;
  if (!at(K::r_paren)) {
    do {
      AnnotationArg arg{{contextual_.value, {}}, nullptr};
      if (at(K::identifier) && kind(1) == K::assign) {
        arg.name = expect_ident();
        take();
      }
      arg.value = parse_annotation_value();
      args.push_back(arg);
    } while (accept(K::comma));
  }
  expect(K::r_paren);
  annotation->args = arena_.copy(args);
  return done(annotation);
}

const Expr* Parser::parse_annotation_value() {
  if (at(K::at)) return parse_annotation();
  if (!at(K::l_brace)) return parse_conditional();
  Nesting nesting(*this);
  auto* init = make<ArrayInit>(peek().span.begin);
  take();
  size_t m = mark();
  while (nesting && !at(K::r_brace) && !at(K::end)) {
    if (accept(K::comma)) break;  // {,}
    push(parse_annotation_value());
    if (!accept(K::comma)) break;
  }
  init->elements = take_list<Expr>(m);
  expect(K::r_brace);
  return done(init);
}

QualifiedName Parser::parse_qualified_name() {
  idents_.clear();
  do {
    idents_.push_back(expect_ident());
  } while (at(K::dot) && kind(1) == K::identifier && accept(K::dot));
  return arena_.copy(idents_);
}

}  // namespace dh::java
