// The syntax tree of one method or script. Nodes live in an arena; names are views into the code or the
// arena.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "smallir/module.h"
#include "source/place.h"

namespace dh::smalltalk {

using smallir::LiteralKind;

enum class NodeKind : uint8_t { variable, literal, block, brace, chain, assignment, return_value };

// Spans are offsets into the CodeText.
struct Node {
  NodeKind kind;
  Span span;
};

struct VariableNode : Node {
  std::string_view name;  // may be dotted; `self`, `super`, `nil` ... are variables here
};

struct LiteralNode : Node {
  LiteralKind literal{};
  std::string_view text{};  // decoded: without quotes and escapes; integers in decimal
  std::span<LiteralNode* const> elements{};
};

struct Declaration {
  std::string_view name;
  Span span;
};

// What a method, a block or a script consists of. Statements may be empty.
struct Body {
  std::span<const Declaration> temporaries{};
  std::span<Node* const> statements{};
};

struct BlockNode : Node {
  std::span<const Declaration> parameters{};
  Body body{};
};

struct BraceNode : Node {
  std::span<Node* const> elements{};
};

struct Message {
  std::string_view selector{};
  Span span{};  // from the selector to the end of the last argument
  std::span<Node* const> arguments{};
  bool cascaded = false;  // goes to the receiver of the cascade, not to the result before
};

// Messages sent one after the other, each to the result of the one before: `a foo + 3` is one chain, so that
// long chains are flat. Cascaded messages go to the receiver of message number `cascade`; no cascade: the
// number of messages.
struct ChainNode : Node {
  Node* receiver = nullptr;
  std::span<const Message> messages{};
  uint32_t cascade = 0;
};

// `a := b := 3` has two targets.
struct AssignmentNode : Node {
  std::span<const Declaration> targets{};  // outermost first
  Node* value = nullptr;
};

struct ReturnNode : Node {
  Node* value = nullptr;
};

struct PragmaNode {
  std::string_view selector{};
  std::span<LiteralNode* const> arguments{};
  Span span;
};

// Scripts have an empty selector and no parameters.
struct MethodNode {
  std::string_view selector{};
  std::span<const Declaration> parameters{};
  std::span<const PragmaNode> pragmas{};
  Body body{};
  Span span;
};

}  // namespace dh::smalltalk
