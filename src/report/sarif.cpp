// SARIF 2.1.0, as GitHub code scanning and other viewers read it.
#include <fmt/format.h>

#include <cctype>

#include "base/hash.h"
#include "report/line_hash.h"
#include "report/markdown.h"
#include "report/report.h"
#include "report/sarif_flow.h"
#include "report/sarif_parts.h"
#include "report/version.h"
#include "report/words.h"
#include "source/language.h"

namespace dh {

namespace {

using sarif::literal;
using sarif::message;

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

// GitHub's words for how bad a rule's findings are and how often they are right.
struct Words {
  const char* severity;
  const char* precision;
};
Words words_of(Level level) {
  switch (level) {
    case Level::error:
      return {"error", "high"};
    case Level::warning:
      return {"warning", "medium"};
    case Level::note:
      return {"recommendation", "medium"};
  }
  return {};
}

// "ExoRace" for "exo-race".
std::string name_of(std::string_view id) {
  std::string name;
  bool capital = true;
  for (char c : id) {
    if (c != '-') name += capital ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    capital = c == '-';
  }
  return name;
}

Json tags_of(std::string_view id) {
  Json tags = {"concurrency", "correctness"};
  for (Language language : all_languages()) {
    if (id.starts_with(std::string(language_name(language)) + "-")) tags.push_back(language_name(language));
  }
  return tags;
}

Json rule_descriptor(const RuleInfo& rule) {
  std::string page = rule.page.empty() ? std::string(rule.title) : std::string(rule.page);
  std::string plain = markdown_to_text(page);
  std::string first = first_paragraph(page);
  Words words = words_of(rule.level);
  return {
      {"id", rule.id},
      {"name", name_of(rule.id)},
      {"shortDescription", {{"text", rule.title}}},
      {"fullDescription", {{"text", first.empty() ? std::string(rule.title) : first}}},
      {"help", {{"text", plain}, {"markdown", page}}},
      {"defaultConfiguration", {{"level", level_name(rule.level)}}},
      {"properties",
       {{"tags", tags_of(rule.id)}, {"precision", words.precision}, {"problem.severity", words.severity}}}};
}

class RunWriter {
 public:
  RunWriter(const Report& report, const RenderOptions& options) : report_(report), options_(options) {}

  Json write() {
    Json rules = Json::array();
    for (const RuleInfo& rule : options_.rules) {
      if (!has_findings_of(report_, rule.rule)) continue;
      rule_index_[static_cast<int>(rule.rule)] = rules.size();
      rules.push_back(rule_descriptor(rule));
    }
    Json results = Json::array();
    for (const Finding& finding : report_.findings) results.push_back(result(finding));
    Json driver = {{"name", "deadheat"}, {"version", kVersion}, {"semanticVersion", kVersion}};
    driver["rules"] = std::move(rules);
    return {{"tool", {{"driver", std::move(driver)}}},
            {"invocations", Json::array({invocation()})},
            {"originalUriBaseIds",
             {{"%SRCROOT%", {{"description", {{"text", "The folder in which deadheat was started."}}}}}}},
            {"columnKind", "unicodeCodePoints"},
            {"results", std::move(results)}};
  }

 private:
  Json result(const Finding& finding) {
    Json related = Json::array();
    std::string text = literal(finding.message);
    if (text.ends_with('.')) text.pop_back();
    std::string accesses;
    auto add_related = [&](const Place& place, const std::string& what) {
      related.push_back(sarif::location(place, what, related.size() + 1, options_.sources));
      return sarif::link(what, related.size());
    };
    bool primary_seen = false;
    for (const Access& access : finding.accesses) {
      std::string sentence = access_sentence(finding, access);
      bool primary = !primary_seen && access.place == finding.place;
      primary_seen |= primary;
      bool link = !primary && access.place.known();
      accesses += accesses.empty() ? ": " : ", ";
      accesses += link ? add_related(access.place, sentence) : literal(sentence);
    }
    for (const RelatedPlace& place : finding.related) {
      if (place.place.known()) add_related(place.place, place.message);
    }

    Json json = {{"ruleId", options_.rule(finding.rule).id},
                 {"ruleIndex", rule_index_[static_cast<int>(finding.rule)]},
                 {"level", level_name(finding.level)},
                 {"message", message(text + accesses + ".")},
                 {"rank", static_cast<double>(finding.confidence)}};
    json["locations"] = Json::array();
    if (finding.place.known()) json["locations"].push_back(primary_location(finding));
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    if (Json flows = sarif::code_flows(finding, options_.sources); !flows.empty()) json["codeFlows"] = flows;
    if (Json stacks = sarif::stacks(finding, options_.sources); !stacks.empty()) json["stacks"] = stacks;
    json["partialFingerprints"] = fingerprints(finding);
    json["properties"] = properties(finding);
    return json;
  }

  Json primary_location(const Finding& finding) {
    Json at = sarif::location(finding.place, "", 0, options_.sources);
    for (const Access& access : finding.accesses) {
      if (access.place != finding.place) continue;
      sarif::add_logical_location(at, access.symbol);
      break;
    }
    return at;
  }

  Json fingerprints(const Finding& finding) {
    Json json = Json::object();
    if (std::string hash = line_hash(finding.place); !hash.empty()) json["primaryLocationLineHash"] = hash;
    if (!finding.fingerprint.empty()) json["deadheat/v1"] = finding.fingerprint;
    return json;
  }

  std::string line_hash(const Place& place) {
    if (place.line == 0 || options_.sources == nullptr) return {};
    auto found = hashes_.find(place.path);
    if (found == hashes_.end()) {
      std::optional<SourceFile> file = options_.sources->file(place.path);
      std::optional<LineHashes> made;
      if (file) made.emplace(file->text());
      found = hashes_.emplace(place.path, std::move(made)).first;
    }
    return found->second ? found->second->of_line(place.line) : std::string();
  }

  static Json properties(const Finding& finding) {
    Json json = {{"confidence", finding.confidence}};
    for (const Reason& reason : finding.reasons) {
      json["reasons"].push_back(Json{{"delta", reason.delta}, {"text", reason.text}});
    }
    if (std::string shared = shared_text(finding.shared); !shared.empty()) json["shared"] = shared;
    if (!finding.hint.empty()) json["hint"] = finding.hint;
    if (finding.witness) {
      Json values = Json::object();
      for (const auto& [name, value] : finding.witness->values) values[name] = value;
      json["witness"] = {{"summary", finding.witness->summary},
                         {"values", std::move(values)},
                         {"steps", finding.witness->steps}};
    }
    return json;
  }

  Json invocation() const {
    const Summary& summary = report_.summary;
    // GitHub drops all results of an unsuccessful execution. That is right when we were stopped half-way,
    // but one bad file must not hide the findings in the others: the notifications report it.
    Json json = {{"executionSuccessful", !summary.interrupted}, {"exitCode", summary.exit_status}};
    if (summary.interrupted) {
      json["exitCodeDescription"] = "interrupted; the results are incomplete";
    } else if (summary.incomplete) {
      json["exitCodeDescription"] = "the analysis is incomplete";
    }
    Json notifications = Json::array();
    for (const Diagnostic& diagnostic : report_.diagnostics) {
      Json notification = {{"level", severity_name(diagnostic.severity)},
                           {"message", message(literal(diagnostic.message))}};
      if (diagnostic.place.known()) {
        notification["locations"] = Json::array({sarif::location(diagnostic.place, "", 0, options_.sources)});
      }
      notifications.push_back(std::move(notification));
    }
    json["toolExecutionNotifications"] = std::move(notifications);
    return json;
  }

  const Report& report_;
  const RenderOptions& options_;
  FlatMap<int, size_t> rule_index_;
  StringMap<std::optional<LineHashes>> hashes_;
};

}  // namespace

std::string render_sarif(const Report& report, const RenderOptions& options) {
  Json json = {{"$schema", kSchema}, {"version", "2.1.0"}};
  json["runs"] = Json::array({RunWriter(report, options).write()});
  return to_text(json);
}

}  // namespace dh
