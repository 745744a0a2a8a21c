// GNU Smalltalk's own syntax: definitions in brackets, statements between them; bang-separated parts may mix
// in.

#include "smalltalk/definitions.h"
#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

class BracketReader {
 public:
  explicit BracketReader(FileImage& image)
      : image_(image), text_(image.file.text()), lexer_(text_, Dialect::gnu, code_start(text_)) {
    advance();
  }
  void read() { top_level(static_cast<uint32_t>(text_.size()), {}, 0); }

 private:
  struct Owner {
    std::string_view name;
    bool class_side = false;
  };

  void advance() { token_ = lexer_.next(); }
  void seek(uint32_t offset) {
    lexer_.seek(offset);
    advance();
  }
  bool at(TokenKind kind) const { return token_.kind == kind; }
  bool at_word(std::string_view word) const {
    return at(TokenKind::identifier) && lexer_.text(token_) == word;
  }
  bool at_binary(std::string_view op) const { return at(TokenKind::binary) && lexer_.text(token_) == op; }
  bool finished(uint32_t end) const { return at(TokenKind::end) || token_.span.begin >= end; }
  void fail(const char* message) { report(image_, Severity::error, token_.span, message); }
  uint32_t close_of(uint32_t open, uint32_t end);
  uint32_t close_of_definition(uint32_t open, uint32_t end);
  uint32_t close_of_method(uint32_t begin, uint32_t open, uint32_t end);
  uint32_t next_definition(uint32_t from, uint32_t end) const;
  uint32_t next_header(uint32_t header, uint32_t end) const;

  void top_level(uint32_t end, std::string_view name_space, int depth);
  bool definition(uint32_t end, std::string_view name_space, int depth);
  void class_body(ClassDefinition& definition, Owner owner, uint32_t open, uint32_t end,
                  std::string_view name_space, int depth);
  bool class_variable(ClassDefinition& definition, std::string_view class_name, uint32_t end);
  bool class_side_body(ClassDefinition& definition, Owner owner, uint32_t end, std::string_view name_space,
                       int depth);
  void attribute(ClassDefinition& definition);
  // Whether the operator at the current token is the header of a method: `| aBoolean [`, `< other [`.
  bool binary_method() const {
    Lexer ahead = lexer_;
    return ahead.next().kind == TokenKind::identifier && ahead.next().kind == TokenKind::left_bracket;
  }
  bool method(Owner owner, uint32_t end, std::string_view name_space);
  void skip_expression(uint32_t end);
  void statements(uint32_t end, std::string_view& name_space);
  bool bang_methods(uint32_t end, std::string_view name_space);

  FileImage& image_;
  std::string_view text_;
  Lexer lexer_;
  Token token_;
  bool unbalanced_ = false;  // some definition was not closed: from there on lines help to find ends
};

constexpr int kDeepestNamespace = 50;
constexpr uint32_t kFarthestClose = 16 * 1024;  // bytes that are searched once more for each unclosed method

// Reports a missing bracket and returns the end then.
uint32_t BracketReader::close_of(uint32_t open, uint32_t end) {
  uint32_t close = closing_bracket(text_.substr(0, end), open);
  if (close >= end) report(image_, Severity::error, {open, open + 1}, "this '[' is not closed");
  return close;
}

// The next line that begins with a definition of a class or script.
uint32_t BracketReader::next_definition(uint32_t from, uint32_t end) const {
  for (size_t at = text_.find_first_of("\r\n", from); at < end; at = text_.find_first_of("\r\n", at + 1)) {
    std::string_view line = text_.substr(at + 1, std::min<size_t>(end - at - 1, 300));
    line = line.substr(0, line.find_first_of("\r\n"));
    if (opens_bracket_definition(line) && line.substr(0, line.find('[')).find(">>") == std::string_view::npos)
      return static_cast<uint32_t>(at + 1);
  }
  return end;
}

// The next line that is indented as the one of this header and looks like the header of a method.
uint32_t BracketReader::next_header(uint32_t header, uint32_t end) const {
  size_t line = text_.substr(0, header).find_last_of("\r\n") + 1;
  std::string_view indentation = text_.substr(line, header - line);
  if (!trim(indentation).empty()) return end;
  Arena scratch;
  for (size_t at = text_.find_first_of("\r\n", header); at < end; at = text_.find_first_of("\r\n", at + 1)) {
    uint32_t begin = static_cast<uint32_t>(at + 1 + indentation.size());
    std::string_view part = text_.substr(0, std::min<size_t>(end, begin + 300));
    if (!text_.substr(at + 1).starts_with(indentation) || begin >= end || text_[begin] <= ' ') continue;
    Header found = parse_header(part, begin, Dialect::gnu, scratch);
    uint32_t open = found.selector.empty() ? end : Lexer(part, Dialect::gnu).skip_blanks(found.end);
    if (open < part.size() && part[open] == '[') return begin;
  }
  return end;
}

// Where a class or namespace ends. One that is not closed ends at the next definition at the start of a line.
uint32_t BracketReader::close_of_definition(uint32_t open, uint32_t end) {
  if (!unbalanced_) {
    uint32_t close = close_of(open, end);
    if (close < end) return close;
    unbalanced_ = true;
    return next_definition(open, end);
  }
  return close_of(open, next_definition(open, end));
}

// In a file with unbalanced brackets a body does not reach into what looks like the next method, unless it
// parses that way.
uint32_t BracketReader::close_of_method(uint32_t begin, uint32_t open, uint32_t end) {
  if (!unbalanced_) return close_of(open, end);
  uint32_t next = next_header(begin, end);
  uint32_t close = closing_bracket(text_.substr(0, next), open);
  if (close < next) return close;
  close = closing_bracket(text_.substr(0, std::min(end, next + kFarthestClose)), open);
  Arena scratch;
  if (close < std::min(end, next + kFarthestClose) &&
      parse_method(text_.substr(begin, close + 1 - begin), MethodForm::bracketed, Dialect::gnu, scratch)
          .method)
    return close;
  report(image_, Severity::error, {open, open + 1}, "this '[' is not closed");
  return next;
}

void BracketReader::top_level(uint32_t end, std::string_view name_space, int depth) {
  while (!finished(end)) {
    uint32_t before = token_.span.begin;
    if (at_binary("!") || at(TokenKind::period)) {
      advance();
    } else if (at_binary("<") && depth > 0) {  // <import: Foo> of a namespace
      ClassDefinition attributes;
      attribute(attributes);
      image_.name_spaces.push_back({name_space, std::move(attributes.pools)});
    } else if (at(TokenKind::identifier) && bang_methods(end, name_space)) {
    } else if (!definition(end, name_space, depth)) {
      statements(end, name_space);
    }
    if (token_.span.begin <= before && !finished(end)) advance();  // always forward
  }
}

// A definition at the current token; false and nothing taken when there is none.
bool BracketReader::definition(uint32_t end, std::string_view name_space, int depth) {
  if (!at(TokenKind::identifier) || depth > kDeepestNamespace) return false;
  Token first = token_;
  std::string_view name = lexer_.text(first);
  Lexer back = lexer_;
  auto give_up = [&] {
    lexer_ = back;
    token_ = first;
    return false;
  };
  advance();
  if (name == "Eval" && at(TokenKind::left_bracket)) {
    uint32_t open = token_.span.begin;
    uint32_t close = close_of(open, end);
    ScriptSource script;
    script.code = plain_code(image_, open + 1, close);
    script.name_space = name_space;
    image_.scripts.push_back(script);
    seek(std::min(close + 1, end));
    return true;
  }
  Owner owner{name, false};
  if (at_word("class")) {
    owner.class_side = true;
    advance();
  }
  if (at_binary(">>")) {
    advance();
    if (method(owner, end, name_space)) return true;
    return give_up();
  }
  bool extends = at_word("extend");
  bool subclass = at(TokenKind::keyword) && lexer_.text(token_) == "subclass:";
  bool space = at(TokenKind::keyword) && lexer_.text(token_) == "current:" && name == "Namespace";
  if (!extends && !subclass && !space) return give_up();
  advance();
  ClassDefinition definition;
  definition.name = name;
  definition.extends = extends;
  definition.span = first.span;
  if (!extends) {
    if (!at(TokenKind::identifier)) return give_up();
    definition.name = lexer_.text(token_);
    definition.superclass = name;
    definition.span = token_.span;
    advance();
  }
  if (!at(TokenKind::left_bracket)) return give_up();
  uint32_t open = token_.span.begin;
  uint32_t close = close_of_definition(open, end);
  if (space) {
    seek(open + 1);
    top_level(close, definition.name, depth + 1);
  } else {
    definition.name_space = name_space;
    class_body(definition, {definition.name, owner.class_side}, open, close, name_space, depth);
    if (!extends || !definition.instance_variables.empty() || !definition.class_instance_variables.empty() ||
        !definition.class_variables.empty()) {
      image_.classes.push_back(std::move(definition));
    }
  }
  seek(text_.substr(0, end).substr(close).starts_with(']') ? close + 1 : close);
  return true;
}

// | a b |, <category: 'x'>, Foo := 3., Foo class [ ... ], Foo class >> bar [ ... ], bar: x [ ... ]
void BracketReader::class_body(ClassDefinition& definition, Owner owner, uint32_t open, uint32_t end,
                               std::string_view name_space, int depth) {
  seek(open + 1);
  while (!finished(end)) {
    uint32_t before = token_.span.begin;
    Token first = token_;
    Lexer back = lexer_;
    if (at(TokenKind::right_bracket) && unbalanced_)
      return seek(end);  // the real end, of a class cut off by a line
    if ((at_binary("|") || at_binary("||")) && !binary_method()) {
      if (at_binary("||")) {
        advance();
        continue;
      }
      advance();
      auto& names = owner.class_side ? definition.class_instance_variables : definition.instance_variables;
      for (; at(TokenKind::identifier); advance()) names.push_back({lexer_.text(token_), token_.span});
      if (at_binary("|")) {
        advance();
      } else {
        fail("expected a name or '|'");
      }
    } else if (at_binary("<") && !binary_method()) {
      attribute(definition);
    } else if (at(TokenKind::period) || at_binary("!")) {
      advance();
    } else if (at(TokenKind::identifier) && class_variable(definition, owner.name, end)) {
    } else if (at(TokenKind::identifier) && class_side_body(definition, owner, end, name_space, depth)) {
    } else {
      lexer_ = back;
      token_ = first;
      // An optional "Foo >>" or "Foo class >>" before the header.
      Owner of = owner;
      if (at(TokenKind::identifier)) {
        advance();
        bool class_side = at_word("class");
        if (class_side) advance();
        if (at_binary(">>")) {
          of = {lexer_.text(first), class_side};
          advance();
        } else {
          lexer_ = back;
          token_ = first;
        }
      }
      if (!method(of, end, name_space)) {
        lexer_ = back;
        token_ = first;
        fail("expected a method, a variable or an attribute");
        // Go on after the next bracketed part.
        size_t next = text_.find('[', token_.span.begin);
        seek(next >= end
                 ? end
                 : std::min(closing_bracket(text_.substr(0, end), static_cast<uint32_t>(next)) + 1, end));
      }
    }
    if (token_.span.begin <= before && !finished(end)) advance();
  }
}

// To the first period or bang outside brackets.
void BracketReader::skip_expression(uint32_t end) {
  int depth = 0;
  while (!finished(end) && !(depth <= 0 && (at(TokenKind::period) || at_binary("!")))) {
    switch (token_.kind) {
      case TokenKind::left_paren:
      case TokenKind::left_bracket:
      case TokenKind::left_brace:
      case TokenKind::hash_paren:
      case TokenKind::hash_bracket:
      case TokenKind::hash_brace:
      case TokenKind::double_hash_paren:
        ++depth;
        break;
      case TokenKind::right_paren:
      case TokenKind::right_bracket:
      case TokenKind::right_brace:
        --depth;
        break;
      default:
        break;
    }
    advance();
  }
}

// Foo := expression.   Foo class ... is something else.
bool BracketReader::class_variable(ClassDefinition& definition, std::string_view class_name, uint32_t end) {
  Token name = token_;
  Lexer back = lexer_;
  advance();
  if (!at(TokenKind::assign)) {
    lexer_ = back;
    token_ = name;
    return false;
  }
  uint32_t begin = token_.span.end;
  advance();
  skip_expression(end);
  definition.class_variables.push_back({lexer_.text(name), name.span});
  uint32_t until = std::min(token_.span.begin, end);
  if (trim(text_.substr(begin, until - begin)) != "nil") {
    ScriptSource script;
    script.load_time = true;
    script.code = plain_code(image_, begin, until);
    script.class_name = class_name;
    script.assigns = lexer_.text(name);
    script.name_space = definition.name_space;
    image_.scripts.push_back(script);
  }
  return true;
}

// Foo class [ ... ]
bool BracketReader::class_side_body(ClassDefinition& definition, Owner owner, uint32_t end,
                                    std::string_view name_space, int depth) {
  if (lexer_.text(token_) != owner.name || owner.class_side || depth > kDeepestNamespace) return false;
  advance();
  if (!at_word("class")) return false;
  advance();
  if (!at(TokenKind::left_bracket)) return false;
  uint32_t open = token_.span.begin;
  uint32_t close = close_of(open, end);
  class_body(definition, {owner.name, true}, open, close, name_space, depth + 1);
  seek(std::min(close + 1, end));
  return true;
}

void BracketReader::attribute(ClassDefinition& definition) {
  Span opening = token_.span;
  advance();
  std::string_view key = lexer_.text(token_);
  advance();
  std::string_view value = lexer_.text(token_);
  if (value.starts_with('\'') && value.size() >= 2) value = value.substr(1, value.size() - 2);
  if (key == "category:") definition.category = definition.package = value;
  if (key == "shape:") definition.indexed = value != "nil";
  if (key == "import:") definition.pools.push_back(value);
  int depth = 1;
  while (!at(TokenKind::end) && !at(TokenKind::error) && !at(TokenKind::left_bracket) &&
         !at(TokenKind::right_bracket)) {
    if (at(TokenKind::binary) && lexer_.text(token_).front() == '>' && --depth == 0) {
      seek(token_.span.begin + 1);
      return;
    }
    advance();
  }
  report(image_, Severity::error, opening, "this '<' is not closed");
}

bool BracketReader::method(Owner owner, uint32_t end, std::string_view name_space) {
  uint32_t begin = token_.span.begin;
  Header header = parse_header(text_.substr(0, end), begin, Dialect::gnu, *image_.arena);
  if (header.selector.empty()) return false;
  uint32_t open = lexer_.skip_blanks(header.end);
  if (open >= end || text_[open] != '[') return false;
  uint32_t close = close_of_method(begin, open, end);
  bool closed = close < end && text_[close] == ']';
  if (closed) {
    MethodSource source;
    source.class_name = owner.name;
    source.class_side = owner.class_side;
    source.form = MethodForm::bracketed;
    source.code = plain_code(image_, begin, close + 1);
    source.name_space = name_space;
    image_.methods.push_back(source);
  }
  seek(closed ? close + 1 : close);
  return true;
}

// Namespace current: Foo.Bar   -- for what follows in the file
std::string_view entered_name_space(const Node* statement) {
  if (statement->kind != NodeKind::chain) return {};
  const auto& chain = static_cast<const ChainNode&>(*statement);
  auto name = [](const Node* node) {
    return node->kind == NodeKind::variable ? static_cast<const VariableNode*>(node)->name
                                            : std::string_view();
  };
  if (chain.messages.size() != 1 || chain.messages[0].selector != "current:" ||
      name(chain.receiver) != "Namespace") {
    return {};
  }
  return name(chain.messages[0].arguments[0]);
}

// One statement outside brackets: up to its period or bang.
void BracketReader::statements(uint32_t end, std::string_view& name_space) {
  uint32_t begin = token_.span.begin;
  skip_expression(end);
  uint32_t until = std::min(token_.span.begin, end);
  ScriptSource script;
  script.code = plain_code(image_, begin, until);
  script.name_space = name_space;
  ParsedMethod parsed = parse_method(script.code.text, MethodForm::script, Dialect::gnu, *image_.arena);
  if (parsed.method != nullptr) {
    bool worth_it = false;
    for (const Node* statement : parsed.method->body.statements) {
      if (std::string_view entered = entered_name_space(statement); !entered.empty()) {
        name_space = entered;
        continue;
      }
      if (!read_definition(image_, statement, script.code) && !is_metadata(statement)) worth_it = true;
    }
    if (!worth_it) return;
  }
  script.load_time = true;
  image_.scripts.push_back(script);
}

// !Foo class methodsFor: 'x'! method ! method ! !   The first bang may have ended something before.
bool BracketReader::bang_methods(uint32_t end, std::string_view name_space) {
  Owner owner{lexer_.text(token_), false};
  Token first = token_;
  Lexer back = lexer_;
  advance();
  if (at_word("class")) {
    owner.class_side = true;
    advance();
  }
  bool opens = at(TokenKind::keyword) && lexer_.text(token_) == "methodsFor:";
  std::string_view protocol;
  if (opens) {
    advance();
    protocol = lexer_.text(token_);
    if (protocol.starts_with('\'') && protocol.size() >= 2)
      protocol = protocol.substr(1, protocol.size() - 2);
    skip_expression(end);  // and maybe ifTrue: condition
    opens = at_binary("!") && !finished(end);
  }
  if (!opens) {
    lexer_ = back;
    token_ = first;
    return false;
  }
  advance();
  while (!finished(end) && !at_binary("!")) {
    uint32_t begin = token_.span.begin;
    while (!finished(end) && !at_binary("!")) advance();
    MethodSource source;
    source.class_name = owner.name;
    source.class_side = owner.class_side;
    source.code = plain_code(image_, begin, std::min(token_.span.begin, end));
    source.protocol = protocol;
    source.name_space = name_space;
    image_.methods.push_back(source);
    if (!finished(end)) advance();
  }
  return true;
}

}  // namespace

void read_bracket_syntax(FileImage& image) {
  image.dialect = Dialect::gnu;
  BracketReader(image).read();
}

}  // namespace dh::smalltalk
