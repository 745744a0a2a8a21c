#include "findings/ignores.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace dh {

namespace {

constexpr std::string_view kMarker = "deadheat: ignore";

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

// The text before a comment's opener, or nothing when `before` does not end in an opener.
std::optional<std::string_view> code_before_opener(std::string_view before, Language language) {
  before = trim(before);
  bool found = false;
  for (bool again = true; again;) {  // "%%%" and "/**" open comments too
    again = false;
    for (std::string_view opener : comment_openers(language)) {
      if (!before.ends_with(opener)) continue;
      before.remove_suffix(opener.size());
      found = again = true;
    }
  }
  if (!found) return std::nullopt;
  return trim(before);
}

bool is_comment_or_blank(std::string_view line, Language language) {
  line = trim(line);
  if (line.empty()) return true;
  for (std::string_view opener : comment_openers(language)) {
    if (line.starts_with(opener)) return true;
  }
  return false;
}

// Whether code follows a comment that ends on its line.
bool code_follows(std::string_view rest, Language language) {
  std::string_view closer = comment_end(language);
  size_t end = closer.empty() ? std::string_view::npos : rest.find(closer);
  return end != std::string_view::npos && !trim(rest.substr(end + closer.size())).empty();
}

// Without the line of a comment that stands alone on it and ends there.
std::optional<Fix> removal_of(const SourceFile& file, const Ignore& ignore) {
  const std::string_view line = trim(file.line(ignore.place.line));
  const std::string_view closer = comment_end(ignore.language);
  const bool ends_with_line = closer.empty() || line.starts_with("//") || line.ends_with(closer);
  if (!ends_with_line || ignore.rules.size() > 1) return std::nullopt;
  const bool is_last = ignore.place.line == file.lines().line_count();
  const uint32_t end =
      is_last ? static_cast<uint32_t>(file.text().size()) : file.lines().line_start(ignore.place.line + 1);
  return make_fix("remove the comment", file, {{{file.lines().line_start(ignore.place.line), end}, ""}});
}

bool is_rule_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// "rule-a, rule-b -- why": the rules and the reason. Stops at what ends the comment.
void parse_rules(std::string_view rest, Ignore& ignore) {
  while (true) {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' || rest.front() == ',')) {
      rest.remove_prefix(1);
    }
    if (rest.starts_with("--")) {
      rest.remove_prefix(2);
      size_t end = std::min(rest.find("*/"), rest.find('"'));
      ignore.reason = std::string(trim(rest.substr(0, end)));
      return;
    }
    size_t length = 0;
    while (length < rest.size() && is_rule_character(rest[length])) ++length;
    if (length == 0) return;
    ignore.rules.emplace_back(rest.substr(0, length));
    rest.remove_prefix(length);
  }
}

bool touches(const Finding& finding, const Ignore& ignore) {
  auto here = [&](const Place& place) {
    return place.line == ignore.line && place.path == ignore.place.path;
  };
  return here(finding.place) || std::any_of(finding.accesses.begin(), finding.accesses.end(),
                                            [&](const Access& access) { return here(access.place); });
}

Finding unused(const Ignore& ignore, std::string message) {
  Finding finding;
  finding.rule = Rule::unused_ignore;
  finding.place = ignore.place;
  finding.message = std::move(message);
  finding.shared = {"comment", fmt::format("{}", fmt::join(ignore.rules, ","))};
  finding.hint = "remove the comment";
  finding.fix = ignore.removal;
  return finding;
}

}  // namespace

std::vector<Ignore> find_ignores(const SourceFile& file, Language language) {
  std::vector<Ignore> result;
  std::string_view text = file.text();
  for (size_t at = text.find(kMarker); at != std::string_view::npos; at = text.find(kMarker, at + 1)) {
    Span span{static_cast<uint32_t>(at), static_cast<uint32_t>(at + kMarker.size())};
    Ignore ignore;
    ignore.place = file.place(span);
    ignore.language = language;
    uint32_t start = file.lines().line_start(ignore.place.line);
    auto code = code_before_opener(text.substr(start, at - start), language);
    if (!code) continue;
    std::string_view line = file.line(ignore.place.line);
    std::string_view rest = line.substr(std::min(line.size(), at + kMarker.size() - start));
    parse_rules(rest, ignore);
    ignore.line = ignore.place.line;
    if (code->empty() && !code_follows(rest, language)) {  // alone on its line: about the next line of code
      ignore.removal = removal_of(file, ignore);
      do {
        ++ignore.line;
      } while (ignore.line <= file.lines().line_count() &&
               is_comment_or_blank(file.line(ignore.line), language));
    }
    result.push_back(std::move(ignore));
  }
  return result;
}

std::string ignore_comment(Language language, std::string_view rule, std::string_view reason) {
  const std::string_view opener = comment_openers(language).front();
  const bool quoted = comment_end(language) == opener;
  return fmt::format("{}{}deadheat: ignore {} -- {}{}", opener, quoted ? "" : " ", rule, reason,
                     quoted ? opener : "");
}

size_t apply_ignores(std::vector<Finding>& findings, const std::vector<Ignore>& ignores,
                     const RuleWasChecked& checked) {
  if (ignores.empty()) return 0;
  StringMap<std::vector<size_t>> by_path;
  for (size_t i = 0; i < ignores.size(); ++i) by_path[ignores[i].place.path].push_back(i);

  std::vector<StringSet> used(ignores.size());
  auto is_ignored = [&](const Finding& finding) {
    std::string_view id = rule_info(finding.rule).id;
    bool ignored = false;
    auto look = [&](const std::string& path) {
      auto it = by_path.find(path);
      if (it == by_path.end()) return;
      for (size_t i : it->second) {
        const Ignore& ignore = ignores[i];
        bool named = std::find(ignore.rules.begin(), ignore.rules.end(), id) != ignore.rules.end();
        if (!named || !touches(finding, ignore)) continue;
        used[i].emplace(id);
        ignored = true;
      }
    };
    look(finding.place.path);
    for (const Access& access : finding.accesses) look(access.place.path);
    return ignored;
  };
  size_t before = findings.size();
  findings.erase(std::remove_if(findings.begin(), findings.end(), is_ignored), findings.end());
  size_t taken_out = before - findings.size();

  for (size_t i = 0; i < ignores.size(); ++i) {
    if (ignores[i].rules.empty()) {
      findings.push_back(
          unused(ignores[i], "this ignore comment names no rule; write 'deadheat: ignore RULE -- reason'"));
    }
    for (const std::string& id : ignores[i].rules) {
      if (used[i].contains(id)) continue;
      std::optional<Rule> rule = rule_by_id(id);
      if (!rule) {
        findings.push_back(unused(ignores[i], fmt::format("unknown rule '{}' in an ignore comment", id)));
      } else if (checked(ignores[i], *rule)) {
        findings.push_back(
            unused(ignores[i], fmt::format("unused ignore comment: no finding of {} here", id)));
      }
    }
  }
  return taken_out;
}

}  // namespace dh
