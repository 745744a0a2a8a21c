// Literals, names, calls, creations, and what may follow an expression.
#include <algorithm>

#include "java/syntax/parser_impl.h"

namespace dh::java {

const Expr* Parser::parse_literal(LiteralKind literal) {
  auto* made = make<Literal>(take().span.begin);
  made->op = static_cast<uint8_t>(literal);
  return done(made);
}

const Expr* Parser::parse_primary() {
  uint32_t begin = peek().span.begin;
  switch (kind()) {
    case K::identifier: {
      if (kind(1) == K::arrow && lambdas_) return parse_lambda();
      Ident name = expect_ident();
      if (at(K::l_paren)) return parse_call(nullptr, {}, begin, name);
      auto* made = make<Name>(begin);
      made->name = name.name;
      return done(made);
    }
    case K::int_literal:
      return parse_literal(LiteralKind::kInt);
    case K::long_literal:
      return parse_literal(LiteralKind::kLong);
    case K::float_literal:
      return parse_literal(LiteralKind::kFloat);
    case K::double_literal:
      return parse_literal(LiteralKind::kDouble);
    case K::char_literal:
      return parse_literal(LiteralKind::kChar);
    case K::string_literal:
      return parse_literal(LiteralKind::kString);
    case K::text_block:
      return parse_literal(LiteralKind::kTextBlock);
    case K::kw_true:
      return parse_literal(LiteralKind::kTrue);
    case K::kw_false:
      return parse_literal(LiteralKind::kFalse);
    case K::kw_null:
      return parse_literal(LiteralKind::kNull);
    case K::kw_this: {
      Span span = take().span;
      // this(...) is made a ConstructorCall by its statement.
      if (at(K::l_paren)) return parse_call(nullptr, {}, begin, {contextual_.this_, span});
      return done(make<This>(begin));
    }
    case K::kw_super: {
      Span span = take().span;
      if (at(K::l_paren)) return parse_call(nullptr, {}, begin, {contextual_.super_, span});
      if (!at(K::dot) && !at(K::colon_colon)) fail_expected("'.' or '::' after super");
      return done(make<Super>(begin));
    }
    case K::less: {  // <T>this(...)
      List<Type> type_args = parse_type_args();
      Token word = take();
      if (word.kind == K::kw_this)
        return parse_call(nullptr, type_args, begin, {contextual_.this_, word.span});
      if (word.kind == K::kw_super)
        return parse_call(nullptr, type_args, begin, {contextual_.super_, word.span});
      fail_at(word.span, "expected this or super after type arguments");
      return nothing_;
    }
    case K::kw_new:
      return parse_new(nullptr, begin);
    case K::kw_switch:
      return parse_switch();
    case K::kw_void:
    case K::kw_boolean:
    case K::kw_byte:
    case K::kw_short:
    case K::kw_int:
    case K::kw_long:
    case K::kw_char:
    case K::kw_float:
    case K::kw_double:
    case K::at:
      return parse_class_or_method_ref(parse_type());
    default:
      fail_expected("an expression");
      return nothing_;
  }
}

// After a type in the place of an expression: T.class or T::m.
const Expr* Parser::parse_class_or_method_ref(const Type* type) {
  if (at(K::dot) && kind(1) == K::kw_class) {
    auto* made = make<ClassLiteral>(type->span.begin);
    made->type = type;
    take();
    take();
    return done(made);
  }
  auto* made = make<TypeExpr>(type->span.begin);
  made->type = type;
  const Expr* target = done(made);
  if (!at(K::colon_colon)) {
    fail_expected("'.class' or '::' after a type");
    return nothing_;
  }
  return parse_method_ref(target, target->span.begin);
}

List<Expr> Parser::parse_args() {
  expect(K::l_paren);
  bool lambdas = std::exchange(lambdas_, true);
  size_t m = mark();
  if (!at(K::r_paren)) {
    do {
      push(parse_expr());
    } while (accept(K::comma));
  }
  lambdas_ = lambdas;
  expect(K::r_paren);
  return take_list<Expr>(m);
}

const Expr* Parser::parse_call(const Expr* target, List<Type> type_args, uint32_t begin, Ident name) {
  auto* call = make<Call>(begin);
  call->target = target;
  call->type_args = type_args;
  call->name = name;
  call->args = parse_args();
  return done(call);
}

const Expr* Parser::parse_method_ref(const Expr* target, uint32_t begin) {
  auto* ref = make<MethodRef>(begin);
  ref->target = target;
  take();  // ::
  if (at(K::less)) ref->type_args = parse_type_args();
  if (at(K::kw_new)) {
    ref->name = {contextual_.new_, take().span};
  } else {
    ref->name = expect_ident();
  }
  return done(ref);
}

const Expr* Parser::parse_postfix(const Expr* expr, uint32_t begin) {
  for (uint32_t links = 1;; ++links) {
    longest_chain_ = std::max(longest_chain_, links);
    switch (kind()) {
      case K::dot:
        expr = parse_dot(expr, begin);
        break;
      case K::l_bracket: {
        if (kind(1) == K::r_bracket) {
          expr = finish_type(expr);
          break;
        }
        auto* access = make<ArrayAccess>(begin);
        take();
        access->array = expr;
        bool lambdas = std::exchange(lambdas_, true);
        access->index = parse_expr();
        lambdas_ = lambdas;
        expect(K::r_bracket);
        expr = done(access);
        break;
      }
      case K::plus_plus:
      case K::minus_minus: {
        auto* step = make<IncDec>(begin);
        bool plus = take().kind == K::plus_plus;
        step->op = static_cast<uint8_t>(plus ? IncDecOp::kPostIncrement : IncDecOp::kPostDecrement);
        step->operand = expr;
        expr = done(step);
        break;
      }
      case K::colon_colon:
        expr = parse_method_ref(expr, begin);
        break;
      case K::less:
        if ((!is<Name>(expr) && !is<FieldAccess>(expr)) || !at_type_of_method_ref()) return expr;
        expr = finish_type(expr);
        break;
      case K::at:  // names @A []::new
        if (kind(skip_dims(0)) != K::colon_colon) return expr;
        expr = finish_type(expr);
        break;
      default:
        return expr;
    }
  }
}

const Expr* Parser::parse_dot(const Expr* target, uint32_t begin) {
  if (kind(1) == K::at) return finish_type(target);  // a.b.@A C::m
  take();
  switch (kind()) {
    case K::identifier: {
      Ident name = expect_ident();
      if (at(K::l_paren)) return parse_call(target, {}, begin, name);
      auto* access = make<FieldAccess>(begin);
      access->target = target;
      access->name = name;
      return done(access);
    }
    case K::less: {
      List<Type> type_args = parse_type_args();
      if (at(K::kw_super)) {
        Span span = take().span;
        return parse_call(target, type_args, begin, {contextual_.super_, span});
      }
      Ident name = expect_ident();
      return parse_call(target, type_args, begin, name);
    }
    case K::kw_new:
      return parse_new(target, begin);
    case K::kw_this: {
      auto* made = make<This>(begin);
      take();
      made->qualifier = target;
      return done(made);
    }
    case K::kw_super: {
      Span span = take().span;
      if (at(K::l_paren)) return parse_call(target, {}, begin, {contextual_.super_, span});
      auto* made = make<Super>(begin);
      made->qualifier = target;
      return done(made);
    }
    case K::kw_class: {
      auto* made = make<ClassLiteral>(begin);
      auto* type = make<ClassType>(begin);
      size_t first = segments_.size();
      push_segments(target);
      type->segments = arena_.copy(std::span<const TypeSegment>(segments_).subspan(first));
      segments_.resize(first);
      type->span.end = target->span.end;
      made->type = type;
      take();
      return done(made);
    }
    default:
      fail_expected("a name after '.'");
      return nothing_;
  }
}

// Names that turn out to be a type: pushes a segment for each.
void Parser::push_segments(const Expr* names) {
  size_t first = segments_.size();
  for (;;) {
    TypeSegment segment;
    if (const auto* access = as<FieldAccess>(names)) {
      segment.ident = access->name;
      names = access->target;
    } else if (const auto* name = as<Name>(names)) {
      segment.ident = {name->name, name->span};
      names = nullptr;
    } else {
      fail_at(names->span, "expected the name of a type");
      names = nullptr;
    }
    segments_.push_back(segment);
    if (names == nullptr) break;
  }
  std::reverse(segments_.begin() + static_cast<std::ptrdiff_t>(first), segments_.end());
}

// After names that are a type: the rest of it, and .class or :: after it.
const Expr* Parser::finish_type(const Expr* names) {
  uint32_t begin = names->span.begin;
  size_t first = segments_.size();
  push_segments(names);
  const ClassType* type;
  if (at(K::less)) {
    segments_.back().has_args = true;
    segments_.back().args = parse_type_args();
  }
  if (at(K::dot) && kind(1) != K::kw_class) {
    take();
    type = parse_segments(begin, first);
  } else {
    auto* made = make<ClassType>(begin);
    made->segments = arena_.copy(std::span<const TypeSegment>(segments_).subspan(first));
    segments_.resize(first);
    type = done(made);
  }
  return parse_class_or_method_ref(parse_dims(type));
}

const Expr* Parser::parse_new(const Expr* outer, uint32_t begin) {
  Nesting nesting(*this);
  take();
  if (!nesting) return nothing_;
  List<Type> type_args;
  if (at(K::less)) type_args = parse_type_args();
  const Type* type = parse_type_without_dims();
  if (at(K::l_bracket) || at(K::at)) return parse_new_array(type, begin);
  auto* made = make<NewObject>(begin);
  made->outer = outer;
  made->type_args = type_args;
  made->type = as<ClassType>(type);
  if (made->type == nullptr) {
    fail_expected("'['");
    return nothing_;
  }
  if (!at(K::l_paren)) {
    fail_expected("'(' or '['");
    return nothing_;
  }
  made->args = parse_args();
  if (at(K::l_brace)) made->body = parse_anonymous_body();
  return done(made);
}

const Expr* Parser::parse_new_array(const Type* element, uint32_t begin) {
  auto* made = make<NewArray>(begin);
  made->element = element;
  size_t m = mark();
  for (;;) {
    size_t bracket = at(K::at) ? skip_annotations(0) : 0;
    if (kind(bracket) != K::l_bracket || kind(bracket + 1) == K::r_bracket) break;
    parse_annotations();
    take();
    bool lambdas = std::exchange(lambdas_, true);
    push(parse_expr());
    lambdas_ = lambdas;
    expect(K::r_bracket);
  }
  made->sizes = take_list<Expr>(m);
  uint32_t unsized = parse_brackets(m);
  take_list<Annotation>(m);
  made->dims = static_cast<uint32_t>(made->sizes.size()) + unsized;
  if (made->sizes.empty()) {
    if (!at(K::l_brace)) {
      fail_expected("the size of the array or its elements");
      return nothing_;
    }
    made->init = as<ArrayInit>(parse_array_init());
  }
  return done(made);
}

// Also takes plain expressions, which is what initialisers of variables may be too.
const Expr* Parser::parse_array_init() {
  if (!at(K::l_brace)) return parse_expr();
  Nesting nesting(*this);
  auto* init = make<ArrayInit>(peek().span.begin);
  take();
  bool lambdas = std::exchange(lambdas_, true);
  size_t m = mark();
  while (nesting && !at(K::r_brace) && !at(K::end)) {
    if (accept(K::comma)) break;  // {,}
    push(parse_array_init());
    if (!accept(K::comma)) break;
  }
  lambdas_ = lambdas;
  init->elements = take_list<Expr>(m);
  expect(K::r_brace);
  return done(init);
}

}  // namespace dh::java
