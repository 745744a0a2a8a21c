// Where values come from: factories by name, arguments of private constructors, objects just made.
#include <algorithm>

#include "java/flow/knowledge.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr int kMaxCallDepth = 4;  // from call to call

std::string_view last_name(std::string_view qualified) {
  size_t dot = qualified.rfind('.');
  return dot == std::string_view::npos ? qualified : qualified.substr(dot + 1);
}

TypeId outermost(const Index& index, TypeId type) {
  while (index.type(type).enclosing.valid()) type = index.type(type).enclosing;
  return type;
}

// How a method uses a variable: only `v.f`, `v.m()` and `return v` keep its object to the method.
bool keeps_to_itself(const Method& method, Symbol variable) {
  size_t all = 0;
  size_t harmless = 0;
  auto is_it = [&](const Node* node) {
    const auto* name = as<Name>(node);
    return name != nullptr && name->name == variable;
  };
  walk(method.body, [&](const Node* node) {
    if (is_it(node)) ++all;
    if (const auto* access = as<FieldAccess>(node); access != nullptr && is_it(access->target)) ++harmless;
    if (const auto* call = as<Call>(node); call != nullptr && is_it(call->target)) ++harmless;
    if (const auto* ret = as<Return>(node); ret != nullptr && is_it(ret->value)) ++harmless;
    if (is<Lambda>(node) || is<ClassDecl>(node)) {
      walk(node, [&](const Node* inner) {
        if (is_it(inner)) ++all;  // captured: counted without an excuse
        return true;
      });
      return false;
    }
    return true;
  });
  return all == harmless;
}

}  // namespace

std::vector<std::string> Knowledge::callee_names(const Call& call, TypeId context) const {
  std::string method(text(call.name.name));
  std::vector<std::string> names;
  if (const auto* target = as<Name>(call.target)) {
    names.push_back(std::string(text(target->name)) + "." + method);
  } else if (const auto* qualified = as<FieldAccess>(call.target)) {
    names.push_back(std::string(text(qualified->name.name)) + "." + method);
  } else if (call.target == nullptr) {
    if (context.valid() && index_.find_methods_lexically(context, call.name.name, call.args.size()).empty()) {
      for (const Index::StaticImport& import : index_.static_imports(index_.type(context).file)) {
        if (import.member.valid() && import.member != call.name.name) continue;
        names.push_back(std::string(last_name(import.qualified)) + "." + method);
      }
    }
    names.push_back(std::move(method));
  }
  return names;
}

FieldId Knowledge::component(TypeId record, const Call& call) const {
  if (!record.valid() || !call.args.empty() || index_.type(record).kind() != ClassKind::kRecord) return {};
  FieldId field = index_.own_field(record, call.name.name);
  if (!field.valid() || index_.field(field).has(kStatic)) return {};
  return index_.find_methods(record, call.name.name, 0).empty() ? field : FieldId();
}

const Expr* Knowledge::unwrapped(const Expr* value, TypeId context) const {
  for (int hops = 0; hops < kMaxCallDepth; ++hops) {
    if (const auto* cast = as<Cast>(value)) {
      value = cast->operand;
      continue;
    }
    const auto* call = as<Call>(value);
    if (call == nullptr || call->args.empty()) break;
    std::vector<std::string> names = callee_names(*call, context);
    bool wraps = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return models_.wrapping_factories.contains(name);
    });
    if (!wraps) break;
    value = call->args[0];
  }
  return value;
}

// What a private constructor gets for a parameter: only code of the same top-level class can call it.
Sharing Knowledge::argument_sharing(const Method* constructor, Symbol param, TypeId type, int depth) const {
  if (!constructor->is_constructor() || depth > kMaxCallDepth) return Sharing::unknown;
  MethodId id = index_.method_of(constructor);
  if (!id.valid()) return Sharing::unknown;
  bool hidden = index_.method(id).has(kPrivate) || index_.type(type).has(kPrivate) ||
                annotated(index_.method(id).annotations(), models_.test_visibility_annotations);
  if (!hidden) return Sharing::unknown;
  size_t number = 0;
  while (number < constructor->params.size() && constructor->params[number]->name.name != param) ++number;
  if (number == constructor->params.size()) return Sharing::unknown;
  bool safe = true;
  bool any = false;
  auto add = [&](List<Expr> args, const Method* caller, TypeId from) {
    if (args.size() != constructor->params.size()) return;
    any = true;
    const Expr* arg = unwrapped(args[number], type);
    Sharing s = value_sharing(arg, type, depth + 1);
    if (const auto* name = as<Name>(arg); name != nullptr && caller != nullptr && s == Sharing::unknown)
      s = argument_sharing(caller, name->name, from, depth + 1);
    safe = safe && (s == Sharing::immutable || s == Sharing::thread_safe);
  };
  walk(index_.type(outermost(index_, type)).decl, [&](const Node* node) {
    // this(...) of the class, super(...) of its subclasses
    if (const auto* caller = as<Method>(node);
        caller != nullptr && caller->is_constructor() && caller->body != nullptr) {
      MethodId of = index_.method_of(caller);
      for (const Stmt* stmt : caller->body->statements) {
        const auto* call = as<ConstructorCall>(stmt);
        if (call == nullptr || !of.valid()) continue;
        TypeId from = index_.method(of).owner;
        TypeId to = call->is_super() ? index_.type(from).superclass.type : from;
        if (to == type) add(call->args, caller, from);
      }
    }
    const auto* made = as<NewObject>(node);
    if (made != nullptr && index_.resolve(made->type, type).type == type) add(made->args, nullptr, TypeId());
    return true;
  });
  return any && safe ? Sharing::thread_safe : Sharing::unknown;
}

Sharing Knowledge::field_sharing(FieldId id, TypeId subject) const {
  Sharing known = field_sharing(id);
  const FieldInfo& field = index_.field(id);
  bool safe = known == Sharing::immutable || known == Sharing::thread_safe;
  if (safe || !subject.valid() || subject == field.owner || field.has(kStatic)) return known;
  const FieldSources::Assignment* set = only_assignment(id);
  if (set == nullptr || set->method == nullptr || !set->method->is_constructor()) return known;
  const auto* param = as<Name>(unwrapped(set->value, field.owner));
  size_t number = 0;
  List<Var> params = set->method->params;
  while (param != nullptr && number < params.size() && params[number]->name.name != param->name) ++number;
  if (param == nullptr || number == params.size()) return known;
  // The class between that extends the field's owner.
  TypeId below = subject;
  while (below.valid() && index_.type(below).superclass.type != field.owner)
    below = index_.type(below).superclass.type;
  if (!below.valid()) return known;
  bool any = false;
  for (MethodId m : index_.constructors(below)) {
    const Method* constructor = index_.method(m).decl;
    if (constructor->body == nullptr || constructor->body->statements.empty()) return known;
    const auto* call = as<ConstructorCall>(constructor->body->statements[0]);
    if (call == nullptr) return known;
    if (!call->is_super()) continue;
    if (call->args.size() != params.size()) return known;
    Sharing given = value_sharing(unwrapped(call->args[number], below), below, 0);
    if (given != Sharing::immutable && given != Sharing::thread_safe) return known;
    any = true;
  }
  return any ? Sharing::thread_safe : known;
}

bool Knowledge::fresh_value(const Expr* value, const Method& method, TypeId context, int depth) const {
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  if (const auto* made = as<NewObject>(value)) return made->body == nullptr;
  if (const auto* literal = as<Literal>(value)) return literal->literal() == LiteralKind::kNull;
  if (const auto* call = as<Call>(value)) {
    if (call->target != nullptr && !is<Name>(call->target)) return false;
    TypeId type = context;
    if (const auto* target = as<Name>(call->target)) {
      type = index_.resolve_name(target->name, context).type;
      if (!type.valid()) return false;
    }
    std::vector<MethodId> methods =
        call->target == nullptr ? index_.find_methods_lexically(type, call->name.name, call->args.size())
                                : index_.find_methods(type, call->name.name, call->args.size());
    return !methods.empty() && std::all_of(methods.begin(), methods.end(),
                                           [&](MethodId m) { return returns_fresh(m, depth + 1); });
  }
  const auto* name = as<Name>(value);
  if (name == nullptr || method.body == nullptr) return false;
  bool fresh = false;
  bool other = false;
  walk(method.body, [&](const Node* node) {
    if (const auto* var = as<Var>(node); var != nullptr && var->name.name == name->name) {
      bool made = var->init != nullptr && !is<Name>(var->init);
      fresh = made && fresh_value(var->init, method, context, depth + 1);
      other = other || !fresh;
    }
    const auto* assign = as<Assign>(node);
    const auto* target = assign != nullptr ? as<Name>(assign->target) : nullptr;
    if (target != nullptr && target->name == name->name) other = true;
    return true;
  });
  return fresh && !other && keeps_to_itself(method, name->name);
}

bool Knowledge::returns_fresh(MethodId id, int depth) const {
  const MethodInfo& info = index_.method(id);
  bool fixed = info.has(kStatic) || info.has(kPrivate) || info.has(kFinal);
  if (!fixed || depth > kMaxCallDepth || info.is_constructor()) return false;
  // Native code makes objects of the class as a constructor would.
  if (info.has(kStatic) && info.has(kNative)) return index_.return_type(id).type == info.owner;
  if (info.decl->body == nullptr) return false;
  auto [it, added] = fresh_.try_emplace(id, false);
  if (!added) return it->second;  // recursion: not known to be
  bool any = false;
  bool all = true;
  walk(info.decl->body, [&](const Node* node) {
    if (is<Lambda>(node) || is<ClassDecl>(node)) return false;
    const auto* ret = as<Return>(node);
    if (ret == nullptr) return true;
    any = true;
    all = all && ret->value != nullptr && fresh_value(ret->value, *info.decl, info.owner, depth);
    return true;
  });
  bool result = any && all;
  fresh_[id] = result;
  return result;
}

}  // namespace dh::java
