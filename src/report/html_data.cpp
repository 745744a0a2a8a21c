#include "report/html_data.h"

#include <algorithm>

#include "base/utf8.h"
#include "findings/ignores.h"
#include "report/display.h"
#include "report/fix_diff.h"
#include "report/json_writing.h"
#include "report/page.h"
#include "report/version.h"
#include "report/words.h"
#include "source/language.h"

namespace dh {

namespace {

constexpr uint32_t kContextLines = 3;  // lines around an access
constexpr uint32_t kMaxMarked = 12;    // lines of a long span
constexpr size_t kWidestLine = 320;    // characters shown of a line
constexpr size_t kBeforeMark = 60;     // of them before the mark, where a line is cut

// Characters [begin, end) of a line.
std::string slice(std::string_view line, size_t begin, size_t end) {
  size_t at = 0;
  std::string out;
  for (; !line.empty() && at < end; ++at) {
    size_t length = utf8_length(line);
    if (at >= begin && line.front() == '\t') {
      out.append("    ");
    } else if (at >= begin) {
      out.append(line.substr(0, length));
    }
    line.remove_prefix(length);
  }
  return clean_line(out);
}

// [number, text], or [number, before, marked, after] for what the place covers of the line.
Json line_json(std::string_view line, uint32_t number, const Place& place) {
  // A line of a megabyte is not read to its end: only its beginning or what is around the mark counts.
  bool marked = number >= place.line && number <= std::max(place.line, place.end_line);
  size_t begin = number == place.line && place.column > 0 ? place.column - 1 : 0;
  size_t end = SIZE_MAX;
  if (place.column > 0 && number == std::max(place.line, place.end_line)) {
    end = place.end_column > 0 ? place.end_column - 1 : begin + 1;
  }
  if (place.column > 0) end = std::max(end, begin + 1);
  size_t from = marked && begin > kWidestLine / 2 ? begin - kBeforeMark : 0;
  size_t to = from + kWidestLine;
  std::string front = from > 0 ? "\xE2\x80\xA6" : "";  // an ellipsis
  std::string back = slice(line, to, to + 1).empty() ? "" : "\xE2\x80\xA6";
  if (!marked) return Json::array({number, slice(line, 0, to) + back});
  end = std::min(end, to);
  return Json::array(
      {number, front + slice(line, from, begin), slice(line, begin, end), slice(line, end, to) + back});
}

Json excerpt(const Place& place, SourceLines* sources) {
  std::optional<SourceFile> file = sources != nullptr ? sources->file(place.path) : std::nullopt;
  if (!file || place.line == 0 || place.line > file->lines().line_count()) return nullptr;
  uint32_t last = std::min(std::max(place.end_line, place.line), place.line + kMaxMarked - 1);
  uint32_t from = place.line - std::min(place.line - 1, kContextLines);
  uint32_t to = std::min(last + kContextLines, file->lines().line_count());
  if (to > last && file->line(to).empty()) --to;
  Json lines = Json::array();
  for (uint32_t number = from; number <= to; ++number) {
    lines.push_back(line_json(file->line(number), number, place));
  }
  return lines;
}

Json place_json(const Place& place) {
  return clean_line(place.text());
}

Json access_json(const Finding& finding, const Access& access, SourceLines* sources) {
  Json stack = Json::array();
  for (const Frame& frame : access.stack) {
    stack.push_back(
        Json{{"function", frame.function}, {"place", place_json(frame.place)}, {"note", frame.note}});
  }
  Access without_thread = access;
  without_thread.thread.clear();
  return {{"kind", access_kind_name(access.kind)},
          {"thread", access.thread},
          {"does", access_sentence(finding, without_thread)},
          {"symbol", access.symbol},
          {"place", place_json(access.place)},
          {"lines", excerpt(access.place, sources)},
          {"stack", std::move(stack)},
          {"locks", access.locks},
          {"knowsLocks", access.knows_locks},
          {"lockText", locks_sentence(finding, access)}};
}

Json fix_json(const std::optional<Fix>& fix, SourceLines* sources) {
  if (!fix) return nullptr;
  Json lines = Json::array();
  for (const DiffLine& line : diff_of(*fix, sources)) {
    const char* sign = line.kind == DiffLine::Kind::added ? "+" : "-";
    lines.push_back(Json::array({sign, line.line, slice(line.text, 0, kWidestLine)}));
  }
  if (lines.empty()) return nullptr;
  return {{"description", fix->description}, {"lines", std::move(lines)}};
}

// By the path first: rules of Erlang are found in Elixir, too.
std::optional<Language> language_of(std::string_view rule, const std::string& path) {
  const std::optional<Language> by_path = language_of_path(path);
  return by_path ? by_path : language_of_rule(rule);
}

// For the colours of the code: a language, or "c" for what native programs are made of.
std::string_view colours_of(std::optional<Language> language) {
  return language ? language_name(*language) : "c";
}

Json ignore_json(std::optional<Language> language, std::string_view rule) {
  if (!language) return nullptr;
  return ignore_comment(*language, rule, "why it is fine");
}

Json finding_json(const Finding& finding, const RenderOptions& options) {
  Json accesses = Json::array();
  for (const Access& access : finding.accesses) {
    accesses.push_back(access_json(finding, access, options.sources));
  }
  Json related = Json::array();
  bool shows_primary = std::any_of(finding.accesses.begin(), finding.accesses.end(),
                                   [&](const Access& access) { return access.place == finding.place; });
  if (!shows_primary && finding.place.known()) {
    related.push_back(Json{{"message", shared_text(finding.shared)},
                           {"place", place_json(finding.place)},
                           {"lines", excerpt(finding.place, options.sources)}});
  }
  for (const RelatedPlace& place : finding.related) {
    related.push_back(Json{{"message", place.message},
                           {"place", place_json(place.place)},
                           {"lines", excerpt(place.place, options.sources)}});
  }
  const std::string_view rule = options.rule(finding.rule).id;
  const std::optional<Language> language = language_of(rule, finding.place.path);
  Json json = {{"rule", rule},
               {"level", level_name(finding.level)},
               {"confidence", finding.confidence.value()},
               {"message", clean_line(finding.message)},
               {"path", clean_line(finding.place.path)},
               {"place", place_json(finding.place)},
               {"shared", {{"kind", finding.shared.kind}, {"name", finding.shared.name}}},
               {"accesses", std::move(accesses)},
               {"related", std::move(related)},
               {"hint", finding.hint},
               {"fix", fix_json(finding.fix, options.sources)},
               {"language", colours_of(language)},
               {"ignore", ignore_json(language, rule)},
               {"fingerprint", finding.fingerprint}};
  json["reasons"] = Json::array();
  if (options.explain_confidence) {
    for (const AppliedFactor& factor : finding.confidence.factors())
      json["reasons"].push_back(Json::array({factor.weight, factor.text()}));
  } else if (!finding.confidence.is_plainly_certain()) {
    for (const AppliedFactor* factor : most_important_first(finding.confidence))
      json["reasons"].push_back(Json::array({nullptr, factor->text()}));
  }
  if (finding.witness) {
    Json values = Json::array();
    for (const auto& [name, value] : finding.witness->values) values.push_back(Json::array({name, value}));
    json["witness"] = {{"summary", finding.witness->summary},
                       {"values", std::move(values)},
                       {"steps", finding.witness->steps}};
  }
  return json;
}

std::string script_of(const Json& json) {
  return script_text(cleaned_strings(json).dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json head_json(const Report& report, const RenderOptions& options) {
  const Summary& summary = report.summary;
  LevelCounts counts = count_levels(report.findings);
  Json rules = Json::object();
  for (const RuleInfo& rule : options.rules) {
    if (has_findings_of(report, rule.rule)) rules[std::string(rule.id)] = rule.title;
  }
  Json files = Json::object();
  for (const auto& [language, count] : summary.files) files[language] = count;
  Json diagnostics = Json::array();
  for (const Diagnostic& diagnostic : report.diagnostics) {
    diagnostics.push_back(Json{{"severity", severity_name(diagnostic.severity)},
                               {"place", place_json(diagnostic.place)},
                               {"message", clean_line(diagnostic.message)}});
  }
  return {{"version", kVersion},
          {"command", report.command},
          {"errors", counts.errors},
          {"warnings", counts.warnings},
          {"notes", counts.notes},
          {"files", std::move(files)},
          {"hidden", hidden_texts(summary)},
          {"configuration", configuration_text(summary.configurations)},
          {"commit", summary.commit},
          {"incomplete", incomplete_text(summary)},
          {"interrupted", summary.interrupted},
          {"rules", std::move(rules)},
          {"diagnostics", std::move(diagnostics)}};
}

}  // namespace

std::string html_data(const Report& report, const RenderOptions& options) {
  std::string out = "{\"head\":" + script_of(head_json(report, options)) + ",\n\"findings\":[";
  bool first = true;
  for (const Finding& finding : report.findings) {
    out += first ? "\n" : ",\n";
    out += script_of(finding_json(finding, options));
    first = false;
  }
  return out + "\n]}";
}

}  // namespace dh
