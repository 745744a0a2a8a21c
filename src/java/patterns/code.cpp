#include "java/patterns/code.h"

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

bool opens_scope(NodeKind kind) {
  switch (kind) {
    case NodeKind::method:
    case NodeKind::initializer:
    case NodeKind::class_decl:
    case NodeKind::lambda:
    case NodeKind::block:
    case NodeKind::for_stmt:
    case NodeKind::for_each:
    case NodeKind::try_stmt:
    case NodeKind::catch_clause:
    case NodeKind::switch_expr:
    case NodeKind::switch_case:
      return true;
    default:
      return false;
  }
}

bool is_local(VarRole role) {
  return role != VarRole::kField && role != VarRole::kRecordComponent && role != VarRole::kReceiverParam;
}

class Walker {
 public:
  Walker(const Knowledge& knowledge, const std::function<void(const Code&, const Node*)>& visit)
      : code_(knowledge), visit_(visit), descend_([this](const Node* child) { node(child); }) {}

  void method_of(TypeId type, const Method* method) {
    code_.type = type;
    node(method);
  }

  // The parser limits the depth of trees, so that recursion is safe.
  void node(const Node* n) {
    if (is_type(n->kind) || n->kind == NodeKind::modifiers || n->kind == NodeKind::annotation) return;
    TypeId type = code_.type;
    const Method* method = code_.method;
    size_t locals = code_.locals.size();
    if (const auto* decl = as<ClassDecl>(n)) {
      TypeId inner = code_.index().type_of(decl);
      if (!inner.valid()) return;
      code_.type = inner;
      code_.method = nullptr;
    } else if (const auto* inner = as<Method>(n)) {
      code_.method = inner;
    }
    if (const auto* var = as<Var>(n); var != nullptr && is_local(var->role())) code_.locals.push_back(var);
    visit_(code_, n);
    code_.around.push_back(n);
    for_each_child(n, descend_);
    code_.around.pop_back();
    if (opens_scope(n->kind)) code_.locals.resize(locals);
    code_.type = type;
    code_.method = method;
  }

 private:
  Code code_;
  const std::function<void(const Code&, const Node*)>& visit_;
  std::function<void(const Node*)> descend_;
};

// How a method uses the parameter that a lambda is passed for: it must do nothing but call it, where it is.
LambdaRun run_of_parameter(const Knowledge& knowledge, const Method& method, Symbol parameter) {
  size_t mentions = 0;
  size_t calls = 0;
  bool kept = false;
  bool locks = method.modifiers->has(kSynchronized);
  auto is_parameter = [&](const Expr* expr) {
    const auto* name = as<Name>(expr);
    return name != nullptr && name->name == parameter;
  };
  walk(method.body, [&](const Node* node) {
    const auto* name = as<Name>(node);
    if (name != nullptr && name->name == parameter) ++mentions;
    if (is_a<Synchronized>(node)) locks = true;
    if (const auto* call = as<Call>(node)) {
      if (is_parameter(call->target)) ++calls;
      locks = locks || knowledge.models().lock_methods.contains(knowledge.text(call->name.name));
    }
    if (const auto* test = as<Binary>(node)) {
      if (is_parameter(compared_with_null(test, BinaryOp::kEqual)) ||
          is_parameter(compared_with_null(test, BinaryOp::kNotEqual)))
        --mentions;
    }
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) {
      walk(node, [&](const Node* inside) {
        const auto* captured = as<Name>(inside);
        kept = kept || (captured != nullptr && captured->name == parameter);
        return !kept;
      });
      return false;
    }
    return !kept;
  });
  if (kept || calls == 0 || calls != mentions) return LambdaRun::later;
  return locks ? LambdaRun::with_lock : LambdaRun::now;
}

}  // namespace

void walk_code(const Knowledge& knowledge, TypeId top,
               const std::function<void(const Code& code, const Node* node)>& visit) {
  Walker(knowledge, visit).node(knowledge.index().type(top).decl);
}

void walk_method(const Knowledge& knowledge, MethodId method,
                 const std::function<void(const Code& code, const Node* node)>& visit) {
  const MethodInfo& info = knowledge.index().method(method);
  Walker(knowledge, visit).method_of(info.owner, info.decl);
}

ExprTypes Code::types() const {
  auto find = [this](Symbol name) -> const Var* {
    for (size_t i = locals.size(); i-- > 0;) {
      if (locals[i]->name.name == name) return locals[i];
    }
    return nullptr;
  };
  return {index(), type, method, find, &memo_};
}

LambdaRun Code::lambda_run(const Call& call, const Expr& passed) const {
  if (knowledge.models().run_at_once.contains(text(call.name.name))) return LambdaRun::now;
  auto known = lambda_runs_.find(&passed);
  if (known != lambda_runs_.end()) return known->second;
  LambdaRun run = LambdaRun::later;
  std::vector<MethodId> methods = targets(call);
  const Method* callee = methods.size() == 1 ? index().method(methods.front()).decl : nullptr;
  if (callee != nullptr && callee->body != nullptr && callee->params.size() == call.args.size()) {
    for (size_t i = 0; i < call.args.size(); ++i) {
      if (without_casts(call.args[i]) != &passed) continue;
      run = run_of_parameter(knowledge, *callee, callee->params[i]->name.name);
    }
  }
  lambda_runs_.insert_or_assign(&passed, run);
  return run;
}

std::vector<MethodId> Code::targets(const MethodRef& ref) const {
  TypeRef of = type_of(ref.target);
  if (!of.type.valid()) of = named_type(ref.target);
  if (!of.type.valid() || of.is_array()) return {};
  std::vector<MethodId> found;
  for (MethodId one : index().type(of.type).methods) {
    if (index().method(one).name == ref.name.name) found.push_back(one);
  }
  return found.size() == 1 ? found : std::vector<MethodId>();
}

FieldId Code::field_of(const Expr* expr) const {
  expr = without_casts(expr);
  if (!is_a<Name>(expr) && !is_a<FieldAccess>(expr)) return {};
  Denotation d = denote(expr);
  return d.kind == Denotation::Kind::field ? d.field : FieldId();
}

TypeRef Code::named_type(const Expr* expr) const {
  if (expr == nullptr || (!is_a<Name>(expr) && !is_a<FieldAccess>(expr))) return {};
  Denotation d = denote(expr);
  if (d.kind == Denotation::Kind::type) return d.type;
  if (d.kind != Denotation::Kind::unknown) return {};
  TypeRef unknown;  // of a package that is imported as a whole
  unknown.simple = last_name(expr);
  return unknown;
}

std::string method_name(const Index& index, MethodId id) {
  const MethodInfo& info = index.method(id);
  std::string name = index.type(info.owner).display;
  if (!info.is_constructor()) name += "." + std::string(index.text(info.name));
  name += "(";
  for (uint32_t i = 0; i < info.arity; ++i) {
    if (i > 0) name += ", ";
    TypeRef param = index.param_type(id, i);
    name += param.simple.valid() ? index.text(param.simple) : "?";
    for (uint32_t d = 0; d < param.dims; ++d) name += "[]";
  }
  return name + ")";
}

std::string Code::name() const {
  MethodId id = method != nullptr ? index().method_of(method) : MethodId();
  return id.valid() ? method_name(index(), id) : index().type(type).display;
}

bool Code::in_construction() const {
  for (size_t i = around.size(); i-- > 0;) {
    if (is_a<Lambda>(around[i])) return false;
    if (const auto* inner = as<Method>(around[i])) return inner->is_constructor();
    if (is_a<Initializer>(around[i]) || is_a<ClassDecl>(around[i])) return true;
  }
  return true;
}

bool Code::in_test() const {
  return index().file(index().type(type).file).role == FileRole::test;
}

const Expr* without_casts(const Expr* expr) {
  while (const auto* cast = as<Cast>(expr)) expr = cast->operand;
  return expr;
}

bool same_expr(const Expr* a, const Expr* b) {
  a = without_casts(a);
  b = without_casts(b);
  if (a == nullptr || b == nullptr) return a == b;
  auto own = [](const Expr* e) -> const Expr* {  // x of this.x has no target
    const auto* access = as<FieldAccess>(e);
    const auto* self = access != nullptr ? as<This>(access->target) : nullptr;
    return self != nullptr && self->qualifier == nullptr ? nullptr
           : access != nullptr                           ? access->target
                                                         : nullptr;
  };
  if ((is_a<Name>(a) || is_a<FieldAccess>(a)) && (is_a<Name>(b) || is_a<FieldAccess>(b)))
    return last_name(a) == last_name(b) && same_expr(own(a), own(b));
  if (a->kind != b->kind) return false;
  if (is_a<This>(a)) return same_expr(get<This>(a).qualifier, get<This>(b).qualifier);
  if (const auto* literal = as<ClassLiteral>(a)) {
    const auto* one = as<ClassType>(literal->type);
    const auto* other = as<ClassType>(get<ClassLiteral>(b).type);
    return one != nullptr && other != nullptr && one->simple_name() == other->simple_name();
  }
  if (const auto* call = as<Call>(a)) {
    const auto& other = get<Call>(b);
    if (call->name.name != other.name.name || call->args.size() != other.args.size()) return false;
    if (!same_expr(call->target, other.target)) return false;
    for (size_t i = 0; i < call->args.size(); ++i) {
      if (!same_expr(call->args[i], other.args[i])) return false;
    }
    return true;
  }
  if (const auto* element = as<ArrayAccess>(a))
    return same_expr(element->array, get<ArrayAccess>(b).array) &&
           same_expr(element->index, get<ArrayAccess>(b).index);
  return false;
}

Symbol last_name(const Expr* expr) {
  expr = without_casts(expr);
  if (const auto* name = as<Name>(expr)) return name->name;
  if (const auto* access = as<FieldAccess>(expr)) return access->name.name;
  return {};
}

bool is_null(const Expr* expr) {
  const auto* literal = as<Literal>(expr);
  return literal != nullptr && literal->literal() == LiteralKind::kNull;
}

const Expr* compared_with_null(const Expr* test, BinaryOp op) {
  const auto* binary = as<Binary>(test);
  if (binary == nullptr || binary->operands.size() != 2 || binary->first_op() != op) return nullptr;
  if (is_null(binary->operands[1])) return binary->operands[0];
  return is_null(binary->operands[0]) ? binary->operands[1] : nullptr;
}

void for_each_operand(const Expr* expr, BinaryOp op, const std::function<void(const Expr*)>& visit) {
  const auto* binary = as<Binary>(expr);
  if (binary == nullptr || binary->first_op() != op) return visit(expr);
  for (const Expr* operand : binary->operands) for_each_operand(operand, op, visit);
}

}  // namespace dh::java
