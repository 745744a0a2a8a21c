#include "report/sarif_fix.h"

#include "report/sarif_parts.h"

namespace dh::sarif {

Json fixes(const Finding& finding, SourceLines* sources) {
  if (!finding.fix) return Json::array();
  const Fix& fix = *finding.fix;
  const std::optional<SourceFile> file = sources != nullptr ? sources->file(fix.path) : std::nullopt;
  if (!file || content_hash(file->text()) != fix.content_hash) return Json::array();
  Json replacements = Json::array();
  for (const Edit& edit : fix.edits) {
    Json replacement = {{"deletedRegion", region(file->place(edit.span), sources)}};
    if (!edit.text.empty()) replacement["insertedContent"] = {{"text", edit.text}};
    replacements.push_back(std::move(replacement));
  }
  const Place place{fix.path, 0, 0, 0, 0};
  Json change = {{"artifactLocation", artifact_location(place)}, {"replacements", std::move(replacements)}};
  return Json::array({Json{{"description", message(literal(fix.description))},
                           {"artifactChanges", Json::array({std::move(change)})}}});
}

}  // namespace dh::sarif
