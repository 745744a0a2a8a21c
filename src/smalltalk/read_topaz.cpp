// Topaz scripts of GemStone: commands, one a line; code follows `run`, `method: Foo` and others up to a line
// `%`.
#include <fmt/format.h>

#include <algorithm>

#include "smalltalk/definitions.h"
#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// 'Foo' or Foo
std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') return text.substr(1, text.size() - 2);
  return text;
}

class TopazReader {
 public:
  explicit TopazReader(FileImage& image) : image_(image), text_(image.file.text()) {
    at_ = code_start(text_);
  }
  void read();

 private:
  struct Line {
    uint32_t begin = 0;
    uint32_t end = 0;  // without the end of the line
  };
  Line next_line();
  std::string_view text_of(Line line) const { return text_.substr(line.begin, line.end - line.begin); }
  CodeText body(Line command);
  void command(Line line);
  void method(Line line, std::string_view class_name, bool class_side);
  void run(Line line);

  FileImage& image_;
  std::string_view text_;
  uint32_t at_ = 0;
  std::string_view class_name_;  // of commands that name none
  std::string_view category_;
};

TopazReader::Line TopazReader::next_line() {
  Line line{at_, at_};
  size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
  line.end = static_cast<uint32_t>(end);
  if (end < text_.size()) end += text_.substr(end, 2) == "\r\n" ? 2 : 1;
  at_ = static_cast<uint32_t>(end);
  return line;
}

CodeText TopazReader::body(Line command) {
  uint32_t begin = at_, end = at_;
  while (at_ < text_.size()) {
    Line line = next_line();
    if (text_of(line).starts_with("%")) return plain_code(image_, begin, end);
    end = at_;
  }
  report(image_, Severity::error, {command.begin, command.end},
         "the code is cut off: the closing '%' is missing");
  return plain_code(image_, begin, end);
}

void TopazReader::method(Line line, std::string_view class_name, bool class_side) {
  if (!class_name.empty()) {
    auto [name, named_side] = split_class_side(without_quotes(trim(class_name)));
    class_name_ = name;
    class_side |= named_side;
  }
  MethodSource method;
  method.code = body(line);
  method.class_name = class_name_;
  method.class_side = class_side;
  method.protocol = category_;
  if (category_.starts_with('*')) method.package = trim(category_.substr(1));
  if (is_class_name(class_name_)) {
    image_.methods.push_back(method);
  } else {
    report(image_, Severity::error, {line.begin, line.end}, "expected the name of a class after the command");
  }
}

void TopazReader::run(Line line) {
  CodeText code = body(line);
  if (read_definitions(image_, code)) return;
  ScriptSource script;
  script.code = code;
  image_.scripts.push_back(script);
}

void TopazReader::command(Line line) {
  std::string_view text = trim(text_of(line));
  if (text.empty() || text.starts_with('!') || text.starts_with('#')) return;
  size_t blank = std::min(text.find_first_of(" \t:"), text.size());
  std::string word = lower_case(text.substr(0, blank));
  std::string_view rest = text.substr(blank);
  if (rest.starts_with(':')) rest.remove_prefix(1);
  rest = trim(rest);
  if (word == "method" || word == "meth") {
    method(line, rest, false);
  } else if (word == "classmethod" || word == "classmeth") {
    method(line, rest, true);
  } else if (word == "category") {
    category_ = without_quotes(rest);
  } else if (word == "set" && lower_case(rest.substr(0, 6)) == "class ") {
    class_name_ = split_class_side(without_quotes(trim(rest.substr(6)))).first;
  } else if (word == "run" || word == "doit" || word == "printit" || word == "nbrun") {
    run(line);
  }
}

void TopazReader::read() {
  while (at_ < text_.size()) command(next_line());
  // Beside definitions, code loads them; a file of code alone is a program.
  bool loads = !image_.classes.empty() || !image_.methods.empty();
  for (ScriptSource& script : image_.scripts) script.load_time = loads;
}

}  // namespace

void read_topaz(FileImage& image) {
  image.dialect = Dialect::gemstone;
  TopazReader(image).read();
}

}  // namespace dh::smalltalk
