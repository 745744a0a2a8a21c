#include "cli/run/race_filter.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh {

namespace {

bool matches_from(std::string_view pattern, std::string_view name) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return name.starts_with(pattern) && (name.size() == pattern.size() || name[pattern.size()] == '.');
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  if (rest.empty()) return true;
  for (size_t at = star; at <= name.size(); ++at) {
    if (matches_from(rest, name.substr(at))) return true;
  }
  return false;
}

bool is_accessed_in(const Finding& finding, std::string_view pattern) {
  return std::any_of(finding.accesses.begin(), finding.accesses.end(),
                     [&](const Access& access) { return java_name_matches(pattern, access.symbol); });
}

bool has_frame(const Finding& finding, std::string_view pattern) {
  return std::any_of(finding.accesses.begin(), finding.accesses.end(), [&](const Access& access) {
    return java_name_matches(pattern, access.symbol) ||
           std::any_of(access.stack.begin(), access.stack.end(),
                       [&](const Frame& frame) { return java_name_matches(pattern, frame.function); });
  });
}

std::string dotted(std::string name) {
  std::replace(name.begin(), name.end(), '$', '.');
  return name;
}

bool suppresses(const RaceSuppression& suppression, const Finding& finding) {
  const std::string name = dotted(finding.shared.name);
  if (!suppression.field.empty() && !java_name_matches(suppression.field, name)) return false;
  if (!suppression.type.empty() && !java_name_matches(suppression.type, name) &&
      !is_accessed_in(finding, suppression.type)) {
    return false;
  }
  return suppression.frame.empty() || has_frame(finding, suppression.frame);
}

}  // namespace

bool java_name_matches(std::string_view pattern, std::string_view name) {
  if (pattern.ends_with(".*")) pattern.remove_suffix(2);
  return !pattern.empty() && matches_from(pattern, dotted(std::string(name)));
}

bool RaceFilter::shows(const Finding& finding) {
  bool hidden = false;
  for (RaceSuppression& suppression : suppressions) {
    if (!suppresses(suppression, finding)) continue;
    ++suppression.hits;
    hidden = true;
  }
  if (hidden) {
    ++suppressed;
    return false;
  }
  const bool is_own = only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& pattern) {
                        return is_accessed_in(finding, pattern);
                      });
  if (!is_own) ++outside;
  return is_own;
}

Diagnostics RaceFilter::summary() const {
  Diagnostics notes;
  const auto say = [&](const Place& place, std::string text) {
    notes.push_back({Severity::note, place, std::move(text)});
  };
  const auto count = [](size_t n, const char* verb_of_one, const char* verb) {
    return n == 1 ? fmt::format("1 finding {}", verb_of_one) : fmt::format("{} findings {}", n, verb);
  };
  if (outside > 0) say({}, count(outside, "has no", "have no") + " access in --only: not shown");
  if (suppressed > 0) say({}, count(suppressed, "is", "are") + " suppressed by [[jvm.suppress]]");
  for (const RaceSuppression& suppression : suppressions) {
    if (suppression.hits == 0) say(suppression.place, "this suppression suppressed nothing in this run");
  }
  return notes;
}

std::vector<RaceSuppression> read_suppressions(const TomlValue* settings, Diagnostics& problems) {
  std::vector<RaceSuppression> result;
  if (settings == nullptr) return result;
  Diagnostics ignored;  // the other keys are read by others
  TomlReader outer(settings, ignored);
  for (const TomlValue* table : outer.tables("suppress")) {
    TomlReader reader(table, problems);
    RaceSuppression one;
    one.field = reader.string("field");
    one.type = reader.string("class");
    one.frame = reader.string("frame");
    one.reason = reader.string("reason");
    one.place = table->place;
    if (one.field.empty() && one.type.empty() && one.frame.empty())
      reader.report("field", "a suppression needs a field, a class or a frame");
    if (one.reason.empty()) reader.report("reason", "a suppression needs a reason");
    reader.finish();
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace dh
