// The report for programs; docs/json-report.md describes it. A change that could break a reader needs a
// new version number there and here.
#include "report/json_writing.h"
#include "report/report.h"
#include "report/version.h"

namespace dh {

namespace {

constexpr int kJsonVersion = 2;

Json json_of(const Place& place) {
  if (!place.known()) return nullptr;
  return {{"path", place.path},
          {"line", place.line},
          {"column", place.column},
          {"end_line", place.end_line},
          {"end_column", place.end_column}};
}

// Before array_of, which could not find them otherwise.
Json json_of(const Frame& frame);
Json json_of(const Access& access);
Json json_of(const RelatedPlace& related);
Json json_of(const AppliedFactor& factor);
Json json_of(const Finding& finding);
Json json_of(const Edit& edit);
Json json_of(const Diagnostic& diagnostic);
Json json_of(const CheckSink::PhaseTime& phase);

template <typename T>
Json array_of(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(json_of(item));
  return array;
}

Json json_of(const Frame& frame) {
  return {{"function", frame.function}, {"place", json_of(frame.place)}, {"note", frame.note}};
}

Json json_of(const Access& access) {
  return {{"kind", access_kind_name(access.kind)},
          {"place", json_of(access.place)},
          {"description", access.description},
          {"symbol", access.symbol},
          {"thread", access.thread},
          {"stack", array_of(access.stack)},
          {"locks", access.locks},
          {"locks_known", access.knows_locks}};
}

Json json_of(const RelatedPlace& related) {
  return {{"place", json_of(related.place)}, {"message", related.message}};
}

Json json_of(const AppliedFactor& factor) {
  return {{"factor", factor.factor->id}, {"weight", factor.weight}, {"text", factor.text()}};
}

Json json_of(const std::optional<Witness>& witness) {
  if (!witness) return nullptr;
  Json values = Json::array();
  for (const auto& [name, value] : witness->values) values.push_back({{"name", name}, {"value", value}});
  return {{"summary", witness->summary}, {"values", std::move(values)}, {"steps", witness->steps}};
}

Json json_of(const Edit& edit) {
  return {{"begin", edit.span.begin}, {"end", edit.span.end}, {"text", edit.text}};
}

Json json_of(const std::optional<Fix>& fix) {
  if (!fix) return nullptr;
  return {{"description", fix->description},
          {"path", fix->path},
          {"content_hash", fix->content_hash},
          {"edits", array_of(fix->edits)}};
}

Json json_of(const Finding& finding) {
  return {{"rule", rule_info(finding.rule).id},
          {"level", level_name(finding.level)},
          {"confidence", finding.confidence.value()},
          {"reasons", array_of(finding.confidence.factors())},
          {"message", finding.message},
          {"place", json_of(finding.place)},
          {"shared", {{"kind", finding.shared.kind}, {"name", finding.shared.name}}},
          {"accesses", array_of(finding.accesses)},
          {"related", array_of(finding.related)},
          {"witness", json_of(finding.witness)},
          {"hint", finding.hint},
          {"fix", json_of(finding.fix)},
          {"fingerprint", finding.fingerprint}};
}

Json json_of(const Diagnostic& diagnostic) {
  return {{"severity", severity_name(diagnostic.severity)},
          {"place", json_of(diagnostic.place)},
          {"message", diagnostic.message}};
}

Json json_of_summary(const Report& report) {
  const Summary& summary = report.summary;
  LevelCounts counts = count_levels(report.findings);
  Json files = Json::object();
  for (const auto& [language, count] : summary.files) files[language] = count;
  Json json = {{"errors", counts.errors},
               {"warnings", counts.warnings},
               {"notes", counts.notes},
               {"hidden",
                {{"baseline", summary.hidden_by_baseline},
                 {"ignores", summary.hidden_by_ignores},
                 {"since", summary.hidden_by_since},
                 {"min_confidence", summary.hidden_by_confidence},
                 {"top", summary.cut_by_top}}},
               {"files", std::move(files)},
               {"configurations", summary.configurations},
               {"incomplete", summary.incomplete > 0},
               {"incomplete_parts", {{"all", summary.incomplete}, {"accepted", summary.incomplete_accepted}}},
               {"interrupted", summary.interrupted},
               {"exit_status", summary.exit_status}};
  if (!summary.totals.empty()) json["totals"] = summary.totals;
  return json;
}

Json json_of(const CheckSink::PhaseTime& phase) {
  return {{"name", phase.name}, {"seconds", phase.seconds}, {"peak_bytes", phase.peak_bytes}};
}

Json json_of(const Stats& stats) {
  Json counts = Json::object();
  for (const auto& [name, count] : stats.counts) counts[name] = count;
  return {{"seconds", stats.seconds},
          {"peak_bytes", stats.peak_bytes},
          {"phases", array_of(stats.phases)},
          {"counts", std::move(counts)}};
}

}  // namespace

std::string render_json(const Report& report, const RenderOptions&) {
  Json json = {{"version", kJsonVersion},
               {"tool", {{"name", "deadheat"}, {"version", kVersion}}},
               {"command", report.command},
               {"summary", json_of_summary(report)},
               {"findings", array_of(report.findings)},
               {"diagnostics", array_of(report.diagnostics)}};
  if (report.stats) json["stats"] = json_of(*report.stats);
  return to_text(json);
}

}  // namespace dh
