// Statements, expressions and literals.
#include <fmt/format.h>

#include <algorithm>

#include "smalltalk/lower_state.h"

namespace dh::smalltalk {

namespace {

// Which literal blocks make a control message run in place, as compilers inline it.
enum class Control { none, all_arguments, last_argument, receiver_and_arguments };

Control control_kind(std::string_view selector) {
  static const FlatMap<std::string_view, Control, StringHash> kinds = {
      {"ifTrue:", Control::all_arguments},
      {"ifFalse:", Control::all_arguments},
      {"ifTrue:ifFalse:", Control::all_arguments},
      {"ifFalse:ifTrue:", Control::all_arguments},
      {"and:", Control::all_arguments},
      {"or:", Control::all_arguments},
      {"ifNil:", Control::all_arguments},
      {"ifNotNil:", Control::all_arguments},
      {"ifNil:ifNotNil:", Control::all_arguments},
      {"ifNotNil:ifNil:", Control::all_arguments},
      {"timesRepeat:", Control::all_arguments},
      {"to:do:", Control::last_argument},
      {"to:by:do:", Control::last_argument},
      {"whileTrue", Control::receiver_and_arguments},
      {"whileFalse", Control::receiver_and_arguments},
      {"whileTrue:", Control::receiver_and_arguments},
      {"whileFalse:", Control::receiver_and_arguments},
      {"repeat", Control::receiver_and_arguments},
  };
  auto it = kinds.find(selector);
  return it == kinds.end() ? Control::none : it->second;
}

bool named(const Node* node, std::string_view name) {
  return node->kind == NodeKind::variable && static_cast<const VariableNode*>(node)->name == name;
}

// The global that a message to the system dictionary names (Smalltalk at: #Foo put: 3, Smalltalk globals at:
// #Foo); empty: none.
std::string_view named_global(const ChainNode& node, uint32_t index) {
  const Message& message = node.messages[index];
  if (!message.selector.starts_with("at:") || message.arguments.empty()) return {};
  if (!named(node.receiver, "Smalltalk")) return {};
  const bool to_globals = index == 1 && node.messages[0].selector == "globals" && !message.cascaded;
  if (index != 0 && !to_globals && !(message.cascaded && node.cascade == 0)) return {};
  const Node* key = message.arguments[0];
  if (key->kind != NodeKind::literal) return {};
  const auto& literal = static_cast<const LiteralNode&>(*key);
  return literal.literal == LiteralKind::symbol ? literal.text : std::string_view();
}

bool runs_in_place(const Message& message, const Node* receiver) {
  auto is_block = [](const Node* node) { return node->kind == NodeKind::block; };
  switch (control_kind(message.selector)) {
    case Control::none:
      return false;
    case Control::all_arguments:
      return std::all_of(message.arguments.begin(), message.arguments.end(), is_block);
    case Control::last_argument:
      return is_block(message.arguments.back());
    case Control::receiver_and_arguments:
      return receiver != nullptr && is_block(receiver) &&
             std::all_of(message.arguments.begin(), message.arguments.end(), is_block);
  }
  return false;
}

}  // namespace

Value Lowerer::Impl::body(const Body& body) {
  Value last;
  for (const Node* statement : body.statements) {
    last = expression(statement);
    if (scope().returned) return {};
  }
  return last;
}

void Lowerer::Impl::return_from(const ReturnNode& node) {
  Value value = expression(node.value);
  bool home = depth_ == 1;
  if (!home) {
    for (size_t i = 1; i < depth_; ++i) scopes_[i].leaves_home = true;
  }
  emit(home ? Op::return_value : Op::return_home, 0, {&value, 1}, node.span);
  scope().returned = true;
}

Value Lowerer::Impl::expression(const Node* node) {
  if (scope().returned) return nil();
  switch (node->kind) {
    case NodeKind::variable:
      return read(static_cast<const VariableNode*>(node)->name, node->span);
    case NodeKind::literal:
      return literal_value(static_cast<const LiteralNode&>(*node));
    case NodeKind::block:
      return block(static_cast<const BlockNode&>(*node));
    case NodeKind::brace:
      return brace(static_cast<const BraceNode&>(*node));
    case NodeKind::chain:
      return chain(static_cast<const ChainNode&>(*node));
    case NodeKind::assignment:
      return assignment(static_cast<const AssignmentNode&>(*node));
    case NodeKind::return_value:
      return_from(static_cast<const ReturnNode&>(*node));  // of a statement, or inside a brace array
      return nil();
  }
  return {};
}

Value Lowerer::Impl::read(std::string_view name, Span at) {
  Binding binding = resolve(name, false);
  switch (binding.kind) {
    case Binding::Kind::variable:
      return emit(Op::read, binding.variable.value, {}, at);
    case Binding::Kind::field: {
      Value object = self();
      return emit(Op::read, binding.variable.value, {&object, 1}, at);
    }
    case Binding::Kind::library_class:
    case Binding::Kind::constant:
      return binding.value;
  }
  return {};
}

Value Lowerer::Impl::assignment(const AssignmentNode& node) {
  Value value = expression(node.value);
  for (size_t i = node.targets.size(); i-- > 0;) assign(node.targets[i].name, node.targets[i].span, value);
  return value;
}

void Lowerer::Impl::assign(std::string_view name, Span at, Value value) {
  Binding binding = resolve(name, true);
  switch (binding.kind) {
    case Binding::Kind::variable:
      emit(Op::write, binding.variable.value, {&value, 1}, at);
      return;
    case Binding::Kind::field: {
      Value operands[] = {value, self()};
      emit(Op::write, binding.variable.value, operands, at);
      return;
    }
    case Binding::Kind::library_class:
    case Binding::Kind::constant:
      unit_.diagnostics.push_back(
          {Severity::warning,
           image_->file.place({code_.offset_in_file(at.begin), code_.offset_in_file(at.end)}),
           fmt::format("cannot assign to {}", name)});
  }
}

Value Lowerer::Impl::brace(const BraceNode& node) {
  std::vector<Value> elements;
  for (const Node* element : node.elements) elements.push_back(expression(element));
  return emit(Op::array, 0, elements, node.span);
}

Value Lowerer::Impl::block(const BlockNode& node) {
  uint32_t index =
      begin_function(FunctionKind::block, node.span, node.parameters, node.body.temporaries).function;
  Value last = body(node.body);
  if (!scope().returned) {
    if (!last.valid()) last = nil();
    emit(Op::return_value, 0, {&last, 1}, {node.span.end, node.span.end});
    scope().code.back().place = Range();
  }
  end_function();
  return emit(Op::block, index, {}, node.span);
}

Value Lowerer::Impl::chain(const ChainNode& node) {
  bool to_super = named(node.receiver, "super");
  Value value = expression(node.receiver);
  Value cascade_receiver;
  std::vector<Value> operands;
  for (uint32_t i = 0; i < node.messages.size(); ++i) {
    const Message& message = node.messages[i];
    if (i == node.cascade) cascade_receiver = value;
    bool cascaded = message.cascaded;
    operands.assign(1, cascaded ? cascade_receiver : value);
    for (const Node* argument : message.arguments) operands.push_back(expression(argument));
    bool first = i == 0 || (cascaded && node.cascade == 0);
    uint8_t flags = cascaded ? Instruction::kCascaded : 0;
    if (runs_in_place(message, first ? node.receiver : nullptr)) flags |= Instruction::kInlined;
    Op op = to_super && first ? Op::super_send : Op::send;
    value = emit(op, intern(message.selector).value, operands, message.span, flags);
    std::string_view global = named_global(node, i);
    if (!global.empty()) value = global_access(global, message, operands.back());
  }
  return value;
}

// The further effect of a message to the system dictionary.
Value Lowerer::Impl::global_access(std::string_view name, const Message& message, Value last_argument) {
  if (message.selector == "at:put:") {
    assign(name, message.span, last_argument);
    return last_argument;
  }
  Value value = read(name, message.span);
  if (message.selector == "at:ifAbsentPut:") assign(name, message.span, nil());  // what the block gives
  return value;
}

LiteralId Lowerer::Impl::simple_literal(LiteralKind kind, std::string_view text) {
  LiteralKey key{kind, text.empty() && kind < LiteralKind::integer ? Symbol() : unit_.names.intern(text)};
  auto [it, added] = simple_literals_.emplace(key, LiteralId(size32(unit_.literals.size())));
  if (added) unit_.literals.push_back({kind, key.text, {}});
  return it->second;
}

LiteralId Lowerer::Impl::literal(const LiteralNode& node) {
  switch (node.literal) {
    case LiteralKind::nil:
    case LiteralKind::true_value:
    case LiteralKind::false_value:
    case LiteralKind::integer:
    case LiteralKind::number:
    case LiteralKind::character:
    case LiteralKind::symbol:
    case LiteralKind::binding:
    case LiteralKind::opaque:
      return simple_literal(node.literal, node.text);
    case LiteralKind::string: {
      unit_.literals.push_back({node.literal, unit_.names.intern(node.text), {}});
      return LiteralId(size32(unit_.literals.size()) - 1);
    }
    case LiteralKind::array:
    case LiteralKind::bytes: {
      std::vector<LiteralId> elements;
      for (const LiteralNode* element : node.elements) elements.push_back(literal(*element));
      PoolRange list{size32(unit_.literal_lists.size()), size32(elements.size())};
      unit_.literal_lists.insert(unit_.literal_lists.end(), elements.begin(), elements.end());
      unit_.literals.push_back({node.literal, Symbol(), list});
      return LiteralId(size32(unit_.literals.size()) - 1);
    }
  }
  return {};
}

Value Lowerer::Impl::literal_value(const LiteralNode& node) {
  return Value::of(literal(node));
}

}  // namespace dh::smalltalk
