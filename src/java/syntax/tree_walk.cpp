#include "java/syntax/tree_walk.h"

#include <algorithm>
#include <vector>

namespace dh::java {

namespace {

using Visit = std::function<void(const Node*)>;

class Children {
 public:
  explicit Children(const Visit& visit) : visit_(visit) {}

  void operator()(const Node* node) const {
    if (node != nullptr) visit_(node);
  }
  template <typename T>
  void operator()(List<T> nodes) const {
    for (const T* node : nodes) visit_(node);
  }

  void of_expr(const Node* node) const;
  void of_stmt(const Node* node) const;
  void of_decl(const Node* node) const;
  void of_type(const Node* node) const;
  void of_other(const Node* node) const;

 private:
  const Visit& visit_;
};

void Children::of_expr(const Node* node) const {
  const Children& c = *this;
  switch (node->kind) {
    case NodeKind::field_access:
      return c(get<FieldAccess>(node).target);
    case NodeKind::array_access: {
      const auto& n = get<ArrayAccess>(node);
      c(n.array), c(n.index);
      return;
    }
    case NodeKind::call: {
      const auto& n = get<Call>(node);
      c(n.target), c(n.type_args), c(n.args);
      return;
    }
    case NodeKind::new_object: {
      const auto& n = get<NewObject>(node);
      c(n.outer), c(n.type_args), c(n.type), c(n.args), c(n.body);
      return;
    }
    case NodeKind::new_array: {
      const auto& n = get<NewArray>(node);
      c(n.element), c(n.sizes), c(n.init);
      return;
    }
    case NodeKind::array_init:
      return c(get<ArrayInit>(node).elements);
    case NodeKind::unary:
      return c(get<Unary>(node).operand);
    case NodeKind::inc_dec:
      return c(get<IncDec>(node).operand);
    case NodeKind::binary:
      return c(get<Binary>(node).operands);
    case NodeKind::assign: {
      const auto& n = get<Assign>(node);
      c(n.target), c(n.value);
      return;
    }
    case NodeKind::conditional: {
      const auto& n = get<Conditional>(node);
      c(n.condition), c(n.if_true), c(n.if_false);
      return;
    }
    case NodeKind::instance_of: {
      const auto& n = get<InstanceOf>(node);
      c(n.operand), c(n.type), c(n.pattern);
      return;
    }
    case NodeKind::cast: {
      const auto& n = get<Cast>(node);
      c(n.types), c(n.operand);
      return;
    }
    case NodeKind::lambda: {
      const auto& n = get<Lambda>(node);
      c(n.params), c(n.body);
      return;
    }
    case NodeKind::method_ref: {
      const auto& n = get<MethodRef>(node);
      c(n.target), c(n.type_args);
      return;
    }
    case NodeKind::this_ref:
      return c(get<This>(node).qualifier);
    case NodeKind::super_ref:
      return c(get<Super>(node).qualifier);
    case NodeKind::class_literal:
      return c(get<ClassLiteral>(node).type);
    case NodeKind::type_expr:
      return c(get<TypeExpr>(node).type);
    case NodeKind::switch_expr: {
      const auto& n = get<Switch>(node);
      c(n.selector), c(n.cases);
      return;
    }
    case NodeKind::annotation:
      for (const AnnotationArg& arg : get<Annotation>(node).args) c(arg.value);
      return;
    default:
      return;
  }
}

void Children::of_stmt(const Node* node) const {
  const Children& c = *this;
  switch (node->kind) {
    case NodeKind::block:
      return c(get<Block>(node).statements);
    case NodeKind::local_vars:
      return c(get<LocalVars>(node).vars);
    case NodeKind::local_class:
      return c(get<LocalClass>(node).decl);
    case NodeKind::expr_stmt:
      return c(get<ExprStmt>(node).expr);
    case NodeKind::constructor_call: {
      const auto& n = get<ConstructorCall>(node);
      c(n.outer), c(n.type_args), c(n.args);
      return;
    }
    case NodeKind::if_stmt: {
      const auto& n = get<If>(node);
      for (const IfArm& arm : n.arms) c(arm.condition), c(arm.body);
      c(n.else_body);
      return;
    }
    case NodeKind::while_stmt: {
      const auto& n = get<While>(node);
      c(n.condition), c(n.body);
      return;
    }
    case NodeKind::do_stmt: {
      const auto& n = get<Do>(node);
      c(n.body), c(n.condition);
      return;
    }
    case NodeKind::for_stmt: {
      const auto& n = get<For>(node);
      c(n.init), c(n.condition), c(n.update), c(n.body);
      return;
    }
    case NodeKind::for_each: {
      const auto& n = get<ForEach>(node);
      c(n.var), c(n.iterable), c(n.body);
      return;
    }
    case NodeKind::labeled:
      return c(get<Labeled>(node).body);
    case NodeKind::switch_stmt:
      return c(get<SwitchStmt>(node).body);
    case NodeKind::synchronized_stmt: {
      const auto& n = get<Synchronized>(node);
      c(n.lock), c(n.body);
      return;
    }
    case NodeKind::try_stmt: {
      const auto& n = get<Try>(node);
      c(n.resources), c(n.body), c(n.catches), c(n.finally_block);
      return;
    }
    case NodeKind::return_stmt:
      return c(get<Return>(node).value);
    case NodeKind::throw_stmt:
      return c(get<Throw>(node).value);
    case NodeKind::yield_stmt:
      return c(get<Yield>(node).value);
    case NodeKind::assert_stmt: {
      const auto& n = get<Assert>(node);
      c(n.condition), c(n.message);
      return;
    }
    default:
      return;
  }
}

void Children::of_decl(const Node* node) const {
  const Children& c = *this;
  switch (node->kind) {
    case NodeKind::class_decl: {
      const auto& n = get<ClassDecl>(node);
      c(n.modifiers), c(n.type_params), c(n.components), c(n.extends_type), c(n.interfaces), c(n.permits);
      c(n.constants), c(n.members);
      return;
    }
    case NodeKind::method: {
      const auto& n = get<Method>(node);
      c(n.modifiers), c(n.type_params), c(n.return_type), c(n.receiver), c(n.params), c(n.throws_types);
      c(n.default_value), c(n.body);
      return;
    }
    case NodeKind::var: {
      const auto& n = get<Var>(node);
      c(n.modifiers), c(n.type), c(n.init);
      return;
    }
    case NodeKind::enum_constant: {
      const auto& n = get<EnumConstant>(node);
      c(n.annotations), c(n.args), c(n.body);
      return;
    }
    case NodeKind::initializer:
      return c(get<Initializer>(node).body);
    default:
      return;
  }
}

void Children::of_type(const Node* node) const {
  const Children& c = *this;
  switch (node->kind) {
    case NodeKind::primitive_type:
      return c(get<PrimitiveType>(node).annotations);
    case NodeKind::class_type:
      for (const TypeSegment& segment : get<ClassType>(node).segments)
        c(segment.annotations), c(segment.args);
      return;
    case NodeKind::array_type: {
      const auto& n = get<ArrayType>(node);
      c(n.element), c(n.annotations);
      return;
    }
    case NodeKind::wildcard_type: {
      const auto& n = get<WildcardType>(node);
      c(n.annotations), c(n.bound);
      return;
    }
    default:
      return;
  }
}

void Children::of_other(const Node* node) const {
  const Children& c = *this;
  switch (node->kind) {
    case NodeKind::type_pattern:
      return c(get<TypePattern>(node).var);
    case NodeKind::record_pattern: {
      const auto& n = get<RecordPattern>(node);
      c(n.modifiers), c(n.type), c(n.parts);
      return;
    }
    case NodeKind::unit: {
      const auto& n = get<CompilationUnit>(node);
      c(n.package), c(n.imports), c(n.module), c(n.classes);
      return;
    }
    case NodeKind::package_decl:
      return c(get<PackageDecl>(node).annotations);
    case NodeKind::module_decl:
      return c(get<ModuleDecl>(node).annotations);
    case NodeKind::modifiers:
      return c(get<Modifiers>(node).annotations);
    case NodeKind::type_parameter: {
      const auto& n = get<TypeParameter>(node);
      c(n.annotations), c(n.bounds);
      return;
    }
    case NodeKind::switch_case: {
      const auto& n = get<SwitchCase>(node);
      c(n.labels), c(n.guard), c(n.body);
      return;
    }
    case NodeKind::catch_clause: {
      const auto& n = get<Catch>(node);
      c(n.param->modifiers), c(n.types), c(n.body);
      return;
    }
    default:
      return;
  }
}

}  // namespace

void for_each_child(const Node* node, const Visit& visit) {
  Children children(visit);
  if (is_expr(node->kind)) return children.of_expr(node);
  if (is_stmt(node->kind)) return children.of_stmt(node);
  if (is_type(node->kind)) return children.of_type(node);
  children.of_decl(node);
  children.of_other(node);
}

void walk(const Node* root, const std::function<bool(const Node*)>& visit) {
  std::vector<const Node*> stack{root};
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (!visit(node)) continue;
    size_t first = stack.size();
    for_each_child(node, [&](const Node* child) { stack.push_back(child); });
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
  }
}

const Node* node_below(const Node* root, uint32_t depth) {
  struct Item {
    const Node* node;
    uint32_t depth;
  };
  std::vector<Item> stack{{root, 1}};
  while (!stack.empty()) {
    Item item = stack.back();
    stack.pop_back();
    if (item.depth > depth) return item.node;
    for_each_child(item.node, [&](const Node* child) { stack.push_back({child, item.depth + 1}); });
  }
  return nullptr;
}

}  // namespace dh::java
