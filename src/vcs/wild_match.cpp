#include "vcs/wild_match.h"

#include <array>
#include <cctype>
#include <utility>

namespace dh {

namespace {

using Members = bool (&)[256];

struct CharacterClass {
  std::string_view name;
  int (*contains)(int);
};
constexpr std::array<CharacterClass, 12> kClasses = {{
    {"alnum", std::isalnum},
    {"alpha", std::isalpha},
    {"blank", std::isblank},
    {"cntrl", std::iscntrl},
    {"digit", std::isdigit},
    {"graph", std::isgraph},
    {"lower", std::islower},
    {"print", std::isprint},
    {"punct", std::ispunct},
    {"space", std::isspace},
    {"upper", std::isupper},
    {"xdigit", std::isxdigit},
}};

// Classes are those of ASCII, in every locale.
bool add_class(std::string_view name, Members members) {
  for (const CharacterClass& one : kClasses) {
    if (one.name != name) continue;
    for (int c = 0; c < 128; ++c) members[c] |= one.contains(c) != 0;
    return true;
  }
  return false;
}

// One character of a set, which a backslash may precede.
bool read_member(std::string_view pattern, size_t& at, unsigned char& c) {
  if (at < pattern.size() && pattern[at] == '\\') ++at;
  if (at >= pattern.size()) return false;
  c = static_cast<unsigned char>(pattern[at++]);
  return true;
}

// What is between the brackets; `at` moves past the closing one. False: the set is not valid.
bool read_members(std::string_view pattern, size_t& at, Members members) {
  for (bool is_first = true; at < pattern.size(); is_first = false) {
    if (pattern[at] == ']' && !is_first) {
      ++at;
      return true;
    }
    if (pattern.substr(at, 2) == "[:") {
      const size_t bracket = pattern.find(']', at + 2);
      if (bracket == std::string_view::npos) return false;
      if (bracket > at + 2 && pattern[bracket - 1] == ':') {
        if (!add_class(pattern.substr(at + 2, bracket - at - 3), members)) return false;
        at = bracket + 1;
        continue;
      }
    }
    unsigned char low = 0;
    if (!read_member(pattern, at, low)) return false;
    members[low] = true;
    if (at + 1 >= pattern.size() || pattern[at] != '-' || pattern[at + 1] == ']') continue;
    ++at;
    unsigned char high = 0;
    if (!read_member(pattern, at, high)) return false;
    for (int c = low; c <= high; ++c) members[c] = true;
  }
  return false;
}

}  // namespace

WildPattern::WildPattern(std::string_view pattern, Kind kind) : is_path_(kind == Kind::path) {
  for (size_t at = 0; at < pattern.size() && is_valid_;) {
    const char c = pattern[at];
    if (c == '*') {
      add_star(pattern, at);
      continue;
    }
    Token token;
    if (c == '[') {
      is_valid_ = add_set(pattern, at);
      continue;
    }
    if (c == '?') {
      token.kind = Token::Kind::any;
      for (int i = 0; i < 256; ++i) token.members[i] = !is_path_ || i != '/';
      ++at;
    } else {
      if (c == '\\') ++at;
      if (at == pattern.size()) {
        is_valid_ = false;
        break;
      }
      token.members[static_cast<unsigned char>(pattern[at++])] = true;
    }
    tokens_.push_back(token);
  }
}

void WildPattern::add_star(std::string_view pattern, size_t& at) {
  const bool at_component_start = at == 0 || pattern[at - 1] == '/';
  const size_t begin = at;
  while (at < pattern.size() && pattern[at] == '*') ++at;
  const std::string_view rest = pattern.substr(at);
  const bool is_component = at_component_start && at - begin > 1 &&
                            (rest.empty() || rest.starts_with('/') || rest.starts_with("\\/"));
  Token token;
  token.kind = Token::Kind::star;
  token.crosses_slashes = !is_path_ || is_component;
  if (is_path_ && is_component && rest.starts_with('/')) {
    token.kind = Token::Kind::folders;
    ++at;
  }
  tokens_.push_back(token);
}

bool WildPattern::add_set(std::string_view pattern, size_t& at) {
  Token token;
  token.kind = Token::Kind::set;
  ++at;
  const bool is_negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (is_negated) ++at;
  if (!read_members(pattern, at, token.members)) return false;
  for (bool& member : token.members) member = member != is_negated;
  token.members[0] = false;
  if (is_path_) token.members[static_cast<unsigned char>('/')] = false;
  tokens_.push_back(token);
  return true;
}

// Adds what is reached without a further character: stars match nothing, too.
void WildPattern::close(std::vector<char>& reached, size_t from) const {
  for (size_t i = from; i < tokens_.size(); ++i) {
    const bool can_be_empty = tokens_[i].kind == Token::Kind::star || tokens_[i].kind == Token::Kind::folders;
    if (reached[i] != 0 && can_be_empty) reached[i + 1] = 1;
  }
}

bool WildPattern::matches(std::string_view text) const {
  if (!is_valid_) return false;
  // Reached: the tokens before are matched with the characters so far. Inside: within the folders of a `**/`,
  // which ends only at a slash.
  std::vector<char> reached(tokens_.size() + 1, 0);
  std::vector<char> inside(tokens_.size() + 1, 0);
  reached[0] = 1;
  close(reached, 0);
  for (char c : text) {
    std::vector<char> next(tokens_.size() + 1, 0);
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind == Token::Kind::folders) {
        if (reached[i] != 0) inside[i] = 1;
        if (inside[i] != 0 && c == '/') next[i + 1] = 1;
      } else if (reached[i] == 0) {
        continue;
      } else if (token.kind == Token::Kind::star) {
        if (token.crosses_slashes || c != '/') next[i] = 1;
      } else if (token.members[static_cast<unsigned char>(c)]) {
        next[i + 1] = 1;
      }
    }
    reached = std::move(next);
    close(reached, 0);
  }
  return reached[tokens_.size()] != 0;
}

}  // namespace dh
