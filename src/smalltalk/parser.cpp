#include "smalltalk/parser.h"

#include <fmt/format.h>

#include "smalltalk/parser_state.h"

namespace dh::smalltalk {

struct Parser::Depth {
  explicit Depth(Parser& p) : parser(p) {
    if (++parser.depth_ > kMaxNesting) {
      parser.fail(parser.token_.span, fmt::format("nested more than {} deep", kMaxNesting));
    }
  }
  ~Depth() { --parser.depth_; }
  Parser& parser;
};

void Parser::advance() {
  previous_end_ = token_.span.end;
  if (error_) return;
  token_ = lexer_.next();
  if (token_.kind == TokenKind::error) fail(token_.span, lexer_.error());
}

void Parser::fail(Span span, std::string message) {
  if (!error_) error_ = SyntaxError{span, std::move(message)};
  token_ = Token{TokenKind::end, {token_.span.end, token_.span.end}};
}

void Parser::fail_here(std::string_view expected) {
  if (error_) return;
  std::string_view found = token_text().substr(0, 40);
  fail(token_.span, at(TokenKind::end) ? fmt::format("expected {}, but the code ends", expected)
                                       : fmt::format("expected {}, not '{}'", expected, found));
}

bool Parser::expect(TokenKind kind, const char* what) {
  if (!at(kind)) {
    fail_here(what);
    return false;
  }
  advance();
  return true;
}

void Parser::rescan(uint32_t offset) {
  lexer_.seek(offset);
  token_.span.end = offset;
  advance();
}

void Parser::take_bar() {
  rescan(token_.span.begin + 1);
}

bool Parser::parse_pattern(std::string_view& selector, std::vector<Declaration>& parameters) {
  auto parameter = [&] {
    if (!at_name()) {
      fail_here("the name of an argument");
      return;
    }
    parameters.push_back({token_text(), token_.span});
    advance();
  };
  if (at(TokenKind::identifier)) {
    selector = token_text();
    advance();
  } else if (at(TokenKind::binary)) {
    selector = token_text();
    advance();
    parameter();
  } else if (at(TokenKind::keyword)) {
    std::string joined;
    while (at(TokenKind::keyword)) {
      joined += token_text();
      advance();
      parameter();
    }
    selector = arena_.copy(std::string_view(joined));
  } else {
    fail_here("a method header");
  }
  return !error_;
}

Header Parser::header() {
  Header result;
  std::vector<Declaration> parameters;
  if (!parse_pattern(result.selector, parameters)) return {};
  result.end = previous_end_;
  return result;
}

const MethodNode* Parser::method(MethodForm form) {
  MethodNode result;
  std::vector<Declaration> parameters;
  result.span.begin = token_.span.begin;
  if (form != MethodForm::script && !parse_pattern(result.selector, parameters)) return nullptr;
  BodyParts parts;
  if (form == MethodForm::bracketed) {
    expect(TokenKind::left_bracket, "'['");
    parse_body(parts, TokenKind::right_bracket, true);
    expect(TokenKind::right_bracket, "']'");
    if (!at(TokenKind::end)) fail_here("the end of the method");
  } else {
    parse_body(parts, TokenKind::end, form != MethodForm::script);
  }
  if (error_) return nullptr;
  result.span.end = std::max(previous_end_, result.span.begin);
  result.parameters = arena_.copy(parameters);
  result.pragmas = arena_.copy(parts.pragmas);
  result.body = {arena_.copy(parts.temporaries), arena_.copy(parts.statements)};
  return arena_.make<MethodNode>(result);
}

namespace {

const char* closing(TokenKind kind) {
  switch (kind) {
    case TokenKind::right_bracket:
      return "']'";
    case TokenKind::right_paren:
      return "')'";
    case TokenKind::backtick:
      return "'`'";
    default:
      return "the end of the code";
  }
}

}  // namespace

void Parser::parse_body(BodyParts& parts, TokenKind end, bool pragmas_allowed) {
  while (!at(end) && !error_) {
    if (at(TokenKind::period)) {
      advance();
    } else if (at_bar()) {
      parse_temporaries(parts.temporaries);
    } else if (pragmas_allowed && at(TokenKind::binary) && token_text().front() == '<') {
      parse_pragma(parts);
    } else if (at(TokenKind::end)) {
      fail_here(closing(end));
    } else {
      parts.statements.push_back(parse_statement());
      // A statement is followed by a period or the end; anything else is an error there, not later.
      if (!error_ && !at(TokenKind::period) && !at(end)) {
        fail_here(at(TokenKind::end) ? closing(end) : "'.'");
      }
    }
  }
}

void Parser::parse_temporaries(std::vector<Declaration>& temporaries) {
  take_bar();
  while (at(TokenKind::identifier)) {
    temporaries.push_back({token_text(), token_.span});
    advance();
    if (at(TokenKind::period)) advance();  // old code: | a. b |
  }
  if (!at_bar()) {
    fail_here("a name or '|'");
    return;
  }
  take_bar();
}

Node* Parser::parse_statement() {
  if (!at(TokenKind::caret)) return parse_expression();
  uint32_t begin = token_.span.begin;
  advance();
  Node* value = parse_expression();
  return arena_.make<ReturnNode>(Node{NodeKind::return_value, {begin, previous_end_}}, value);
}

Node* Parser::parse_expression() {
  uint32_t begin = token_.span.begin;
  std::vector<Declaration> targets;
  while (at(TokenKind::identifier)) {
    Lexer ahead = lexer_;
    if (ahead.next().kind != TokenKind::assign) break;
    targets.push_back({token_text(), token_.span});
    advance();
    advance();
  }
  Node* primary = parse_primary();
  Node* value = primary == nullptr ? nullptr : parse_messages(primary);
  if (targets.empty() || error_) return value;
  return arena_.make<AssignmentNode>(Node{NodeKind::assignment, {begin, previous_end_}}, arena_.copy(targets),
                                     value);
}

void Parser::parse_unary(std::vector<Message>& messages) {
  while (at(TokenKind::identifier)) {
    messages.push_back({token_text(), token_.span, {}});
    advance();
  }
}

void Parser::parse_binary(std::vector<Message>& messages) {
  // 2^n: a power in dialects whose return cannot appear there.
  while ((at(TokenKind::binary) || at(TokenKind::caret)) && !error_) {
    Message message{token_text(), token_.span, {}};
    advance();
    Node* argument = parse_operand();
    if (error_) return;
    message.span.end = previous_end_;
    message.arguments = arena_.copy(std::span<Node* const>(&argument, 1));
    messages.push_back(message);
  }
}

bool Parser::parse_keyword_message(Message& message) {
  std::string joined;
  std::vector<Node*> arguments;
  message.span.begin = token_.span.begin;
  while (at(TokenKind::keyword) && !error_) {
    joined += token_text();
    advance();
    arguments.push_back(parse_argument());
  }
  message.span.end = previous_end_;
  message.selector = arena_.copy(std::string_view(joined));
  message.arguments = arena_.copy(arguments);
  return !error_;
}

Node* Parser::make_chain(Node* receiver, const std::vector<Message>& messages, uint32_t cascade) {
  if (messages.empty() || error_) return receiver;
  auto* chain = arena_.make<ChainNode>(Node{NodeKind::chain, {receiver->span.begin, previous_end_}});
  chain->receiver = receiver;
  chain->messages = arena_.copy(messages);
  chain->cascade = cascade;
  return chain;
}

Node* Parser::parse_operand() {
  Node* primary = parse_primary();
  if (primary == nullptr) return nullptr;
  std::vector<Message> messages;
  parse_unary(messages);
  return make_chain(primary, messages, static_cast<uint32_t>(messages.size()));
}

Node* Parser::parse_argument() {
  Node* primary = parse_primary();
  if (primary == nullptr) return nullptr;
  std::vector<Message> messages;
  parse_unary(messages);
  parse_binary(messages);
  return make_chain(primary, messages, static_cast<uint32_t>(messages.size()));
}

Node* Parser::parse_messages(Node* receiver) {
  std::vector<Message> messages;
  parse_unary(messages);
  parse_binary(messages);
  if (at(TokenKind::keyword)) {
    Message message;
    if (parse_keyword_message(message)) messages.push_back(message);
  }
  // Cuis: `a foo: b :: bar` sends bar to the whole expression before it.
  while (at(TokenKind::colon) && token_.span.end < lexer_.source().size() &&
         lexer_.source()[token_.span.end] == ':') {
    advance();
    advance();
    parse_unary(messages);
    parse_binary(messages);
    Message message;
    if (at(TokenKind::keyword) && parse_keyword_message(message)) messages.push_back(message);
  }
  uint32_t cascade = static_cast<uint32_t>(messages.size());
  if (at(TokenKind::semicolon)) {
    if (messages.empty()) {
      fail_here("a message before the cascade");
      return nullptr;
    }
    --cascade;
  }
  while (at(TokenKind::semicolon) && !error_) {
    advance();
    if (at(TokenKind::semicolon)) continue;  // an empty part of a cascade, as empty statements
    // One message in the standard; Dolphin lets more follow, which go to the result of that one.
    size_t first = messages.size();
    parse_unary(messages);
    parse_binary(messages);
    Message message;
    if (at(TokenKind::keyword) && parse_keyword_message(message)) messages.push_back(message);
    if (messages.size() == first) {
      fail_here("a message");
    } else {
      messages[first].cascaded = true;
    }
  }
  return error_ ? nullptr : make_chain(receiver, messages, cascade);
}

Node* Parser::parse_primary() {
  Depth depth(*this);
  if (error_) return nullptr;
  if (at_name()) {
    auto* variable = arena_.make<VariableNode>(Node{NodeKind::variable, token_.span}, token_text());
    advance();
    return variable;
  }
  if (at(TokenKind::left_paren)) {
    advance();
    Node* inner = parse_expression();
    if (!expect(TokenKind::right_paren, "')'")) return nullptr;
    return inner;
  }
  if (at(TokenKind::left_bracket)) return parse_block();
  if (at(TokenKind::left_brace)) return parse_brace();
  if (LiteralNode* literal = parse_literal()) return literal;
  if (!error_) fail_here("an expression");
  return nullptr;
}

Node* Parser::parse_block() {
  uint32_t begin = token_.span.begin;
  advance();
  std::vector<Declaration> parameters;
  while (at(TokenKind::colon)) {
    advance();
    if (!at_name()) {
      fail_here("the name of a block argument");
      return nullptr;
    }
    parameters.push_back({token_text(), token_.span});
    advance();
  }
  // [:x || t | ...]: the first bar ends the arguments, the second opens the temporaries.
  if (!parameters.empty() && at_bar()) {
    take_bar();
  } else if (!parameters.empty() && !at(TokenKind::right_bracket)) {
    fail_here("'|' after the block's arguments");
    return nullptr;
  }
  BodyParts parts;
  parse_body(parts, TokenKind::right_bracket, false);
  if (!expect(TokenKind::right_bracket, "']'")) return nullptr;
  auto* block = arena_.make<BlockNode>(Node{NodeKind::block, {begin, previous_end_}});
  block->parameters = arena_.copy(parameters);
  block->body = {arena_.copy(parts.temporaries), arena_.copy(parts.statements)};
  return block;
}

Node* Parser::parse_brace() {
  uint32_t begin = token_.span.begin;
  advance();
  BodyParts parts;
  while (!at(TokenKind::right_brace) && !error_) {
    if (at(TokenKind::period)) {
      advance();
      continue;
    }
    parts.statements.push_back(parse_statement());  // even a return
    if (!error_ && !at(TokenKind::period) && !at(TokenKind::right_brace)) fail_here("'.' or '}'");
  }
  if (!expect(TokenKind::right_brace, "'}'")) return nullptr;
  auto* brace = arena_.make<BraceNode>(Node{NodeKind::brace, {begin, previous_end_}});
  brace->elements = arena_.copy(parts.statements);
  return brace;
}

ParsedMethod parse_method(std::string_view text, MethodForm form, Dialect dialect, Arena& arena) {
  Parser parser(text, dialect, arena);
  ParsedMethod result;
  result.method = parser.method(form);
  result.error = parser.error();
  if (result.error) result.method = nullptr;
  return result;
}

Header parse_header(std::string_view text, uint32_t from, Dialect dialect, Arena& arena) {
  Parser parser(text, dialect, arena, from);
  Header header = parser.header();
  return parser.error() ? Header{} : header;
}

}  // namespace dh::smalltalk
