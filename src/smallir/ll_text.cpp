#include "smallir/ll_text.h"

#include <cctype>
#include <charconv>

namespace dh::smallir {

namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '-';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A quoted text at `at`, which is after the opening quote; leaves `at` after the closing one.
std::string quoted(std::string_view line, size_t& at) {
  std::string text;
  while (at < line.size() && line[at] != '"') {
    if (line[at] == '\\' && at + 2 < line.size() && hex_digit(line[at + 1]) >= 0 &&
        hex_digit(line[at + 2]) >= 0) {
      text += static_cast<char>(hex_digit(line[at + 1]) * 16 + hex_digit(line[at + 2]));
      at += 3;
    } else if (line[at] == '\\' && at + 1 < line.size() && line[at + 1] == '\\') {
      text += '\\';
      at += 2;
    } else {
      text += line[at++];
    }
  }
  if (at < line.size()) ++at;
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

int64_t to_number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::vector<LlToken> ll_tokens(std::string_view line) {
  using Kind = LlToken::Kind;
  std::vector<LlToken> tokens;
  for (size_t at = 0; at < line.size();) {
    char c = line[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
      continue;
    }
    if (c == ';') break;
    bool sigil = c == '@' || c == '%' || c == '!';
    if (c == '"' || (sigil && at + 1 < line.size() && line[at + 1] == '"')) {
      at += c == '"' ? 1 : 2;
      Kind kind = c == '@'   ? Kind::global
                  : c == '%' ? Kind::local
                  : c == '!' ? Kind::meta_string
                             : Kind::string;
      tokens.push_back({kind, quoted(line, at)});
      continue;
    }
    size_t begin = sigil ? at + 1 : at;
    size_t end = begin;
    while (end < line.size() && is_name_character(line[end])) ++end;
    if (end > begin) {
      Kind kind = c == '@' ? Kind::global : c == '%' ? Kind::local : c == '!' ? Kind::meta : Kind::word;
      tokens.push_back({kind, std::string(line.substr(begin, end - begin))});
      at = end;
    } else {
      tokens.push_back({Kind::punctuation, std::string(1, c)});
      ++at;
    }
  }
  return tokens;
}

LlFile ll_split(std::string_view text) {
  LlFile file;
  LlFunction* open = nullptr;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(at, end - at);
    LlLine place{static_cast<uint32_t>(at), line};
    at = end + 1;
    std::string_view content = trimmed(line);
    if (open != nullptr) {
      if (content == "}") {
        open = nullptr;
      } else if (!content.empty() && content.front() != ';') {
        open->body.push_back(place);
      }
    } else if (content.starts_with("define ")) {
      file.functions.push_back({place, {}});
      open = &file.functions.back();
    } else if (content.starts_with('@')) {
      file.globals.push_back(place);
    } else if (content.starts_with('!')) {
      size_t equals = content.find('=');
      if (equals == std::string_view::npos) continue;
      std::string_view name = trimmed(content.substr(1, equals - 1));
      LlLine value{place.offset, trimmed(content.substr(equals + 1))};
      file.metadata.insert_or_assign(std::string(name), value);
    }
  }
  return file;
}

std::vector<LlItem> ll_tuple(std::string_view text) {
  std::vector<LlItem> items;
  if (text.starts_with("distinct ")) text.remove_prefix(9);
  if (!text.starts_with("!{")) return items;
  LlItem item;
  bool any = false;
  std::vector<LlToken> tokens = ll_tokens(text.substr(2));
  for (const LlToken& token : tokens) {
    switch (token.kind) {
      case LlToken::Kind::meta:
        item = {LlItem::Kind::node, to_number(token.text), {}};
        break;
      case LlToken::Kind::meta_string:
        item = {LlItem::Kind::text, 0, token.text};
        break;
      case LlToken::Kind::word:
        if (token.text == "null") {
          item = {};
        } else if (std::isdigit(static_cast<unsigned char>(token.text[0])) || token.text[0] == '-') {
          item = {LlItem::Kind::integer, to_number(token.text), {}};
        } else {
          continue;  // a type
        }
        break;
      case LlToken::Kind::punctuation:
        if (token.text == "," || token.text == "}") {
          if (any) items.push_back(std::move(item));
          item = {};
          any = false;
          if (token.text == "}") return items;
        }
        continue;
      case LlToken::Kind::end:
      case LlToken::Kind::global:
      case LlToken::Kind::local:
      case LlToken::Kind::string:
        continue;
    }
    any = true;
  }
  return items;
}

int64_t ll_field(std::string_view text, std::string_view key, int64_t otherwise) {
  std::string wanted = std::string(key) + ": ";
  for (size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1)) {
    char before = at == 0 ? '(' : text[at - 1];
    if (before == '(' || before == ' ') return to_number(text.substr(at + wanted.size()));
  }
  return otherwise;
}

}  // namespace dh::smallir
