#include "lsp/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/rule.h"
#include "report/markdown.h"

namespace dh::lsp {

namespace {

constexpr size_t kMaxRelated = 20;  // more do not make a finding easier to understand

int severity_number(std::string_view level) {
  if (level == "error") return 1;
  return level == "warning" ? 2 : 3;
}

// "thread 1 writes A[i + 1], holding lock a".
std::string access_text(const Json& access) {
  std::string text = access.at("description").get<std::string>();
  if (text.empty()) text = access.at("kind").get<std::string>();
  const std::string thread = access.at("thread").get<std::string>();
  if (!thread.empty()) text = thread + " " + text;
  std::string locks;
  for (const Json& lock : access.at("locks")) locks += (locks.empty() ? "" : ", ") + lock.get<std::string>();
  return locks.empty() ? text : text + ", holding " + locks;
}

Json related_information(const Workspace& workspace, const Place& place, const std::string& text) {
  return {{"location",
           {{"uri", workspace.uri_of(place.path)},
            {"range", json_of(range_of(place, workspace.text_of(place.path)))}}},
          {"message", text}};
}

Json message_diagnostic(const Workspace& workspace, const Json& message) {
  const Place place = place_from(message.at("place"));
  return {{"range", json_of(range_of(place, workspace.text_of(place.path)))},
          {"severity", severity_number(message.at("severity").get<std::string>())},
          {"source", "deadheat"},
          {"message", message.at("message")}};
}

// Code in the words of the program, which must not be read as Markdown.
std::string code_span(const std::string& text) {
  const size_t ticks = std::count(text.begin(), text.end(), '`');
  return ticks == 0 ? "`" + text + "`" : "`` " + text + " ``";
}

std::string escape_markdown(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (std::string_view("\\`*_[]<>#|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string witness_text(const Json& witness) {
  std::string out = "\n**Example:** " + escape_markdown(witness.at("summary").get<std::string>()) + "\n\n";
  for (const Json& value : witness.at("values"))
    out += fmt::format("- {} = {}\n", escape_markdown(value.at("name").get<std::string>()),
                       code_span(value.at("value").get<std::string>()));
  size_t step = 0;
  for (const Json& text : witness.at("steps"))
    out += fmt::format("{}. {}\n", ++step, escape_markdown(text.get<std::string>()));
  return out;
}

}  // namespace

Json diagnostic_of(const Workspace& workspace, const Json& finding) {
  const Place primary = place_from(finding.at("place"));
  Json related = Json::array();
  const auto add = [&](const Place& place, const std::string& text) {
    if (place.known() && related.size() < kMaxRelated)
      related.push_back(related_information(workspace, place, text));
  };
  for (const Json& access : finding.at("accesses")) add(place_from(access.at("place")), access_text(access));
  for (const Json& other : finding.at("related"))
    add(place_from(other.at("place")), other.at("message").get<std::string>());
  const std::string hint = finding.at("hint").get<std::string>();
  const std::string message = finding.at("message").get<std::string>();
  return {{"range", json_of(range_of(primary, workspace.text_of(primary.path)))},
          {"severity", severity_number(finding.at("level").get<std::string>())},
          {"code", finding.at("rule")},
          {"source", "deadheat"},
          {"message", hint.empty() ? message : message + "\nhelp: " + hint},
          {"relatedInformation", std::move(related)},
          {"data", {{"fingerprint", finding.at("fingerprint")}}}};
}

std::map<std::string, Json> diagnostics_by_file(const Workspace& workspace, const Root& root) {
  std::map<std::string, Json> by_file;
  const auto add = [&](const Json& item, Json (*make)(const Workspace&, const Json&)) {
    const Place place = place_from(item.at("place"));
    if (!place.known()) return;
    by_file.try_emplace(place.path, Json::array()).first->second.push_back(make(workspace, item));
  };
  for (const Json& finding : root.findings) add(finding, diagnostic_of);
  for (const Json& message : root.messages) add(message, message_diagnostic);
  return by_file;
}

std::vector<const Json*> findings_at(const Workspace& workspace, const Root& root, const std::string& path,
                                     const Range& range, Touching touching) {
  const SourceFile file = workspace.text_of(path);
  const auto is_here = [&](const Json& json) {
    const Place place = place_from(json);
    if (place.path != path) return false;
    const Range covered = range_of(place, file);
    return covered.begin <= range.end && range.begin <= covered.end;
  };
  std::vector<const Json*> found;
  for (const Json& finding : root.findings) {
    bool here = is_here(finding.at("place"));
    if (touching == Touching::any_place) {
      for (const Json& access : finding.at("accesses")) here = here || is_here(access.at("place"));
      for (const Json& related : finding.at("related")) here = here || is_here(related.at("place"));
    }
    if (here) found.push_back(&finding);
  }
  return found;
}

std::string explanation_of(const Json& finding) {
  const std::string id = finding.at("rule").get<std::string>();
  std::string out = fmt::format("**{}** ({}, confidence {})\n\n{}\n\n", id,
                                finding.at("level").get<std::string>(), finding.at("confidence").get<int>(),
                                escape_markdown(finding.at("message").get<std::string>()));
  for (const Json& access : finding.at("accesses")) {
    const Place place = place_from(access.at("place"));
    const std::string where = place.known() ? " at " + code_span(place.text()) : "";
    out += "- " + escape_markdown(access_text(access)) + where + "\n";
  }
  if (finding.at("witness").is_object()) out += witness_text(finding.at("witness"));
  const std::string hint = finding.at("hint").get<std::string>();
  if (!hint.empty()) out += "\n**Fix:** " + escape_markdown(hint) + "\n";
  if (const std::optional<Rule> rule = rule_by_id(id)) {
    out += "\n---\n" + escape_markdown(first_paragraph(rule_info(*rule).page)) + "\n";
  }
  return out;
}

}  // namespace dh::lsp
