#include "smalltalk/source_printer.h"

#include <string>

namespace dh::smalltalk {

namespace {

// How tightly an expression binds: what may take it as an operand without parentheses.
enum class Level { primary, unary, binary, loose };

struct Text {
  std::string text;
  Level level = Level::primary;
};

Text expression(const Node* node);

std::string within(Text text, Level loosest) {
  return text.level <= loosest ? std::move(text.text) : "(" + text.text + ")";
}

std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

std::string literal(const LiteralNode& node) {
  std::string text(node.text);
  switch (node.literal) {
    case LiteralKind::nil:
      return "nil";
    case LiteralKind::true_value:
      return "true";
    case LiteralKind::false_value:
      return "false";
    case LiteralKind::integer:
    case LiteralKind::number:
    case LiteralKind::opaque:
      return text;
    case LiteralKind::character:
      return "$" + text;
    case LiteralKind::string:
      return in_quotes(text);
    case LiteralKind::symbol:
      return "#" + in_quotes(text);
    case LiteralKind::binding:
      return "#{" + text + "}";
    case LiteralKind::array:
    case LiteralKind::bytes: {
      bool bytes = node.literal == LiteralKind::bytes;
      std::string out = bytes ? "#[" : "#(";
      for (const LiteralNode* element : node.elements) out += literal(*element) + " ";
      return out + (bytes ? "]" : ")");
    }
  }
  return text;
}

std::string message(const Message& message) {
  if (message.arguments.empty()) return std::string(message.selector);
  if (message.selector.find(':') == std::string_view::npos) {
    return std::string(message.selector) + " " + within(expression(message.arguments[0]), Level::unary);
  }
  std::string out;
  std::string_view rest = message.selector;
  for (const Node* argument : message.arguments) {
    size_t colon = rest.find(':');
    if (!out.empty()) out += ' ';
    out += std::string(rest.substr(0, colon + 1)) + " " + within(expression(argument), Level::binary);
    rest.remove_prefix(colon + 1);
  }
  return out;
}

Text chain(const ChainNode& node) {
  Text text = expression(node.receiver);
  for (size_t i = 0; i < node.messages.size(); ++i) {
    const Message& next = node.messages[i];
    if (next.cascaded) {
      text = {text.text + "; " + message(next), Level::loose};
      continue;
    }
    if (i > node.cascade) {  // what follows in a part of a cascade goes to the part's result
      text.text += " " + message(next);
      continue;
    }
    bool unary = next.arguments.empty();
    bool keyword = next.selector.find(':') != std::string_view::npos;
    std::string receiver = within(std::move(text), unary ? Level::unary : Level::binary);
    text = {receiver + " " + message(next), unary ? Level::unary : keyword ? Level::loose : Level::binary};
  }
  return text;
}

std::string declarations(std::span<const Declaration> names) {
  if (names.empty()) return {};
  std::string out = "|";
  for (const Declaration& name : names) out += " " + std::string(name.name);
  return out + " | ";
}

std::string body(const Body& body) {
  std::string out = declarations(body.temporaries);
  for (const Node* statement : body.statements) out += expression(statement).text + ". ";
  return out;
}

Text expression(const Node* node) {
  switch (node->kind) {
    case NodeKind::variable:
      return {std::string(static_cast<const VariableNode*>(node)->name)};
    case NodeKind::literal:
      return {literal(static_cast<const LiteralNode&>(*node))};
    case NodeKind::chain:
      return chain(static_cast<const ChainNode&>(*node));
    case NodeKind::block: {
      const auto& block = static_cast<const BlockNode&>(*node);
      std::string out = "[";
      for (const Declaration& parameter : block.parameters) out += ":" + std::string(parameter.name) + " ";
      if (!block.parameters.empty()) out += "| ";
      return {out + body(block.body) + "]"};
    }
    case NodeKind::brace: {
      std::string out = "{";
      for (const Node* element : static_cast<const BraceNode*>(node)->elements)
        out += expression(element).text + ". ";
      return {out + "}"};
    }
    case NodeKind::assignment: {
      const auto& assignment = static_cast<const AssignmentNode&>(*node);
      std::string out;
      for (const Declaration& target : assignment.targets) out += std::string(target.name) + " := ";
      return {out + expression(assignment.value).text, Level::loose};
    }
    case NodeKind::return_value:
      return {"^ " + expression(static_cast<const ReturnNode*>(node)->value).text, Level::loose};
  }
  return {};
}

}  // namespace

std::string print_source(const MethodNode& method) {
  std::string out;
  std::string_view rest = method.selector;
  if (method.parameters.empty()) out = rest;
  for (const Declaration& parameter : method.parameters) {
    size_t colon = rest.find(':');
    size_t length = colon == std::string_view::npos ? rest.size() : colon + 1;
    out += std::string(rest.substr(0, length)) + " " + std::string(parameter.name) + " ";
    rest.remove_prefix(length);
  }
  out += "\n";
  for (const PragmaNode& pragma : method.pragmas) {
    out += "<";
    std::string_view selector = pragma.selector;
    if (pragma.arguments.empty()) out += selector.substr(0, selector.find(':'));
    for (const LiteralNode* argument : pragma.arguments) {
      size_t colon = selector.find(':');
      size_t length = colon == std::string_view::npos ? selector.size() : colon + 1;
      out += std::string(selector.substr(0, length)) + " " + literal(*argument) + " ";
      selector.remove_prefix(length);
    }
    out += "> ";
  }
  return out + body(method.body) + "\n";
}

}  // namespace dh::smalltalk
