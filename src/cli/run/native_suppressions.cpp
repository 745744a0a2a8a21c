#include "cli/run/native_suppressions.h"

#include <algorithm>
#include <fstream>

namespace dh {

namespace {

using Kind = NativeSuppression::Kind;

struct KindName {
  std::string_view name;
  Kind kind;
};
// signal: and thread: are about reports that deadheat does not make.
constexpr KindName kKinds[] = {{"race", Kind::race},
                               {"race_top", Kind::race},
                               {"mutex", Kind::mutex},
                               {"deadlock", Kind::deadlock},
                               {"signal", Kind::other},
                               {"thread", Kind::other},
                               {"called_from_lib", Kind::called_from_lib}};

bool concerns(Kind kind, Rule rule) {
  switch (kind) {
    case Kind::race:
      return rule != Rule::lock_discipline && rule != Rule::deadlock;
    case Kind::mutex:
      return rule == Rule::lock_discipline;
    case Kind::deadlock:
      return rule == Rule::deadlock;
    case Kind::called_from_lib:
      return true;
    case Kind::other:
      return false;
  }
  return false;
}

bool matches_place(std::string_view pattern, const std::string& symbol, const Place& place) {
  return suppression_matches(pattern, symbol) ||
         (!place.path.empty() && suppression_matches(pattern, place.path));
}

}  // namespace

bool suppression_matches(std::string_view pattern, std::string_view text) {
  const bool from_begin = pattern.starts_with('^');
  if (from_begin) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  size_t at = 0;
  bool is_bound = from_begin;
  while (!pattern.empty()) {
    const size_t star = std::min(pattern.find('*'), pattern.size());
    const std::string_view part = pattern.substr(0, star);
    const bool is_last = star == pattern.size();
    pattern.remove_prefix(std::min(star + 1, pattern.size()));
    if (part.empty()) {
      is_bound = false;
      if (is_last) break;
      continue;
    }
    size_t found = text.find(part, at);
    if (is_last && to_end && text.size() >= part.size() + at)
      found = text.ends_with(part) ? text.size() - part.size() : std::string_view::npos;
    if (found == std::string_view::npos || (is_bound && found != at)) return false;
    at = found + part.size();
    is_bound = false;
    if (is_last) return !to_end || at == text.size();
  }
  return true;
}

Result<std::vector<NativeSuppression>> read_native_suppressions(const std::string& path) {
  std::ifstream file(path);
  if (!file) return fail("{}: cannot be read", path);
  std::vector<NativeSuppression> result;
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    const size_t end = line.find_last_not_of(" \t\r");
    line = line.substr(begin, end - begin + 1);
    const size_t colon = line.find(':');
    const std::string_view kind = std::string_view(line).substr(0, std::min(colon, line.size()));
    const auto* known =
        std::find_if(std::begin(kKinds), std::end(kKinds), [&](const KindName& k) { return k.name == kind; });
    if (colon == std::string::npos || known == std::end(kKinds))
      return fail("{}:{}: expected race:, mutex:, deadlock: or called_from_lib: and a pattern, found '{}'",
                  path, number, line);
    result.push_back({known->kind, line.substr(colon + 1)});
  }
  return result;
}

bool is_suppressed(const Finding& finding, const std::vector<NativeSuppression>& suppressions) {
  return std::any_of(suppressions.begin(), suppressions.end(), [&](const NativeSuppression& suppression) {
    if (!concerns(suppression.kind, finding.rule)) return false;
    if (suppression_matches(suppression.pattern, finding.shared.name)) return true;
    return std::any_of(finding.accesses.begin(), finding.accesses.end(), [&](const Access& access) {
      return matches_place(suppression.pattern, access.symbol, access.place) ||
             std::any_of(access.stack.begin(), access.stack.end(), [&](const Frame& frame) {
               return matches_place(suppression.pattern, frame.function, frame.place);
             });
    });
  });
}

}  // namespace dh
