#include "smalltalk/image.h"

#include <algorithm>

#include "smalltalk/definitions.h"

namespace dh::smalltalk {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

// Names before put:, after text that begins a message to the system dictionary.
void collect_global_puts(FileImage& image, std::string_view start) {
  std::string_view text = image.file.text();
  for (size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
    const size_t begin = at + start.size();
    size_t end = begin;
    while (end < text.size() && is_name(text[end])) ++end;
    size_t next = end;
    while (next < text.size() && is_space(text[next])) ++next;
    const bool put = text.substr(next).starts_with("put:") || text.substr(next).starts_with("ifAbsentPut:");
    if (put && is_capital(text[begin])) image.assigned_names.push_back(text.substr(begin, end - begin));
  }
}

// Names that begin with a capital and are assigned to. Comments and strings are not distinguished: a name too
// many only means that a library class of that name is taken for a variable when it is also undeclared.
void collect_assigned_names(FileImage& image) {
  std::string_view text = image.file.text();
  for (size_t at = text.find(":="); at != std::string_view::npos; at = text.find(":=", at + 2)) {
    size_t end = at;
    while (end > 0 && is_space(text[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    if (begin < end && is_capital(text[begin]))
      image.assigned_names.push_back(text.substr(begin, end - begin));
  }
  collect_global_puts(image, "Smalltalk at: #");
  collect_global_puts(image, "Smalltalk globals at: #");
  std::sort(image.assigned_names.begin(), image.assigned_names.end());
  image.assigned_names.erase(std::unique(image.assigned_names.begin(), image.assigned_names.end()),
                             image.assigned_names.end());
}

}  // namespace

CodeText plain_code(const FileImage& image, uint32_t begin, uint32_t end) {
  return CodeText{image.file.text().substr(begin, end - begin), begin, {}};
}

CodeText slice_code(FileImage& image, const CodeText& code, uint32_t begin, uint32_t end) {
  CodeText part;
  part.text = code.text.substr(begin, end - begin);
  part.base = code.offset_in_file(begin);
  std::vector<Shift> shifts;
  for (const Shift& shift : code.shifts) {
    if (shift.at > begin && shift.at < end) {
      shifts.push_back({shift.at - begin, shift.delta + code.base + begin - part.base});
    }
  }
  part.shifts = image.arena->copy(shifts);
  return part;
}

void report(FileImage& image, Severity severity, Span span, std::string message) {
  image.diagnostics.push_back({severity, image.file.place(span), std::move(message)});
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::pair<std::string_view, bool> split_class_side(std::string_view name) {
  name = trim(name);
  for (std::string_view ending : {" class", " classSide"}) {
    if (name.ends_with(ending)) return {trim(name.substr(0, name.size() - ending.size())), true};
  }
  return {name, false};
}

std::vector<NameAt> split_words(std::string_view text, uint32_t offset) {
  std::vector<NameAt> words;
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    words.push_back({text.substr(begin, at - begin),
                     {offset + static_cast<uint32_t>(begin), offset + static_cast<uint32_t>(at)}});
  }
  return words;
}

bool is_class_name(std::string_view name) {
  if (name.empty()) return false;
  size_t at = 0;
  while (true) {
    uint32_t length = identifier_length(name, static_cast<uint32_t>(at));
    if (length == 0) return false;
    at += length;
    if (at == name.size()) return true;
    if (name[at] != '.') return false;
    ++at;
  }
}

uint32_t code_start(std::string_view text) {
  size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (text.substr(at).starts_with("#!")) at = std::min(text.find_first_of("\r\n", at), text.size());
  return static_cast<uint32_t>(at);
}

std::vector<TraitSpec> parse_trait_composition(std::string_view text, Dialect dialect) {
  std::vector<TraitSpec> traits;
  Lexer lexer(text, dialect);
  bool excluding = false;
  std::string_view pending;  // the new name of an alias, before its arrow
  for (Token token = lexer.next(); token.kind != TokenKind::end && token.kind != TokenKind::error;
       token = lexer.next()) {
    std::string_view word = lexer.text(token);
    if (token.kind == TokenKind::identifier) {
      if (word != "class" && word != "classSide" && word != "classTrait") traits.push_back({word, {}});
    } else if (token.kind == TokenKind::binary) {
      if (word == "-") excluding = true;
      if (word == "@") excluding = false;
    } else if (token.kind == TokenKind::symbol && !traits.empty()) {
      word.remove_prefix(1);
      if (excluding) {
        traits.back().rules.push_back({word, {}});
      } else if (pending.empty()) {
        pending = word;
      } else {
        traits.back().rules.push_back({word, pending});
        pending = {};
      }
    }
  }
  return traits;
}

// Workspaces can define classes and methods, too, with the expressions that file-outs use. What is read as a
// definition is blanked out of the script, which keeps all places.
void read_workspace(FileImage& image) {
  ScriptSource script;
  std::string_view text = image.file.text();
  script.code = plain_code(image, code_start(text), static_cast<uint32_t>(text.size()));
  auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  ParsedMethod parsed;
  if (has("ubclass:") || has("compile:") || has("<< #"))
    parsed = parse_method(script.code.text, MethodForm::script, image.dialect, *image.arena);
  if (parsed.method != nullptr) {
    std::string rest(script.code.text);
    for (const Node* statement : parsed.method->body.statements) {
      if (!read_definition(image, statement, script.code)) continue;
      std::fill(rest.begin() + statement->span.begin, rest.begin() + statement->span.end, ' ');
    }
    script.code.text = image.arena->copy(std::string_view(rest));
  }
  image.scripts.push_back(script);
}

namespace {

// Files that name the system that wrote them.
bool is_marked_chunk_file(const FileImage& image) {
  std::string_view text = image.file.text();
  auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("'From ") || has(" stamp: '") || has("commentStamp:") || has("methodsFor!") ||
         has("Filed out from Dolphin");
}

size_t count_errors(const FileImage& image) {
  Arena scratch;
  size_t errors = 0;
  for (const Diagnostic& diagnostic : image.diagnostics) errors += diagnostic.severity == Severity::error;
  for (const MethodSource& method : image.methods) {
    if (!method.removed && parse_method(method.code.text, method.form, image.dialect, scratch).error)
      ++errors;
  }
  for (const ScriptSource& script : image.scripts) {
    if (parse_method(script.code.text, MethodForm::script, image.dialect, scratch).error) ++errors;
  }
  return errors;
}

// In most systems a bang ends a chunk wherever it appears, and must be doubled in strings and comments. GNU
// Smalltalk reads tokens, so a bang inside a string is part of the string. A file of unknown origin is read
// both ways, and the one with fewer errors counts.
void read_bang_separated(FileImage& image) {
  read_chunks(image);
  if (is_marked_chunk_file(image)) return;
  size_t errors = count_errors(image);
  if (errors == 0) return;
  FileImage other;
  other.opened = true;
  other.file = std::move(image.file);
  other.format = Format::bracket;
  read_bracket_syntax(other);
  if (count_errors(other) < errors) {
    image = std::move(other);
  } else {
    image.file = std::move(other.file);
  }
}

}  // namespace

FileImage read_smalltalk_text(SourceFile file) {
  FileImage image;
  image.opened = true;
  image.file = std::move(file);
  image.format = detect_format(image.file.path(), image.file.text());
  switch (image.format) {
    case Format::visualworks_xml:
      read_visualworks_xml(image);
      break;
    case Format::workspace:
      read_workspace(image);
      break;
    case Format::tonel:
      read_tonel(image);
      break;
    case Format::filetree:
      read_filetree_method(image);
      break;
    case Format::chunk:
      read_bang_separated(image);
      break;
    case Format::bracket:
      read_bracket_syntax(image);
      break;
    case Format::topaz:
      read_topaz(image);
      break;
    case Format::ignored:
      if (image.file.text().starts_with("!STB "))
        report(image, Severity::warning, {}, "skipped: a binary Dolphin package");
      return image;
  }
  collect_assigned_names(image);
  return image;
}

FileImage read_smalltalk_file(const std::string& path) {
  Result<SourceFile> file = SourceFile::open(path);
  if (file) return read_smalltalk_text(std::move(*file));
  FileImage image;
  image.opened = true;
  image.file = SourceFile::from_text(path, {});
  report(image, Severity::error, {}, file.error().message);
  image.diagnostics.back().place = image.file.place();
  return image;
}

}  // namespace dh::smalltalk
