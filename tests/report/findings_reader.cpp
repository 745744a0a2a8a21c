#include "findings_reader.h"

#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace dh {

namespace {

using Json = nlohmann::json;

Place place_of(const Json& json) {
  if (json.is_null()) return {};
  return {json.at("path"), json.value("line", 0u), json.value("column", 0u), json.value("end_line", 0u),
          json.value("end_column", 0u)};
}

template <typename T, typename Read>
std::vector<T> list_of(const Json& json, const char* key, Read read) {
  std::vector<T> items;
  if (json.contains(key)) {
    for (const Json& item : json.at(key)) items.push_back(read(item));
  }
  return items;
}

Frame frame_of(const Json& json) {
  return {json.value("function", ""), place_of(json.value("place", Json())), json.value("note", "")};
}

AccessKind kind_of(const std::string& name) {
  for (AccessKind kind : {AccessKind::read, AccessKind::write, AccessKind::update, AccessKind::other}) {
    if (access_kind_name(kind) == name) return kind;
  }
  throw std::runtime_error("unknown access kind " + name);
}

// Factors of a report that is read; a real one has them in tables that live as long as the program.
const Factor* factor_of(const Json& json) {
  static std::deque<std::pair<std::string, std::string>> texts;
  static std::deque<Factor> factors;
  texts.emplace_back(json.at("factor"), json.at("text"));
  factors.push_back({texts.back().first, json.at("weight"), texts.back().second});
  return &factors.back();
}

Confidence confidence_of(const Json& json) {
  std::optional<Confidence> confidence;
  for (const Json& reason : json.value("reasons", Json::array())) {
    const Factor* factor = factor_of(reason);
    if (confidence) {
      confidence->apply({factor, factor->weight});
    } else {
      confidence.emplace(WeighedFactor{factor, factor->weight});
    }
  }
  Confidence result = confidence.value_or(Confidence());
  if (result.value() != json.value("confidence", 100)) throw std::runtime_error("reasons do not add up");
  return result;
}

Access access_of(const Json& json) {
  Access access;
  access.kind = kind_of(json.at("kind"));
  access.place = place_of(json.at("place"));
  access.description = json.value("description", "");
  access.symbol = json.value("symbol", "");
  access.thread = json.value("thread", "");
  access.stack = list_of<Frame>(json, "stack", frame_of);
  access.locks = json.value("locks", std::vector<std::string>());
  access.knows_locks = json.value("locks_known", true);
  return access;
}

std::optional<Witness> witness_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  Witness witness;
  witness.summary = json.value("summary", "");
  for (const Json& value : json.value("values", Json::array())) {
    witness.values.emplace_back(value.at("name"), value.at("value"));
  }
  witness.steps = json.value("steps", std::vector<std::string>());
  return witness;
}

Finding finding_of(const Json& json) {
  Finding finding;
  finding.rule = rule_by_id(json.at("rule").get<std::string>()).value();
  finding.level = level_by_name(json.at("level").get<std::string>()).value();
  finding.confidence = confidence_of(json);
  finding.message = json.at("message");
  finding.place = place_of(json.at("place"));
  if (json.contains("shared")) finding.shared = {json["shared"].at("kind"), json["shared"].at("name")};
  finding.accesses = list_of<Access>(json, "accesses", access_of);
  finding.related = list_of<RelatedPlace>(json, "related", [](const Json& related) {
    return RelatedPlace{place_of(related.at("place")), related.at("message")};
  });
  finding.witness = witness_of(json.value("witness", Json()));
  finding.hint = json.value("hint", "");
  finding.fingerprint = json.value("fingerprint", "");
  return finding;
}

Diagnostic diagnostic_of(const Json& json) {
  for (Severity severity : {Severity::note, Severity::warning, Severity::error}) {
    if (json.at("severity") == severity_name(severity)) {
      return {severity, place_of(json.at("place")), json.at("message")};
    }
  }
  throw std::runtime_error("unknown severity");
}

Summary summary_of(const Json& json) {
  Summary summary;
  summary.files = json.value("files", std::map<std::string, size_t>());
  Json hidden = json.value("hidden", Json::object());
  summary.hidden_by_baseline = hidden.value("baseline", size_t{0});
  summary.hidden_by_ignores = hidden.value("ignores", size_t{0});
  summary.hidden_by_since = hidden.value("since", size_t{0});
  summary.hidden_by_confidence = hidden.value("min_confidence", size_t{0});
  summary.cut_by_top = hidden.value("top", size_t{0});
  Json parts = json.value("incomplete_parts", Json::object());
  summary.incomplete = parts.value("all", size_t{0});
  summary.incomplete_accepted = parts.value("accepted", size_t{0});
  summary.configurations = json.value("configurations", std::vector<std::string>());
  summary.interrupted = json.value("interrupted", false);
  summary.exit_status = json.value("exit_status", 0);
  return summary;
}

}  // namespace

Report read_report(const std::string& json_text) {
  Json json = Json::parse(json_text);
  if (json.at("version") != 2) throw std::runtime_error("unknown version of the report format");
  Report report;
  report.command = json.value("command", "check");
  report.summary = summary_of(json.value("summary", Json::object()));
  report.findings = list_of<Finding>(json, "findings", finding_of);
  report.diagnostics = list_of<Diagnostic>(json, "diagnostics", diagnostic_of);
  return report;
}

Report read_report_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return read_report(text.str());
}

}  // namespace dh
