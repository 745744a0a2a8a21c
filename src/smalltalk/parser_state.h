// The parser's internals, shared by parser.cpp (statements, expressions) and parser_literals.cpp.
#pragma once

#include <string>
#include <vector>

#include "smalltalk/parser.h"

namespace dh::smalltalk {

// Recursive descent with one token of look-ahead. After the first error every token is `end`, so that all
// loops stop; the results are then thrown away.
class Parser {
 public:
  Parser(std::string_view text, Dialect dialect, Arena& arena, uint32_t from = 0)
      : lexer_(text, dialect, from), arena_(arena) {
    advance();
  }

  const MethodNode* method(MethodForm form);
  Header header();

  const std::optional<SyntaxError>& error() const { return error_; }

 private:
  // Declarations and pragmas may be in several places; they are gathered here.
  struct BodyParts {
    std::vector<Declaration> temporaries;
    std::vector<PragmaNode> pragmas;
    std::vector<Node*> statements;
  };

  bool parse_pattern(std::string_view& selector, std::vector<Declaration>& parameters);
  void parse_body(BodyParts& parts, TokenKind end, bool pragmas_allowed);
  void parse_temporaries(std::vector<Declaration>& temporaries);
  void parse_pragma(BodyParts& parts);
  bool parse_pragma_arguments(PragmaNode& pragma, BodyParts& parts);
  Node* parse_statement();
  Node* parse_expression();
  Node* parse_messages(Node* receiver);
  Node* parse_operand();   // a primary with its unary messages
  Node* parse_argument();  // of a keyword: unary and binary messages too
  Node* parse_primary();
  Node* parse_block();
  Node* parse_brace();
  bool parse_keyword_message(Message& message);
  void parse_unary(std::vector<Message>& messages);
  void parse_binary(std::vector<Message>& messages);
  Node* make_chain(Node* receiver, const std::vector<Message>& messages, uint32_t cascade);

  LiteralNode* parse_literal();  // null when the token begins none
  LiteralNode* parse_number();
  LiteralNode* parse_literal_array();
  LiteralNode* parse_byte_array(uint32_t begin);
  LiteralNode* parse_array_element();
  LiteralNode* parse_binding();
  LiteralNode* parse_compile_time();
  LiteralNode* parse_backtick();
  LiteralNode* make_literal(LiteralKind kind, std::string_view text, uint32_t begin, uint32_t end);
  std::string_view unquoted(std::string_view quoted);  // without quotes, doubled ones single

  void advance();
  bool at(TokenKind kind) const { return token_.kind == kind; }
  bool at_binary(std::string_view op) const { return at(TokenKind::binary) && lexer_.text(token_) == op; }
  // A name, `_` among them.
  bool at_name() const { return at(TokenKind::identifier) || (at(TokenKind::assign) && token_text() == "_"); }
  bool at_bar() const { return at(TokenKind::binary) && lexer_.source()[token_.span.begin] == '|'; }
  std::string_view token_text() const { return lexer_.text(token_); }
  bool expect(TokenKind kind, const char* what);
  // Takes one `|`, also when more operator characters follow it.
  void take_bar();
  // Goes back to the position after an offset of the current token.
  void rescan(uint32_t offset);
  void fail(Span span, std::string message);
  void fail_here(std::string_view expected);

  struct Depth;

  Lexer lexer_;
  Arena& arena_;
  Token token_;
  uint32_t previous_end_ = 0;
  int depth_ = 0;
  std::optional<SyntaxError> error_;
};

}  // namespace dh::smalltalk
