// Patterns of .gitignore files, with exactly the meaning that git gives them. `source/glob.h` has the simpler
// globs of deadheat.toml and the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dh {

// `*`, `?`, `[a-z]`, `[[:alpha:]]`, `\` before any character. In a path pattern they stop at slashes, and
// `**` as a whole component crosses them. The cost of a match is bounded by the product of the lengths.
class WildPattern {
 public:
  enum class Kind { name, path };  // matched with one component, or with a path
  WildPattern(std::string_view pattern, Kind kind);

  bool matches(std::string_view text) const;

 private:
  struct Token {
    enum class Kind {
      literal,  // one character
      any,      // ?
      set,      // [...]
      star,     // any number of characters
      folders,  // `**/`: nothing, or characters up to a slash
    };
    Kind kind = Kind::literal;
    bool crosses_slashes = false;  // star
    bool members[256] = {};        // literal, any, set: the characters that match
  };

  void add_star(std::string_view pattern, size_t& at);
  bool add_set(std::string_view pattern, size_t& at);
  void close(std::vector<char>& reached, size_t from) const;

  bool is_path_;
  bool is_valid_ = true;  // otherwise it matches nothing
  std::vector<Token> tokens_;
};

}  // namespace dh
