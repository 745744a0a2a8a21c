#include "java/index/expr_types.h"

#include <algorithm>

namespace dh::java {

namespace {

// Chains of types, for example `var x = a.b().c().d()`. Long chains get no type; they are not an error.
constexpr int kMaxSteps = 200;

bool is_numeric(std::string_view primitive) {
  return primitive != "boolean" && primitive != "void";
}

// Integer of int, for boxing; empty for other names.
std::string_view boxed(std::string_view primitive) {
  static constexpr std::pair<std::string_view, std::string_view> kBoxes[] = {
      {"boolean", "Boolean"}, {"byte", "Byte"},      {"short", "Short"}, {"int", "Integer"},
      {"long", "Long"},       {"char", "Character"}, {"float", "Float"}, {"double", "Double"}};
  for (const auto& [from, to] : kBoxes) {
    if (from == primitive) return to;
  }
  return "";
}

}  // namespace

TypeRef ExprTypes::of_class(TypeId type) const {
  const TypeInfo& info = index_.type(type);
  TypeRef ref;
  ref.type = type;
  ref.simple = info.name.valid() ? info.name : index_.names().intern("");
  ref.qualified = info.qualified;
  return ref;
}

// A class of java.lang, or a primitive type, by its name.
TypeRef ExprTypes::made(std::string_view qualified) const {
  TypeRef ref;
  size_t dot = qualified.find_last_of('.');
  ref.primitive = dot == std::string_view::npos;
  ref.simple = index_.names().intern(qualified.substr(dot + 1));
  if (!ref.primitive) {
    ref.qualified = qualified;
    ref.type = index_.find_type(qualified);
  }
  return ref;
}

TypeRef ExprTypes::literal_type(const Literal& literal) const {
  switch (literal.literal()) {
    case LiteralKind::kInt:
      return made("int");
    case LiteralKind::kLong:
      return made("long");
    case LiteralKind::kFloat:
      return made("float");
    case LiteralKind::kDouble:
      return made("double");
    case LiteralKind::kChar:
      return made("char");
    case LiteralKind::kTrue:
    case LiteralKind::kFalse:
      return made("boolean");
    case LiteralKind::kString:
    case LiteralKind::kTextBlock:
      return made("java.lang.String");
    case LiteralKind::kNull:
      return {};
  }
  return {};
}

// Of what a for-each loop goes over: the element of an array, or the only type argument.
TypeRef ExprTypes::element_type(const TypeRef& iterable) const {
  if (iterable.is_array()) {
    TypeRef element = iterable;
    --element.dims;
    if (const auto* array = as<ArrayType>(iterable.node))
      element.node = element.dims == 0 ? array->element : nullptr;
    return element;
  }
  const auto* type = as<ClassType>(iterable.node);
  if (type == nullptr || type->last().args.size() != 1) return {};
  return index_.resolve(type->last().args[0], context_, method_);
}

TypeRef ExprTypes::type_of_var(const Var* var, int depth) const {
  if (var == nullptr || depth > kMaxSteps) return {};
  if (var->type != nullptr && !is<VarType>(var->type)) return index_.resolve(var->type, context_, method_);
  if (var->role() == VarRole::kLambdaParam || var->init == nullptr) return {};
  return type_of(var->init, depth + 1);
}

Denotation ExprTypes::denote(const Expr* name) const {
  return denote(name, 0);
}

Denotation ExprTypes::denote(const Expr* expr, int depth) const {
  Denotation result;
  if (depth > kMaxSteps) return result;
  if (const auto* simple = as<Name>(expr)) {
    if (const Var* local = find_local_(simple->name)) {
      result.kind = Denotation::Kind::local;
      result.local = local;
      result.type = type_of_var(local, depth + 1);
      return result;
    }
    result.field = index_.find_field_lexically(context_, simple->name);
    if (result.field.valid()) {
      result.kind = Denotation::Kind::field;
      result.type = index_.field(result.field).type;
      return result;
    }
    result.type = index_.resolve_name(simple->name, context_);
    bool known = result.type.type.valid() || !result.type.qualified.empty();
    if (known) result.kind = Denotation::Kind::type;
    return result;
  }
  const auto* access = as<FieldAccess>(expr);
  if (access == nullptr) return result;
  TypeRef target;
  bool of_type = false;
  if (is<Name>(access->target) || is<FieldAccess>(access->target)) {
    Denotation left = denote(access->target, depth + 1);
    target = left.type;
    of_type = left.kind == Denotation::Kind::type;
  } else {
    target = type_of(access->target, depth + 1);
  }
  if (target.type.valid() && !target.is_array()) {
    result.field = index_.find_field(target.type, access->name.name);
    if (result.field.valid()) {
      result.kind = Denotation::Kind::field;
      result.type = index_.field(result.field).type;
      return result;
    }
    TypeId member = of_type ? index_.find_member_type(target.type, access->name.name) : TypeId();
    if (member.valid()) {
      result.kind = Denotation::Kind::type;
      result.type = of_class(member);
    }
    return result;
  }
  // a.b.C, where a.b is a package.
  std::string qualified;
  for (const Expr* at = expr; at != nullptr;) {
    const auto* link = as<FieldAccess>(at);
    const auto* first = as<Name>(at);
    if (link == nullptr && first == nullptr) return result;
    std::string_view part = index_.text(link != nullptr ? link->name.name : first->name);
    qualified.insert(0, qualified.empty() ? std::string(part) : std::string(part) + ".");
    at = link != nullptr ? link->target : nullptr;
    if (qualified.size() > 1000) return result;
  }
  TypeId type = index_.find_type(qualified);
  if (type.valid()) {
    result.kind = Denotation::Kind::type;
    result.type = of_class(type);
  }
  return result;
}

TypeRef ExprTypes::type_of(const Expr* expr, int depth) const {
  if (expr == nullptr || depth > kMaxSteps) return {};
  if (memo_ == nullptr || is<Name>(expr) || is<Literal>(expr)) return find_type(expr, depth);
  auto it = memo_->find(expr);
  if (it != memo_->end()) return it->second;
  TypeRef type = find_type(expr, depth);
  memo_->insert_or_assign(expr, type);
  return type;
}

TypeRef ExprTypes::find_type(const Expr* expr, int depth) const {
  switch (expr->kind) {
    case NodeKind::literal:
      return literal_type(get<Literal>(expr));
    case NodeKind::name:
    case NodeKind::field_access: {
      Denotation d = denote(expr, depth + 1);
      return d.kind == Denotation::Kind::type ? TypeRef() : d.type;
    }
    case NodeKind::array_access: {
      TypeRef array = type_of(get<ArrayAccess>(expr).array, depth + 1);
      return array.is_array() ? element_type(array) : TypeRef();
    }
    case NodeKind::call: {
      std::vector<MethodId> methods = targets(get<Call>(expr), depth + 1);
      return methods.empty() ? TypeRef() : index_.return_type(methods.front());
    }
    case NodeKind::new_object: {
      const auto& creation = get<NewObject>(expr);
      if (creation.body != nullptr) {
        TypeId id = index_.type_of(creation.body);
        if (id.valid()) return of_class(id);
      }
      return index_.resolve(creation.type, context_, method_);
    }
    case NodeKind::new_array: {
      const auto& creation = get<NewArray>(expr);
      TypeRef type = index_.resolve(creation.element, context_, method_);
      type.dims = creation.dims;
      return type;
    }
    case NodeKind::unary:
      return type_of(get<Unary>(expr).operand, depth + 1);
    case NodeKind::inc_dec:
      return type_of(get<IncDec>(expr).operand, depth + 1);
    case NodeKind::assign:
      return type_of(get<Assign>(expr).target, depth + 1);
    case NodeKind::conditional: {
      TypeRef type = type_of(get<Conditional>(expr).if_true, depth + 1);
      return type.known() ? type : type_of(get<Conditional>(expr).if_false, depth + 1);
    }
    case NodeKind::cast:
      return index_.resolve(get<Cast>(expr).types.front(), context_, method_);
    case NodeKind::this_ref: {
      const Expr* qualifier = get<This>(expr).qualifier;
      if (qualifier == nullptr) return of_class(context_);
      Denotation d = denote(qualifier, depth + 1);
      return d.type;
    }
    case NodeKind::super_ref:
      return index_.type(context_).superclass;
    case NodeKind::class_literal:
      return made("java.lang.Class");
    case NodeKind::instance_of:
      return made("boolean");
    case NodeKind::binary:
      switch (get<Binary>(expr).first_op()) {
        case BinaryOp::kOrOr:
        case BinaryOp::kAndAnd:
        case BinaryOp::kEqual:
        case BinaryOp::kNotEqual:
        case BinaryOp::kLess:
        case BinaryOp::kGreater:
        case BinaryOp::kLessEqual:
        case BinaryOp::kGreaterEqual:
          return made("boolean");
        case BinaryOp::kAdd:
          for (const Expr* operand : get<Binary>(expr).operands) {
            const auto* literal = as<Literal>(operand);
            if (literal != nullptr && literal->literal() == LiteralKind::kString)
              return made("java.lang.String");
          }
          return type_of(get<Binary>(expr).operands.front(), depth + 1);
        default:
          return type_of(get<Binary>(expr).operands.front(), depth + 1);
      }
    default:
      return {};
  }
}

// Whether an argument may be meant for a parameter; unknown types may always.
bool ExprTypes::may_pass(const TypeRef& arg, const TypeRef& param) const {
  if (!arg.known() || !param.known() || arg.variable || param.variable) return true;
  if (arg.dims != param.dims) return arg.dims > param.dims && index_.text(param.simple) == "Object";
  std::string_view from = index_.text(arg.simple);
  std::string_view to = index_.text(param.simple);
  if (from == to) return true;
  if (arg.primitive && param.primitive) return arg.dims == 0 && is_numeric(from) && is_numeric(to);
  if (arg.primitive) return boxed(from) == to || to == "Object" || (to == "Number" && is_numeric(from));
  if (param.primitive) return boxed(to) == from || !arg.qualified.starts_with("java.lang.");
  if (arg.type.valid() && param.type.valid()) return index_.is_subtype(arg.type, param.type);
  if (to == "Object") return true;
  // One of them is foreign. What extends nothing foreign is nothing foreign, and nothing extends String.
  if (arg.type.valid() && index_.foreign_supertypes(arg.type).empty()) return false;
  if (to == "String") return false;
  return from != "String" || to == "CharSequence" || to == "Comparable" || to == "Serializable";
}

// Whether a parameter is known to be an interface that a lambda can implement.
bool ExprTypes::takes_lambda(const TypeRef& param) const {
  if (!param.known() || param.variable || param.is_array()) return false;
  if (param.type.valid()) return index_.type(param.type).kind() == ClassKind::kInterface;
  std::string_view name = param.qualified;
  return name.starts_with("java.util.function.") || name == "java.lang.Runnable" ||
         name == "java.util.concurrent.Callable" || name == "java.util.Comparator";
}

// send(() -> ...) is not send(byte[]): where some overload takes an interface, the others are not meant.
void ExprTypes::prefer_functional(std::vector<MethodId>& methods, List<Expr> args) const {
  for (size_t i = 0; i < args.size(); ++i) {
    if (!is<Lambda>(args[i]) && !is<MethodRef>(args[i])) continue;
    auto takes = [&](MethodId id) {
      const MethodInfo& method = index_.method(id);
      bool fixed = !method.varargs || i + 1 < method.arity;
      return fixed && i < method.arity && takes_lambda(index_.param_type(id, i));
    };
    if (std::any_of(methods.begin(), methods.end(), takes))
      std::erase_if(methods, [&](MethodId id) { return !takes(id); });
  }
}

std::vector<MethodId> ExprTypes::fitting(std::vector<MethodId> methods, List<Expr> args, int depth) const {
  if (methods.size() < 2) return methods;
  prefer_functional(methods, args);
  std::vector<TypeRef> types;
  for (const Expr* arg : args) types.push_back(type_of(arg, depth + 1));
  std::vector<MethodId> fit;
  for (MethodId id : methods) {
    const MethodInfo& method = index_.method(id);
    bool fits = true;
    for (size_t i = 0; i < args.size() && i < method.arity && fits; ++i) {
      if (method.varargs && i + 1 == method.arity) break;
      fits = may_pass(types[i], index_.param_type(id, i));
    }
    if (fits) fit.push_back(id);
  }
  if (fit.empty()) return methods;
  // Fixed arity goes before variable arity.
  bool fixed = std::any_of(fit.begin(), fit.end(), [&](MethodId id) { return !index_.method(id).varargs; });
  if (fixed) std::erase_if(fit, [&](MethodId id) { return index_.method(id).varargs; });
  // Exactly the same types go before those that can be converted.
  const auto exact = [&](MethodId id) {
    for (size_t i = 0; i < args.size() && i < index_.method(id).arity; ++i) {
      TypeRef param = index_.param_type(id, i);
      if (!types[i].known() || types[i].simple != param.simple || types[i].dims != param.dims) return false;
    }
    return true;
  };
  auto first = std::find_if(fit.begin(), fit.end(), exact);
  if (first != fit.end()) return {*first};
  return fit;
}

std::vector<MethodId> ExprTypes::targets(const Call& call, int depth) const {
  if (depth > kMaxSteps) return {};
  if (call.target == nullptr) {
    return fitting(index_.find_methods_lexically(context_, call.name.name, call.args.size()), call.args,
                   depth);
  }
  TypeRef target;
  if (is<Name>(call.target) || is<FieldAccess>(call.target)) {
    target = denote(call.target, depth + 1).type;
  } else if (const auto* super = as<Super>(call.target); super != nullptr && super->qualifier != nullptr) {
    // Interface.super.m() or Outer.super.m()
    TypeRef named = denote(super->qualifier, depth + 1).type;
    if (!named.type.valid()) return {};
    bool outer = false;
    for (TypeId at = context_; at.valid(); at = index_.type(at).enclosing) outer = outer || at == named.type;
    target = outer ? index_.type(named.type).superclass : named;
  } else {
    target = type_of(call.target, depth + 1);
  }
  if (!target.type.valid() || target.is_array()) return {};
  return fitting(index_.find_methods(target.type, call.name.name, call.args.size()), call.args, depth);
}

std::vector<MethodId> ExprTypes::targets(const NewObject& creation) const {
  TypeRef type = index_.resolve(creation.type, context_, method_);
  if (!type.type.valid()) return {};
  std::vector<MethodId> found;
  for (MethodId id : index_.constructors(type.type)) {
    if (index_.method(id).accepts(creation.args.size())) found.push_back(id);
  }
  return fitting(std::move(found), creation.args, 0);
}

}  // namespace dh::java
