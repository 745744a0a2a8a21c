// What all nodes of the Java tree have, and how to get from a Node to its struct. Include java/tree.h.
#pragma once

#include <span>
#include <string_view>

#include "base/check.h"
#include "base/interner.h"
#include "source/place.h"

namespace dh::java {

enum class NodeKind : uint8_t {
#define DH_JAVA_NODE(kind, type, group) kind,
#include "java/syntax/tree.def"
};

// The maximum number of nodes from the root to a leaf.
constexpr uint32_t kMaxDepth = 1500;

struct Node {
  NodeKind kind{};
  uint8_t op = 0;      // the kind's own enum below; use the typed accessor
  uint16_t flags = 0;  // NodeFlag
  Span span;
};

enum NodeFlag : uint16_t {
  kParenthesized = 1,  // on expressions
};

struct Expr : Node {};
struct Stmt : Node {};
struct Type : Node {};
struct Pattern : Node {};

// Children: an array of pointers in the arena. Never contains null.
template <typename T>
using List = std::span<const T* const>;

// A name and where it appears.
struct Ident {
  Symbol name;
  Span span;
};
using QualifiedName = std::span<const Ident>;  // a.b.C, outermost first

template <typename T>
bool is(const Node* node) {
  return node->kind == T::kKind;
}

// The node as a T, or null (also for null).
template <typename T>
const T* as(const Node* node) {
  return node != nullptr && is<T>(node) ? static_cast<const T*>(node) : nullptr;
}

// The node as the T that it is known to be.
template <typename T>
const T& get(const Node* node) {
  DH_CHECK(node != nullptr && is<T>(node), "node is of another kind");
  return *static_cast<const T*>(node);
}

constexpr bool is_expr(NodeKind kind) {
  return kind <= NodeKind::annotation;
}
constexpr bool is_stmt(NodeKind kind) {
  return kind >= NodeKind::block && kind <= NodeKind::empty;
}
constexpr bool is_type(NodeKind kind) {
  return kind >= NodeKind::primitive_type && kind <= NodeKind::var_type;
}
constexpr bool is_pattern(NodeKind kind) {
  return kind >= NodeKind::type_pattern && kind <= NodeKind::any_pattern;
}

std::string_view node_kind_name(NodeKind kind);

}  // namespace dh::java
