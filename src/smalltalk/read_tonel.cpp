// Tonel: a comment, one `Class { ... }` in a notation like STON, then methods `Foo >> bar [ ... ]`.
#include <fmt/format.h>

#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

// A value of the notation. Enough for class and method metadata; numbers are kept as text.
struct Ston {
  enum class Kind { text, list, map } kind = Kind::text;
  std::string_view text;
  Span at;
  std::vector<Ston> items;    // list
  std::string_view key;       // of a member
  std::vector<Ston> members;  // map

  const Ston* get(std::string_view wanted) const {
    for (const Ston& member : members) {
      if (member.key == wanted) return &member;
    }
    return nullptr;
  }
  std::string_view string(std::string_view wanted) const {
    const Ston* value = get(wanted);
    return value == nullptr || value->kind != Kind::text ? std::string_view() : value->text;
  }
};

class StonReader {
 public:
  StonReader(FileImage& image, uint32_t from)
      : image_(image), lexer_(image.file.text(), Dialect::pharo, from) {
    advance();
  }

  // Null after an error, which has been reported.
  bool read(Ston& value, int depth = 0);
  uint32_t end() const { return end_; }

 private:
  void advance() {
    end_ = token_.span.end;
    token_ = lexer_.next();
  }
  bool fail(const char* expected) {
    report(image_, Severity::error, token_.span, fmt::format("expected {} in the metadata", expected));
    return false;
  }
  bool read_map(Ston& value, int depth);
  bool read_list(Ston& value, int depth);
  bool read_text(Ston& value);
  bool read_string(uint32_t open, Ston& value);

  FileImage& image_;
  Lexer lexer_;
  Token token_;
  uint32_t end_ = 0;
};

bool StonReader::read(Ston& value, int depth) {
  constexpr int kMaxMetadataDepth = 50;
  if (depth > kMaxMetadataDepth) return fail("less nesting");
  if (token_.kind == TokenKind::left_brace) return read_map(value, depth);
  if (token_.kind == TokenKind::left_bracket) return read_list(value, depth);
  return read_text(value);
}

// Strings escape a quote with a backslash, and old files double it, too. Takes the string that opens at
// `open` by hand, for the lexer knows doubled quotes only.
bool StonReader::read_string(uint32_t open, Ston& value) {
  std::string_view source = lexer_.source();
  std::string decoded;
  size_t at = open + 1;
  for (; at < source.size(); ++at) {
    bool doubled = source[at] == '\'' && at + 1 < source.size() && source[at + 1] == '\'';
    if (source[at] == '\'' && !doubled) break;
    if (doubled || (source[at] == '\\' && at + 1 < source.size())) ++at;
    decoded += source[at];
  }
  if (at >= source.size()) return fail("the end of a string");
  value.at = {open + 1, static_cast<uint32_t>(at)};
  value.text = source.substr(open + 1, at - open - 1);
  if (decoded != value.text) value.text = image_.arena->copy(std::string_view(decoded));
  token_.span.end = static_cast<uint32_t>(at + 1);
  lexer_.seek(token_.span.end);
  advance();
  return true;
}

bool StonReader::read_text(Ston& value) {
  std::string_view source = lexer_.source();
  uint32_t open = token_.span.begin + (token_.kind == TokenKind::symbol ? 1 : 0);
  if (open < source.size() && source[open] == '\'') return read_string(open, value);
  value.text = lexer_.text(token_);
  value.at = token_.span;
  switch (token_.kind) {
    case TokenKind::symbol:
      value.text.remove_prefix(1);
      break;
    case TokenKind::identifier:
    case TokenKind::number:
      break;
    default:
      return fail("a string, a symbol, '[' or '{'");
  }
  advance();
  return true;
}

bool StonReader::read_list(Ston& value, int depth) {
  value.kind = Ston::Kind::list;
  advance();
  while (token_.kind != TokenKind::right_bracket) {
    Ston item;
    if (!read(item, depth + 1)) return false;
    value.items.push_back(std::move(item));
    if (token_.kind == TokenKind::binary && lexer_.text(token_) == ",") {
      advance();
    } else if (token_.kind != TokenKind::right_bracket) {
      return fail("',' or ']'");
    }
  }
  advance();
  return true;
}

bool StonReader::read_map(Ston& value, int depth) {
  value.kind = Ston::Kind::map;
  advance();
  while (token_.kind != TokenKind::right_brace) {
    if (token_.kind != TokenKind::symbol && token_.kind != TokenKind::string)
      return fail("a key such as #name");
    std::string_view key = lexer_.text(token_);
    if (token_.kind == TokenKind::symbol) key.remove_prefix(1);
    if (key.starts_with('\'')) key = key.substr(1, key.size() - 2);
    // "#name:" lexes as one symbol, "#name :" as two tokens.
    bool colon_inside = key.ends_with(':');
    if (colon_inside) key.remove_suffix(1);
    advance();
    if (!colon_inside) {
      if (token_.kind != TokenKind::colon) return fail("':'");
      advance();
    }
    Ston member;
    if (!read(member, depth + 1)) return false;
    member.key = key;
    value.members.push_back(std::move(member));
    if (token_.kind == TokenKind::binary && lexer_.text(token_) == ",") {
      advance();
    } else if (token_.kind != TokenKind::right_brace) {
      return fail("',' or '}'");
    }
  }
  advance();
  return true;
}

// A variable: 'name', or a slot definition such as '#name => WeakSlot'.
NameAt variable_name(const Ston& item) {
  std::string_view text = trim(item.text);
  uint32_t begin = item.at.begin;
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    ++begin;
  }
  uint32_t length = identifier_length(text, 0);
  return {text.substr(0, length), {begin, begin + length}};
}

std::vector<NameAt> variable_names(const Ston& metadata, std::string_view key) {
  std::vector<NameAt> names;
  const Ston* list = metadata.get(key);
  if (list == nullptr) return names;
  for (const Ston& item : list->items) names.push_back(variable_name(item));
  return names;
}

void read_class(FileImage& image, std::string_view type, const Ston& metadata, Span span) {
  ClassDefinition definition;
  definition.name = metadata.string("name");
  definition.span = span;
  if (const Ston* name = metadata.get("name"); name != nullptr) definition.span = name->at;
  if (!is_class_name(definition.name)) {
    report(image, Severity::error, span, "the definition has no class name");
    return;
  }
  definition.is_trait = type == "Trait";
  definition.superclass = metadata.string("superclass");
  if (definition.superclass.empty()) definition.superclass = "nil";
  definition.category = metadata.string("category");
  definition.package = metadata.string("package");
  if (definition.package.empty()) definition.package = definition.category;
  std::string_view shape = metadata.string("type");
  definition.indexed = !shape.empty() && shape != "normal";
  definition.instance_variables = variable_names(metadata, "instVars");
  for (NameAt& slot : variable_names(metadata, "slots")) definition.instance_variables.push_back(slot);
  definition.class_variables = variable_names(metadata, "classVars");
  definition.class_instance_variables = variable_names(metadata, "classInstVars");
  for (const char* key : {"pools", "sharedPools"}) {
    for (const NameAt& pool : variable_names(metadata, key)) definition.pools.push_back(pool.name);
  }
  definition.traits = parse_trait_composition(metadata.string("traits"), image.dialect);
  definition.class_traits = parse_trait_composition(metadata.string("classTraits"), image.dialect);
  image.classes.push_back(std::move(definition));
}

// The offset of the next line that begins a method or its metadata, for going on after an error; the end of
// the text when there is none.
uint32_t next_method(std::string_view text, uint32_t from) {
  constexpr std::string_view kLineEnds = "\r\n";
  for (size_t at = text.find_first_of(kLineEnds, from); at != std::string_view::npos;
       at = text.find_first_of(kLineEnds, at + 1)) {
    std::string_view line = text.substr(at + 1, 300);
    line = line.substr(0, line.find_first_of(kLineEnds));
    bool metadata = line.starts_with("{ #category") || line.starts_with("{ #'category") || line == "{";
    uint32_t name = identifier_length(line, 0);
    std::string_view rest = line.substr(name);
    if (rest.starts_with(" class")) rest.remove_prefix(6);
    if (metadata || (name > 0 && rest.starts_with(" >> "))) return static_cast<uint32_t>(at + 1);
  }
  return static_cast<uint32_t>(text.size());
}

// Where the body that opens at `open` closes; the end of the text when it does not. A body does not reach
// into what looks like the next method unless it parses that way.
uint32_t close_of_body(const FileImage& image, uint32_t header, uint32_t open, uint64_t& patience) {
  std::string_view text = image.file.text();
  uint32_t limit = next_method(text, open);
  uint32_t close = closing_bracket(text.substr(0, limit), open);
  if (close < limit || limit == text.size())
    return close < limit ? close : static_cast<uint32_t>(text.size());
  // Each body that is not closed is searched for its end to the end of the file, but not thousands of them.
  if (patience < text.size() - open) return static_cast<uint32_t>(text.size());
  close = closing_bracket(text, open);
  patience -= close - open;
  if (close >= text.size()) return close;
  Arena scratch;
  ParsedMethod parsed =
      parse_method(text.substr(header, close + 1 - header), MethodForm::bracketed, image.dialect, scratch);
  return parsed.method != nullptr ? close : static_cast<uint32_t>(text.size());
}

// Methods from `at` to the end of the file.
void read_methods(FileImage& image, uint32_t at, std::string_view package) {
  std::string_view text = image.file.text();
  Lexer lexer(text, image.dialect);
  uint64_t patience = 20 * uint64_t{text.size()};  // bytes
  while (true) {
    at = lexer.skip_blanks(at);
    if (at >= text.size()) return;
    std::string_view protocol;
    if (text[at] == '{') {
      StonReader reader(image, at);
      Ston metadata;
      if (!reader.read(metadata)) {
        at = next_method(text, at);
        continue;
      }
      protocol = metadata.string("category");
      at = lexer.skip_blanks(reader.end());
    }
    uint32_t begin = at;
    size_t line_end = std::min(text.find_first_of("\r\n", begin), text.size());
    lexer.seek(at);
    Token name = lexer.next();
    Token token = lexer.next();
    bool class_side = token.kind == TokenKind::identifier &&
                      (lexer.text(token) == "class" || lexer.text(token) == "classSide");
    if (class_side) token = lexer.next();
    Span here{begin, static_cast<uint32_t>(line_end)};
    if (name.kind != TokenKind::identifier || token.kind != TokenKind::binary ||
        !lexer.text(token).starts_with(">>")) {
      report(image, Severity::error, here, "expected a method such as 'Foo >> bar [ ... ]'");
      at = next_method(text, begin);
      continue;
    }
    uint32_t header = token.span.begin + 2;
    Header parsed = parse_header(text, header, image.dialect, *image.arena);
    uint32_t open = parsed.selector.empty() ? header : lexer.skip_blanks(parsed.end);
    if (parsed.selector.empty() || open >= text.size() || text[open] != '[') {
      report(image, Severity::error, here, "expected a method header and '['");
      at = next_method(text, begin);
      continue;
    }
    uint32_t close = close_of_body(image, header, open, patience);
    if (close >= text.size()) {
      report(image, Severity::error, {open, open + 1}, "this '[' is not closed");
      at = next_method(text, open);
      continue;
    }
    MethodSource method;
    method.class_name = lexer.text(name);
    method.class_side = class_side;
    method.form = MethodForm::bracketed;
    method.code = plain_code(image, header, close + 1);
    method.protocol = protocol;
    method.package = package;
    if (protocol.starts_with('*')) method.package = trim(protocol.substr(1));
    image.methods.push_back(method);
    at = close + 1;
  }
}

}  // namespace

void read_tonel(FileImage& image) {
  image.dialect = Dialect::pharo;
  std::string_view text = image.file.text();
  Lexer lexer(text, image.dialect);
  lexer.seek(lexer.skip_blanks(0));
  Token type = lexer.next();
  std::string_view word = lexer.text(type);
  if (type.kind != TokenKind::identifier) {
    report(image, Severity::error, type.span, "expected 'Class {', 'Trait {', 'Extension {' or 'Package {'");
    return;
  }
  StonReader reader(image, type.span.end);
  Ston metadata;
  if (!reader.read(metadata)) return read_methods(image, next_method(text, type.span.end), {});
  std::string_view package;
  if (word == "Class" || word == "Trait") {
    read_class(image, word, metadata, type.span);
    if (!image.classes.empty()) package = image.classes.back().package;
  }
  read_methods(image, reader.end(), package);
}

}  // namespace dh::smalltalk
