// SARIF 2.1.0, as GitHub code scanning and other viewers read it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/hash.h"
#include "report/line_hash.h"
#include "report/markdown.h"
#include "report/report.h"
#include "report/sarif_fix.h"
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
  if (const auto language = language_of_rule(id)) tags.push_back(language_name(*language));
  return tags;
}

constexpr std::string_view kHomepage = DEADHEAT_HOMEPAGE;

Json rule_descriptor(const RuleInfo& rule) {
  std::string page = rule.page.empty() ? std::string(rule.title) : std::string(rule.page);
  std::string plain = markdown_to_text(page);
  std::string first = first_paragraph(page);
  Words words = words_of(rule.level);
  Json json = {
      {"id", rule.id},
      {"name", name_of(rule.id)},
      {"shortDescription", {{"text", rule.title}}},
      {"fullDescription", {{"text", first.empty() ? std::string(rule.title) : first}}},
      {"help", {{"text", plain}, {"markdown", page}}},
      {"defaultConfiguration", {{"level", level_name(rule.level)}}},
      {"properties",
       {{"tags", tags_of(rule.id)}, {"precision", words.precision}, {"problem.severity", words.severity}}}};
  if (!kHomepage.empty()) json["helpUri"] = fmt::format("{}/blob/main/rules/{}.md", kHomepage, rule.id);
  return json;
}

// GitHub refuses files with more results, and viewers drown in longer lists of places.
constexpr size_t kMaxResults = 25'000;
constexpr size_t kMaxLinks = 4;  // in one message
constexpr size_t kMaxRelated = 50;

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
    share_line_hashes();
    Json results = Json::array();
    for (const Finding& finding : report_.findings) {
      if (results.size() == kMaxResults) break;
      results.push_back(result(finding));
    }
    Json driver = {{"name", "deadheat"}, {"version", kVersion}, {"semanticVersion", kVersion}};
    if (!kHomepage.empty()) driver["informationUri"] = kHomepage;
    driver["rules"] = std::move(rules);
    return {{"tool", {{"driver", std::move(driver)}}},
            {"automationDetails", {{"id", fmt::format("deadheat/{}/", report_.command)}}},
            {"invocations", Json::array({invocation()})},
            {"originalUriBaseIds",
             {{"%SRCROOT%", {{"description", {{"text", "The folder in which deadheat was started."}}}}}}},
            {"columnKind", "utf16CodeUnits"},
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
    size_t sentences = 0;
    for (const Access& access : finding.accesses) {
      if (related.size() == kMaxRelated) break;
      std::string sentence = access_sentence(finding, access);
      bool primary = !primary_seen && access.place == finding.place;
      primary_seen |= primary;
      bool link = !primary && access.place.known();
      const std::string text_of_access = link ? add_related(access.place, sentence) : literal(sentence);
      if (++sentences > kMaxLinks) continue;
      accesses += accesses.empty() ? ": " : ", ";
      accesses += text_of_access;
    }
    if (finding.accesses.size() > kMaxLinks)
      accesses += fmt::format(", and {} more accesses", finding.accesses.size() - kMaxLinks);
    for (const RelatedPlace& place : finding.related) {
      if (place.place.known() && related.size() < kMaxRelated) add_related(place.place, place.message);
    }

    Json json = {{"ruleId", options_.rule(finding.rule).id},
                 {"ruleIndex", rule_index_[static_cast<int>(finding.rule)]},
                 {"level", level_name(finding.level)},
                 {"message", message(text + accesses + ".")},
                 {"rank", static_cast<double>(finding.confidence.value())}};
    json["locations"] = Json::array();
    if (finding.place.known()) json["locations"].push_back(primary_location(finding));
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    if (Json flows = sarif::code_flows(finding, options_.sources); !flows.empty()) json["codeFlows"] = flows;
    if (Json stacks = sarif::stacks(finding, options_.sources); !stacks.empty()) json["stacks"] = stacks;
    if (Json fixes = sarif::fixes(finding, options_.sources); !fixes.empty())
      json["fixes"] = std::move(fixes);
    json["partialFingerprints"] = fingerprints(finding);
    json["properties"] = properties(finding);
    return json;
  }

  Json primary_location(const Finding& finding) {
    Json at = sarif::location(finding.place, "", 0, options_.sources);
    if (Json context = sarif::snippet(finding.place, options_.sources); !context.is_null())
      at["physicalLocation"]["contextRegion"] = std::move(context);
    for (const Access& access : finding.accesses) {
      if (access.place != finding.place) continue;
      sarif::add_logical_location(at, access.symbol);
      break;
    }
    return at;
  }

  Json fingerprints(const Finding& finding) {
    Json json = Json::object();
    std::string hash = line_hash(finding.place);
    const bool has_line_hash =
        !hash.empty() && line_hash_owner_[alert_key(finding, hash)] == finding.fingerprint;
    if (!has_line_hash && !finding.fingerprint.empty())
      hash = fmt::format("{:x}:1", hash_bytes(finding.fingerprint));
    if (!hash.empty()) json["primaryLocationLineHash"] = hash;
    if (!finding.fingerprint.empty()) json["deadheat/v1"] = finding.fingerprint;
    return json;
  }

  std::string alert_key(const Finding& finding, const std::string& hash) const {
    return fmt::format("{}\n{}\n{}", finding.place.path, options_.rule(finding.rule).id, hash);
  }

  // GitHub shows results of one path, rule and hash as one alert. Of the findings at one line one gets the
  // hash that GitHub's upload action computes as well (it warns of others); the rest get one of their own
  // fingerprint. The smallest fingerprint decides, so that the order of findings does not matter.
  void share_line_hashes() {
    for (const Finding& finding : report_.findings) {
      const std::string hash = line_hash(finding.place);
      if (hash.empty()) continue;
      auto [it, is_new] = line_hash_owner_.try_emplace(alert_key(finding, hash), finding.fingerprint);
      if (!is_new) it->second = std::min(it->second, finding.fingerprint);
    }
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
    Json json = {{"confidence", finding.confidence.value()}};
    for (const AppliedFactor& factor : finding.confidence.factors()) {
      json["reasons"].push_back(
          Json{{"factor", factor.factor->id}, {"weight", factor.weight}, {"text", factor.text()}});
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
    } else if (summary.incomplete > 0) {
      json["exitCodeDescription"] = incomplete_text(summary);
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
    if (report_.findings.size() > kMaxResults) {
      const std::string text = fmt::format("{} more findings are left out; the limit of a SARIF file is {}",
                                           report_.findings.size() - kMaxResults, kMaxResults);
      notifications.push_back(Json{{"level", "warning"}, {"message", message(text)}});
    }
    json["toolExecutionNotifications"] = std::move(notifications);
    if (!summary.configurations.empty()) json["properties"] = {{"configurations", summary.configurations}};
    return json;
  }

  const Report& report_;
  const RenderOptions& options_;
  FlatMap<int, size_t> rule_index_;
  StringMap<std::optional<LineHashes>> hashes_;
  StringMap<std::string> line_hash_owner_;  // fingerprint, by path, rule and hash
};

}  // namespace

std::string render_sarif(const Report& report, const RenderOptions& options) {
  SourceLinesWithout sources(options.sources, report.traces);
  RenderOptions with_sources = options;
  with_sources.sources = &sources;
  Json json = {{"$schema", kSchema}, {"version", "2.1.0"}};
  json["runs"] = Json::array({RunWriter(report, with_sources).write()});
  return to_text(json);
}

}  // namespace dh
