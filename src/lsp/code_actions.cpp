#include "lsp/code_actions.h"

#include <fmt/format.h>

#include "findings/fix.h"
#include "findings/ignores.h"
#include "lsp/diagnostics.h"
#include "source/language.h"

namespace dh::lsp {

namespace {

Json workspace_edit(const Workspace& workspace, const std::string& path, Json edits) {
  return {{"changes", {{workspace.uri_of(path), std::move(edits)}}}};
}

Json quick_fix(const Workspace& workspace, const Json& finding, const std::string& title) {
  return {{"title", title},
          {"kind", "quickfix"},
          {"diagnostics", Json::array({diagnostic_of(workspace, finding)})}};
}

// The comment on a line of its own above the finding, indented as the code is.
Json ignore_action(const Workspace& workspace, const Json& finding) {
  const Place place = place_from(finding.at("place"));
  const std::string rule = finding.at("rule").get<std::string>();
  const std::optional<Language> by_path = language_of_path(place.path);
  const std::optional<Language> language = by_path ? by_path : language_of_rule(rule);
  if (place.line == 0 || rule == "unused-ignore" || !language) return nullptr;
  const SourceFile file = workspace.text_of(place.path);
  const std::string_view line = file.line(place.line);
  const std::string indentation(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
  const std::string comment = fmt::format("{}{}\n", indentation, ignore_comment(*language, rule, "reason"));
  const Position begin{place.line - 1, 0};
  Json action = quick_fix(workspace, finding, fmt::format("Ignore {} here, with a reason", rule));
  action["edit"] = workspace_edit(
      workspace, place.path, Json::array({{{"range", json_of(Range{begin, begin})}, {"newText", comment}}}));
  return action;
}

// Only for the very text that the fix was made for.
Json fix_action(const Workspace& workspace, const Json& finding) {
  const Json& fix = finding.contains("fix") ? finding.at("fix") : Json();
  if (!fix.is_object()) return nullptr;
  const std::string path = fix.at("path").get<std::string>();
  const SourceFile file = workspace.text_of(path);
  if (content_hash(file.text()) != fix.at("content_hash").get<std::string>()) return nullptr;
  Json edits = Json::array();
  for (const Json& edit : fix.at("edits")) {
    const Range range{position_of(edit.at("begin").get<uint32_t>(), file),
                      position_of(edit.at("end").get<uint32_t>(), file)};
    edits.push_back({{"range", json_of(range)}, {"newText", edit.at("text")}});
  }
  Json action = quick_fix(workspace, finding, fix.at("description").get<std::string>());
  action["isPreferred"] = true;
  action["edit"] = workspace_edit(workspace, path, std::move(edits));
  return action;
}

Json page_action(const Workspace& workspace, const Json& finding) {
  const std::string rule = finding.at("rule").get<std::string>();
  const std::string title = fmt::format("Explain {}", rule);
  Json action = quick_fix(workspace, finding, title);
  action["command"] = {{"title", title}, {"command", kOpenRulePage}, {"arguments", Json::array({rule})}};
  return action;
}

}  // namespace

Json code_actions(const Workspace& workspace, const Root& root, const std::string& path, const Range& range) {
  Json actions = Json::array();
  for (const Json* finding : findings_at(workspace, root, path, range, Touching::primary_place)) {
    for (Json action : {fix_action(workspace, *finding), ignore_action(workspace, *finding),
                        page_action(workspace, *finding)}) {
      if (!action.is_null()) actions.push_back(std::move(action));
    }
  }
  return actions;
}

}  // namespace dh::lsp
