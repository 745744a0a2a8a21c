// Chunk file-outs of Squeak, Cuis, Dolphin and others: pieces that end in a bang; a bang inside is doubled.
#include <fmt/format.h>

#include "base/hash.h"
#include "smalltalk/definitions.h"
#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

struct Chunk {
  uint32_t begin = 0;
  uint32_t end = 0;      // of the text, at the bang
  bool escaped = false;  // has doubled bangs
  bool closed = false;   // a bang ends it; else the file does
};

class ChunkReader {
 public:
  explicit ChunkReader(FileImage& image) : image_(image), text_(image.file.text()) {
    at_ = code_start(text_);
  }
  void read();

 private:
  Chunk next();
  std::string_view raw(const Chunk& chunk) const {
    return text_.substr(chunk.begin, chunk.end - chunk.begin);
  }
  bool blank(const Chunk& chunk) const { return trim(raw(chunk)).empty(); }
  CodeText decode(const Chunk& chunk);
  void skip_spaces();
  void reader_chunk(const Chunk& chunk);
  void methods(std::string_view class_name, bool class_side, std::string_view protocol);
  void categories_of_methods(std::string_view class_name, bool class_side);
  void one_method_categories(std::string_view class_name, bool class_side, std::string_view selector);
  void removed_method(Lexer lexer, const CodeText& code);
  void removed_class(Lexer lexer, const CodeText& code);
  bool opens_methods(std::string_view text) const;
  void skip_methods();
  void do_it(const Chunk& chunk);
  void set_protocol(std::string_view class_name, bool class_side, std::string_view selector,
                    const std::vector<std::string_view>& categories);

  FileImage& image_;
  std::string_view text_;
  uint32_t at_ = 0;
  StringMap<std::vector<size_t>> methods_by_name_;  // "Foo class>>bar" -> indexes, for Dolphin's categories
  std::string_view package_;
};

void ChunkReader::skip_spaces() {
  while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
}

Chunk ChunkReader::next() {
  Chunk chunk;
  chunk.begin = at_;
  while (true) {
    size_t bang = text_.find('!', at_);
    if (bang == std::string_view::npos) {
      chunk.end = at_ = static_cast<uint32_t>(text_.size());
      return chunk;
    }
    if (bang + 1 < text_.size() && text_[bang + 1] == '!') {
      chunk.escaped = true;
      at_ = static_cast<uint32_t>(bang + 2);
      continue;
    }
    chunk.end = static_cast<uint32_t>(bang);
    chunk.closed = true;
    at_ = chunk.end + 1;
    return chunk;
  }
}

CodeText ChunkReader::decode(const Chunk& chunk) {
  CodeText code = plain_code(image_, chunk.begin, chunk.end);
  if (!chunk.escaped) return code;
  std::string decoded;
  std::vector<Shift> shifts;
  std::string_view from = raw(chunk);
  for (size_t i = 0; i < from.size(); ++i) {
    decoded += from[i];
    if (from[i] == '!' && i + 1 < from.size() && from[i + 1] == '!') {
      ++i;
      shifts.push_back(
          {static_cast<uint32_t>(decoded.size()), static_cast<uint32_t>(i + 1 - decoded.size())});
    }
  }
  code.text = image_.arena->copy(std::string_view(decoded));
  code.shifts = image_.arena->copy(shifts);
  return code;
}

std::string method_key(std::string_view class_name, bool class_side, std::string_view selector) {
  return fmt::format("{}{}>>{}", class_name, class_side ? " class" : "", selector);
}

void ChunkReader::methods(std::string_view class_name, bool class_side, std::string_view protocol) {
  while (true) {
    skip_spaces();
    uint32_t before = at_;
    Chunk chunk = next();
    if (blank(chunk)) return;
    if (!chunk.closed) {
      report(image_, Severity::error, {before, static_cast<uint32_t>(text_.size())},
             "the method is cut off: the closing '!' is missing");
      // What is there is still parsed: often only the last bang is missing.
    }
    MethodSource method;
    method.class_name = class_name;
    method.class_side = class_side;
    method.code = decode(chunk);
    method.protocol = protocol;
    method.package = protocol.starts_with('*') ? trim(protocol.substr(1)) : package_;
    if (image_.dialect == Dialect::dolphin) {
      Header header = parse_header(method.code.text, 0, image_.dialect, *image_.arena);
      if (!header.selector.empty()) {
        methods_by_name_[method_key(class_name, class_side, header.selector)].push_back(
            image_.methods.size());
      }
    }
    image_.methods.push_back(method);
    if (!chunk.closed) return;
  }
}

void ChunkReader::skip_methods() {
  do {
    skip_spaces();
  } while (at_ < text_.size() && !blank(next()));
}

void ChunkReader::set_protocol(std::string_view class_name, bool class_side, std::string_view selector,
                               const std::vector<std::string_view>& categories) {
  std::string_view protocol;
  for (std::string_view category : categories) {
    if (category == "private") {
      protocol = category;
      break;
    }
    if (protocol.empty() && category != "public") protocol = category;
  }
  auto found = methods_by_name_.find(method_key(class_name, class_side, selector));
  if (found == methods_by_name_.end()) return;
  for (size_t index : found->second) image_.methods[index].protocol = protocol;
}

// Dolphin: "selector!category!category! !" again and again, a further " !" at the end.
void ChunkReader::categories_of_methods(std::string_view class_name, bool class_side) {
  while (at_ < text_.size()) {
    Chunk name = next();
    if (blank(name)) return;
    one_method_categories(class_name, class_side, decode(name).text);
  }
}

void ChunkReader::one_method_categories(std::string_view class_name, bool class_side,
                                        std::string_view selector) {
  std::vector<std::string_view> categories;
  while (at_ < text_.size()) {
    Chunk category = next();
    if (blank(category)) break;
    categories.push_back(trim(raw(category)));
  }
  set_protocol(class_name, class_side, trim(selector), categories);
}

// methodRemoval: Foo class #bar: stamp: 'x'
void ChunkReader::removed_method(Lexer lexer, const CodeText& code) {
  MethodSource removal;
  removal.removed = true;
  removal.code = slice_code(image_, code, 0, 0);
  removal.class_name = lexer.text(lexer.next());
  Token token = lexer.next();
  if (token.kind == TokenKind::identifier && lexer.text(token) == "class") {
    removal.class_side = true;
    token = lexer.next();
  }
  if (token.kind != TokenKind::symbol || !is_class_name(removal.class_name)) return;
  removal.selector = lexer.text(token).substr(1);
  image_.methods.push_back(removal);
}

// classRemoval: #Foo stamp: 'x'
void ChunkReader::removed_class(Lexer lexer, const CodeText& code) {
  Token token = lexer.next();
  ClassDefinition removal;
  removal.removed = true;
  removal.name = lexer.text(token);
  if (token.kind == TokenKind::symbol) removal.name.remove_prefix(1);
  removal.span = {code.offset_in_file(token.span.begin), code.offset_in_file(token.span.end)};
  if (is_class_name(removal.name)) image_.classes.push_back(std::move(removal));
}

// What is between the two bangs of "!Foo methodsFor: 'x'!" says what follows.
void ChunkReader::reader_chunk(const Chunk& chunk) {
  CodeText code = decode(chunk);
  Lexer lexer(code.text, image_.dialect);
  Token first = lexer.next();
  if (first.kind != TokenKind::identifier) {  // !provides: 'X' 1 2!, !classDefinition: #Foo category: 'x'!
    std::string_view keyword = lexer.text(first);
    if (keyword == "methodRemoval:") removed_method(lexer, code);
    if (keyword == "classRemoval:") removed_class(lexer, code);
    if (keyword == "methodRemoval:" || keyword == "classRemoval:") next();  // what was removed follows
    if (first.kind == TokenKind::keyword) return;
    report(image_, Severity::error,
           {code.offset_in_file(first.span.begin), code.offset_in_file(first.span.end)},
           fmt::format(
               "'{}' is not the name of a class{}", keyword,
               code.text.find("ethodsFor") == std::string_view::npos ? "" : "; its methods are skipped"));
    if (code.text.find("ethodsFor") != std::string_view::npos) skip_methods();
    return;
  }
  std::string_view class_name = lexer.text(first);
  Token token = lexer.next();
  bool class_side = false;
  if (token.kind == TokenKind::identifier && lexer.text(token) == "class") {
    class_side = true;
    token = lexer.next();
  }
  std::string_view word = lexer.text(token);
  if (word == "categoriesForClass") {
    while (at_ < text_.size() && !blank(next())) {
    }
  } else if (word == "categoriesForMethods") {
    categories_of_methods(class_name, class_side);
  } else if (word == "categoriesFor:") {
    std::string_view selector = lexer.text(lexer.next());
    if (selector.starts_with('#')) selector.remove_prefix(1);
    one_method_categories(class_name, class_side, selector);
  } else if (word == "commentStamp:" || word == "reorganize") {
    next();  // the comment or the organisation
  } else if (word.find("ethodsFor") != std::string_view::npos) {
    std::string_view protocol;
    if (token.kind == TokenKind::keyword) {
      Token category = lexer.next();
      protocol = lexer.text(category);
      if (protocol.starts_with('#')) protocol.remove_prefix(1);
      if (protocol.starts_with('\'') && protocol.size() >= 2)
        protocol = protocol.substr(1, protocol.size() - 2);
      if (word == "privateMethodsFor:") protocol = "private";
    }
    methods(class_name, class_side, protocol);
  }
}

// Foo class methodsFor: 'x'!   The bang before it may have ended the previous methods.
bool ChunkReader::opens_methods(std::string_view text) const {
  Lexer lexer(text, image_.dialect);
  if (lexer.next().kind != TokenKind::identifier) return false;
  Token token = lexer.next();
  if (token.kind == TokenKind::identifier && lexer.text(token) == "class") token = lexer.next();
  return token.kind == TokenKind::keyword && lexer.text(token) == "methodsFor:";  // and maybe stamp:, ifTrue:
}

void ChunkReader::do_it(const Chunk& chunk) {
  if (trim(raw(chunk)).starts_with("----")) return;  // ----SNAPSHOT----: the log of an image
  CodeText code = decode(chunk);
  if (opens_methods(code.text)) return reader_chunk(chunk);
  if (read_definitions(image_, code)) return;
  // Even with an error: it is reported once, when the script is parsed again.
  ScriptSource script;
  script.load_time = true;
  script.code = code;
  image_.scripts.push_back(script);
}

Dialect chunk_dialect(const std::string& path, std::string_view text) {
  std::string_view head = text.substr(0, 4096);
  auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
  if (has("Dolphin") || path.ends_with(".cls") || path.ends_with(".pac") || path.ends_with(".pax") ||
      has("methodsFor!")) {
    return Dialect::dolphin;
  }
  if (has("'From Cuis") || has("!classDefinition:")) return Dialect::cuis;
  if (has("'From Pharo")) return Dialect::pharo;
  if (has("VisualWorks") || has("defineClass:")) return Dialect::visualworks;
  return Dialect::squeak;
}

void ChunkReader::read() {
  while (true) {
    skip_spaces();
    if (at_ >= text_.size()) return;
    if (text_[at_] == '!') {
      ++at_;
      Chunk chunk = next();
      if (!blank(chunk)) reader_chunk(chunk);
      continue;
    }
    Chunk chunk = next();
    if (!blank(chunk)) do_it(chunk);
  }
}

}  // namespace

void read_chunks(FileImage& image) {
  image.dialect = chunk_dialect(image.file.path(), image.file.text());
  ChunkReader(image).read();
}

}  // namespace dh::smalltalk
