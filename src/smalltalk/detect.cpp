// Which format a file is in.
#include <algorithm>

#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

// .../X.package/Foo.class/instance/at.put..st
bool is_filetree_method(std::string_view path) {
  auto take = [&]() {
    size_t slash = path.rfind('/');
    std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    return last;
  };
  if (!take().ends_with(".st")) return false;
  std::string_view side = take();
  std::string_view folder = take();
  return (side == "instance" || side == "class") &&
         (folder.ends_with(".class") || folder.ends_with(".extension") || folder.ends_with(".trait"));
}

bool is_tonel(std::string_view text) {
  Lexer lexer(text, Dialect::pharo);
  Token type = lexer.next();
  if (type.kind != TokenKind::identifier) return false;
  std::string_view word = lexer.text(type);
  bool known = word == "Class" || word == "Trait" || word == "Extension" || word == "Package";
  return known && lexer.next().kind == TokenKind::left_brace;
}

// `{ #format : 'tonel' }`: properties of a repository or a package in STON, not code.
bool is_ston_map(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  auto skip = [&](std::string_view what) {
    size_t at = text.find_first_not_of(what);
    text.remove_prefix(std::min(at, text.size()));
  };
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);
  skip(kBlanks);
  if (!text.starts_with('#')) return false;
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_of(" \t\r\n:.}"), text.size()));
  skip(kBlanks);
  return text.starts_with(':') && !text.starts_with(":=");
}

}  // namespace

bool opens_bracket_definition(std::string_view line) {
  Lexer lexer(line, Dialect::gnu);
  Token first = lexer.next();
  if (first.kind != TokenKind::identifier) return false;
  if (lexer.text(first) == "Eval") return lexer.next().kind == TokenKind::left_bracket;
  Token token = lexer.next();
  if (token.kind == TokenKind::identifier && lexer.text(token) == "class") token = lexer.next();
  std::string_view word = lexer.text(token);
  if (token.kind == TokenKind::keyword && (word == "subclass:" || word == "current:")) {
    return lexer.next().kind == TokenKind::identifier && lexer.next().kind == TokenKind::left_bracket;
  }
  if (token.kind == TokenKind::identifier && word == "extend")
    return lexer.next().kind == TokenKind::left_bracket;
  if (token.kind != TokenKind::binary || word != ">>") return false;
  while (true) {
    Token part = lexer.next();
    if (part.kind == TokenKind::left_bracket) return true;
    if (part.kind == TokenKind::end || part.kind == TokenKind::error || part.kind == TokenKind::period)
      return false;
  }
}

namespace {

bool is_bracket_syntax(std::string_view text) {
  Lexer lexer(text, Dialect::gnu);
  uint32_t at = lexer.skip_blanks(0);
  while (at < text.size()) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    char c = text[at];
    // The opening bracket may be on the next line, so look a little further than this one.
    if (((c >= 'A' && c <= 'Z') || c == 'n') &&
        opens_bracket_definition(text.substr(at, std::min<size_t>(end - at + 200, 600)))) {
      return true;
    }
    at = lexer.skip_blanks(static_cast<uint32_t>(end));
  }
  return false;
}

// A bang that ends a line or is alone: the separator of chunks.
bool has_chunks(std::string_view text) {
  for (size_t at = text.find('!'); at != std::string_view::npos; at = text.find('!', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '!') {
      ++at;  // an escaped bang
      continue;
    }
    size_t next = at + 1;
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
    if (next >= text.size() || text[next] == '\n' || text[next] == '\r' || text[next] == '!') return true;
  }
  return false;
}

// Bang-separated files of GNU Smalltalk do not double the bangs in strings: they are read by their tokens.
bool is_gnu_text(std::string_view text) {
  auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has("'From ") || has("methodsFor!") || has(" stamp: '")) return false;
  return has("GNU Smalltalk") || has("printNl") || has("displayNl") || has("Free Software Foundation");
}

bool has_methods_for(std::string_view text) {
  for (size_t at = text.find("ethodsFor"); at != std::string_view::npos;
       at = text.find("ethodsFor", at + 1)) {
    size_t line = text.find_last_of("\r\n", at);
    line = line == std::string_view::npos ? 0 : line + 1;
    if (line < text.size() && text[line] == '!') return true;
  }
  return false;
}

}  // namespace

namespace {

// A command of GemStone's Topaz at the beginning of a line, with a line `%` after its code.
bool is_topaz(std::string_view text) {
  constexpr std::string_view kCommands[] = {"run",
                                            "doit",
                                            "printit",
                                            "method:",
                                            "method ",
                                            "classmethod:",
                                            "removeallmethods ",
                                            "classmethod ",
                                            "expectvalue",
                                            "set compile_env",
                                            "removeallclassmethods "};
  if (text.find("\n%") == std::string_view::npos && text.find("\r%") == std::string_view::npos) return false;
  auto is_command = [&](std::string_view line) {
    return std::any_of(std::begin(kCommands), std::end(kCommands), [&](std::string_view command) {
      bool whole_line = command.back() != ':' && command.back() != ' ' && command.size() < 8;
      return whole_line ? line == command : line.starts_with(command);
    });
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (is_command(line)) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

Format detect_format(const std::string& path, std::string_view text) {
  if (path.find("/monticello.meta/") != std::string::npos) return Format::ignored;
  if (is_filetree_method(path)) return Format::filetree;
  if (text.starts_with("!STB ")) return Format::ignored;
  std::string_view head = trim(text.substr(0, 64 * 1024));
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  bool xml = head.starts_with("<");
  if (xml && text.find("<st-source") != std::string_view::npos) return Format::visualworks_xml;
  if (xml) return path.ends_with(".st") || path.ends_with(".pst") ? Format::visualworks_xml : Format::ignored;
  if (is_ston_map(head)) return Format::ignored;
  if (is_tonel(text)) return Format::tonel;
  if (!path.ends_with(".ws") && is_topaz(text)) return Format::topaz;
  if (path.ends_with(".ws")) return Format::workspace;
  if (is_bracket_syntax(text)) return Format::bracket;
  if (has_methods_for(text) || has_chunks(text)) return is_gnu_text(text) ? Format::bracket : Format::chunk;
  return Format::workspace;
}

}  // namespace dh::smalltalk
