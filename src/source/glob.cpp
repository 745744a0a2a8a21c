#include "source/glob.h"

#include <vector>

namespace dh {

namespace {

// Matches one set such as [a-z] at the front of pattern; sets `consumed` to its length. A '[' without
// a closing ']' is an ordinary character.
bool set_matches(std::string_view pattern, char c, size_t& consumed) {
  size_t i = 1;
  bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  bool first = true;
  for (; i < pattern.size() && (first || pattern[i] != ']'); ++i, first = false) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found |= pattern[i] <= c && c <= pattern[i + 2];
      i += 2;
    } else {
      found |= pattern[i] == c;
    }
  }
  if (i >= pattern.size()) {
    consumed = 1;
    return c == '[';
  }
  consumed = i + 1;
  return found != negated && c != '/';
}

// The positions of the pattern that are reachable after each character of the path: no backtracking.
class Matcher {
 public:
  explicit Matcher(std::string_view pattern) : pattern_(pattern), reached_(pattern.size() + 1, false) {
    reach(reached_, 0);
  }

  void step(char c) {
    std::vector<bool> next(pattern_.size() + 1, false);
    for (size_t i = 0; i < pattern_.size(); ++i) {
      if (reached_[i]) advance(i, c, next);
    }
    reached_ = std::move(next);
  }
  bool complete() const { return reached_[pattern_.size()]; }

 private:
  // Stars also match nothing, and `**/` also matches no folder at all.
  void reach(std::vector<bool>& set, size_t i) const {
    while (true) {
      if (set[i]) return;
      set[i] = true;
      std::string_view rest = pattern_.substr(i);
      if (rest.starts_with("**/")) {
        reach(set, i + 3);
        return;
      }
      if (rest.starts_with("**")) {
        i += 2;
      } else if (rest.starts_with("*")) {
        i += 1;
      } else {
        return;
      }
    }
  }

  void advance(size_t i, char c, std::vector<bool>& next) const {
    std::string_view rest = pattern_.substr(i);
    if (rest.starts_with("**/")) {
      // Stays inside folders; leaves only after a slash.
      if (c == '/') {
        reach(next, i);
      } else {
        next[i] = true;
      }
    } else if (rest.starts_with("**")) {
      reach(next, i);
    } else if (rest[0] == '*') {
      if (c != '/') reach(next, i);
    } else if (rest[0] == '?') {
      if (c != '/') reach(next, i + 1);
    } else if (rest[0] == '[') {
      size_t consumed = 0;
      if (set_matches(rest, c, consumed)) reach(next, i + consumed);
    } else if (rest[0] == c) {
      reach(next, i + 1);
    }
  }

  std::string_view pattern_;
  std::vector<bool> reached_;
};

bool matches_whole_or_above(std::string_view pattern, std::string_view path) {
  Matcher matcher(pattern);
  for (char c : path) {
    if (c == '/' && matcher.complete()) return true;
    matcher.step(c);
  }
  return matcher.complete();
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view path) {
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.starts_with("./")) pattern.remove_prefix(2);
  if (pattern.find('/') != std::string_view::npos) {
    if (pattern.starts_with('/')) pattern.remove_prefix(1);
    return matches_whole_or_above(pattern, path);
  }
  for (size_t start = 0; start <= path.size();) {
    size_t end = path.find('/', start);
    if (end == std::string_view::npos) end = path.size();
    if (matches_whole_or_above(pattern, path.substr(start, end - start))) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace dh
