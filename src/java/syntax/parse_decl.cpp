// Classes and their members.
#include "java/syntax/parser_impl.h"

namespace dh::java {

const ClassDecl* Parser::parse_class(const Modifiers* modifiers) {
  Nesting nesting(*this);
  uint32_t begin = modifiers == no_modifiers() ? peek().span.begin : modifiers->span.begin;
  auto* decl = make<ClassDecl>(begin);
  decl->modifiers = modifiers;
  if (!nesting) return done(decl);
  ClassKind class_kind = ClassKind::kClass;
  switch (kind()) {
    case K::kw_class:
      break;
    case K::kw_interface:
      class_kind = ClassKind::kInterface;
      break;
    case K::kw_enum:
      class_kind = ClassKind::kEnum;
      break;
    case K::at:
      take();
      class_kind = ClassKind::kAnnotationType;
      break;
    default:
      class_kind = ClassKind::kRecord;
      break;
  }
  take();
  decl->op = static_cast<uint8_t>(class_kind);
  decl->name = expect_ident();
  parse_class_header(decl);
  return parse_class_body(decl);
}

void Parser::parse_class_header(ClassDecl* decl) {
  decl->type_params = parse_type_params();
  if (decl->class_kind() == ClassKind::kRecord)
    decl->components = parse_params(VarRole::kRecordComponent, nullptr);
  if (accept(K::kw_extends)) {
    if (decl->class_kind() == ClassKind::kClass) {
      decl->extends_type = parse_type();
    } else {
      decl->interfaces = parse_type_list(K::comma);
    }
  }
  if (accept(K::kw_implements)) decl->interfaces = parse_type_list(K::comma);
  if (at_name(contextual_.permits)) {
    take();
    decl->permits = parse_type_list(K::comma);
  }
}

const ClassDecl* Parser::parse_anonymous_body() {
  Nesting nesting(*this);
  auto* decl = make<ClassDecl>(peek().span.begin);
  decl->op = static_cast<uint8_t>(ClassKind::kAnonymous);
  decl->modifiers = no_modifiers();
  return nesting ? parse_class_body(decl) : done(decl);
}

const ClassDecl* Parser::parse_class_body(ClassDecl* decl) {
  bool lambdas = std::exchange(lambdas_, true);
  decl->body.begin = expect(K::l_brace).span.begin;
  if (decl->class_kind() == ClassKind::kEnum) parse_enum_constants(decl);
  size_t m = mark();
  while (!at(K::r_brace) && !at(K::end)) parse_member(decl);
  decl->members = take_list<Node>(m);
  decl->body.end = expect(K::r_brace).span.end;
  lambdas_ = lambdas;
  return done(decl);
}

void Parser::parse_enum_constants(ClassDecl* decl) {
  size_t m = mark();
  while (at(K::identifier) || at(K::at)) {
    push(parse_enum_constant());
    if (!accept(K::comma)) break;
  }
  if (mark() == m) accept(K::comma);  // enum E {,}
  decl->constants = take_list<EnumConstant>(m);
  if (!at(K::r_brace)) expect(K::semicolon);
}

const EnumConstant* Parser::parse_enum_constant() {
  auto* constant = make<EnumConstant>(peek().span.begin);
  constant->annotations = parse_annotations();
  constant->name = expect_ident();
  if (at(K::l_paren)) constant->args = parse_args();
  if (at(K::l_brace)) constant->body = parse_anonymous_body();
  return done(constant);
}

void Parser::parse_member(ClassDecl* decl) {
  if (accept(K::semicolon)) return;
  uint32_t begin = peek().span.begin;
  const Modifiers* modifiers = parse_modifiers();
  if (at(K::l_brace)) {
    if ((modifiers->bits & ~uint32_t{kStatic}) != 0 || !modifiers->annotations.empty()) {
      fail("the only modifier of an initialiser block is 'static'");
    }
    auto* block = make<Initializer>(begin);
    block->op = modifiers->has(kStatic) ? 1 : 0;
    const Block* body = parse_block();
    block->body = skim_ ? nullptr : body;
    push<Node>(done(block));
  } else if (at_class_keyword(0)) {
    push<Node>(parse_class(modifiers));
  } else {
    parse_method_or_field(decl, modifiers, begin);
  }
}

void Parser::parse_method_or_field(ClassDecl* decl, const Modifiers* modifiers, uint32_t begin) {
  List<TypeParameter> type_params = parse_type_params();
  if (!type_params.empty() && at(K::at)) {
    // <T> @A void f(): annotations after the type parameters belong to the method.
    auto* more = make<Modifiers>(modifiers->span.begin);
    size_t m = mark();
    for (const Annotation* annotation : modifiers->annotations) push(annotation);
    while (at(K::at)) push(parse_annotation());
    more->bits = modifiers->bits;
    more->annotations = take_list<Annotation>(m);
    modifiers = done(more);
  }
  if (at(K::identifier) && (kind(1) == K::l_paren || kind(1) == K::l_brace)) {
    bool compact = kind(1) == K::l_brace;
    bool own_name = decl->name.name.valid() && peek().name == decl->name.name;
    if (!own_name || (compact && decl->class_kind() != ClassKind::kRecord)) {
      return fail("a method needs a return type");
    }
    return parse_method(decl, modifiers, type_params, nullptr, begin);
  }
  const Type* type;
  if (at(K::kw_void)) {
    auto* made = make<PrimitiveType>(take().span.begin);
    made->op = static_cast<uint8_t>(Primitive::kVoid);
    type = done(made);
  } else if (at(K::identifier) || at(K::at) || skip_type(0) != 0) {
    type = parse_type();
  } else {
    return fail_expected("a member of a class");
  }
  if (kind(1) == K::l_paren || !type_params.empty()) {
    parse_method(decl, modifiers, type_params, type, begin);
  } else {
    parse_fields(modifiers, type, begin);
  }
}

void Parser::parse_method(const ClassDecl*, const Modifiers* modifiers, List<TypeParameter> type_params,
                          const Type* return_type, uint32_t begin) {
  auto* method = make<Method>(begin);
  method->modifiers = modifiers;
  method->type_params = type_params;
  method->return_type = return_type;
  method->name = expect_ident();
  if (return_type == nullptr) method->op = at(K::l_brace) ? 2 : 1;
  if (!method->is_compact()) method->params = parse_params(VarRole::kParam, &method->receiver);
  if (return_type != nullptr && (at(K::l_bracket) || at(K::at))) {
    method->return_type = parse_dims(return_type);  // int f()[]
  }
  parse_method_rest(method);
  push<Node>(done(method));
}

void Parser::parse_method_rest(Method* method) {
  if (accept(K::kw_throws)) method->throws_types = parse_type_list(K::comma);
  if (accept(K::kw_default)) method->default_value = parse_annotation_value();
  if (at(K::l_brace)) {
    const Block* body = parse_block();
    method->body = skim_ ? nullptr : body;
    method->body_skipped = skim_;
  } else if (!accept(K::semicolon)) {
    fail_expected("'{' or ';'");
  }
}

void Parser::parse_fields(const Modifiers* modifiers, const Type* type, uint32_t begin) {
  do {
    push<Node>(parse_declarator(modifiers, type, VarRole::kField, begin));
    begin = peek(1).span.begin;
  } while (accept(K::comma));
  expect(K::semicolon);
}

// The name, brackets after it, and the value.
const Var* Parser::parse_declarator(const Modifiers* modifiers, const Type* type, VarRole role,
                                    uint32_t begin) {
  auto* var = make<Var>(begin);
  var->op = static_cast<uint8_t>(role);
  var->modifiers = modifiers;
  var->type = type;
  var->name = expect_ident();
  if (at(K::l_bracket) || at(K::at)) {
    size_t m;
    uint32_t dims = parse_brackets(m);
    List<Annotation> annotations = take_list<Annotation>(m);
    if (dims > 0) var->type = add_dims(type, dims, annotations, false);
  }
  if (accept(K::assign)) var->init = parse_array_init();
  return done(var);
}

List<Var> Parser::parse_params(VarRole role, const Var** receiver) {
  expect(K::l_paren);
  size_t m = mark();
  if (!at(K::r_paren)) {
    do {
      bool is_receiver = false;
      const Var* var = parse_param(role, is_receiver);
      if (!is_receiver) {
        push(var);
      } else if (receiver != nullptr) {
        *receiver = var;
      } else {
        fail_at(var->span, "'this' is not allowed as a parameter here");
      }
    } while (accept(K::comma));
  }
  expect(K::r_paren);
  return take_list<Var>(m);
}

const Var* Parser::parse_param(VarRole role, bool& is_receiver) {
  auto* var = make<Var>(peek().span.begin);
  var->op = static_cast<uint8_t>(role);
  var->modifiers = no_modifiers();
  if (role == VarRole::kLambdaParam && at(K::identifier) && (kind(1) == K::comma || kind(1) == K::r_paren)) {
    var->name = expect_ident();
    return done(var);
  }
  var->modifiers = parse_modifiers();
  var->type = var_or(parse_type());
  size_t ellipsis = at(K::at) ? skip_annotations(0) : 0;
  if (kind(ellipsis) == K::ellipsis) {
    List<Annotation> annotations = parse_annotations();
    take();
    var->type = add_dims(var->type, 1, annotations, true);
  }
  while (at(K::identifier) && kind(1) == K::dot) {  // Outer Outer.this
    take();
    take();
  }
  if (at(K::kw_this)) {
    var->op = static_cast<uint8_t>(VarRole::kReceiverParam);
    var->name = {contextual_.this_, take().span};
    is_receiver = true;
    return done(var);
  }
  var->name = expect_ident();
  size_t m;
  uint32_t dims = at(K::l_bracket) || at(K::at) ? parse_brackets(m) : 0;
  if (dims > 0) var->type = add_dims(var->type, dims, take_list<Annotation>(m), var->varargs());
  return done(var);
}

}  // namespace dh::java
