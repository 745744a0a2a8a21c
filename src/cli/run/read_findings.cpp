#include "cli/run/read_findings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/factors.h"
#include "source/source_file.h"

namespace dh {

namespace {

using Json = nlohmann::json;

constexpr int kVersion = 2;
constexpr int kMaxDepth = 12;

// Members that are missing or of another type are empty: what matters is checked by the caller.
const Json& member(const Json& object, const char* key) {
  static const Json none;
  const auto it = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && it != object.end() ? *it : none;
}

std::string text_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

uint32_t number_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX ? value.get<uint32_t>() : 0;
}

std::vector<std::string> texts_of(const Json& object, const char* key) {
  std::vector<std::string> result;
  for (const Json& item : member(object, key)) {
    if (item.is_string()) result.push_back(item.get<std::string>());
  }
  return result;
}

Place read_place(const Json& json) {
  return {text_of(json, "path"), number_of(json, "line"), number_of(json, "column"),
          number_of(json, "end_line"), number_of(json, "end_column")};
}

Access read_access(const Json& json) {
  Access access;
  const std::string kind = text_of(json, "kind");
  for (const AccessKind known : {AccessKind::read, AccessKind::write, AccessKind::update}) {
    if (access_kind_name(known) == kind) access.kind = known;
  }
  access.place = read_place(member(json, "place"));
  access.description = text_of(json, "description");
  access.symbol = text_of(json, "symbol");
  access.thread = text_of(json, "thread");
  for (const Json& frame : member(json, "stack"))
    access.stack.push_back(
        {text_of(frame, "function"), read_place(member(frame, "place")), text_of(frame, "note")});
  access.locks = texts_of(json, "locks");
  access.knows_locks = member(json, "locks_known") != false;
  return access;
}

std::optional<Witness> read_witness(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Witness witness;
  witness.summary = text_of(json, "summary");
  for (const Json& value : member(json, "values"))
    witness.values.emplace_back(text_of(value, "name"), text_of(value, "value"));
  witness.steps = texts_of(json, "steps");
  return witness;
}

std::optional<Fix> read_fix(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Fix fix;
  fix.description = text_of(json, "description");
  fix.path = text_of(json, "path");
  fix.content_hash = text_of(json, "content_hash");
  for (const Json& edit : member(json, "edits"))
    fix.edits.push_back({{number_of(edit, "begin"), number_of(edit, "end")}, text_of(edit, "text")});
  return fix;
}

// What stands for "{}" in the factor's text.
std::string detail_of(const Factor& factor, std::string_view text) {
  const size_t at = factor.text.find("{}");
  if (at == std::string_view::npos) return {};
  const std::string_view rest = factor.text.substr(at + 2);
  if (text.size() < at + rest.size()) return std::string(text);
  return std::string(text.substr(at, text.size() - at - rest.size()));
}

// Those that belong to no language come by themselves: certainty and the bounds.
bool is_common(std::string_view id) {
  return std::any_of(common_factors().begin(), common_factors().end(),
                     [&](const Factor& factor) { return factor.id == id; });
}

Result<Confidence> read_reasons(const Json& reasons) {
  Confidence confidence;
  bool is_first = true;
  for (const Json& reason : reasons) {
    const std::string id = text_of(reason, "factor");
    const Factor* factor = find_factor(id);
    if (is_common(id)) continue;
    if (factor == nullptr) return fail("unknown factor '{}'", id);
    const Json& weight = member(reason, "weight");
    const WeighedFactor weighed{factor, weight.is_number_integer() ? weight.get<int>() : 0};
    std::string detail = detail_of(*factor, text_of(reason, "text"));
    if (is_first) {
      confidence = Confidence(weighed, std::move(detail));
    } else {
      confidence.apply(weighed, std::move(detail));
    }
    is_first = false;
  }
  return confidence;
}

Result<Finding> read_finding(const Json& json) {
  Finding finding;
  const std::string id = text_of(json, "rule");
  const auto rule = rule_by_id(id);
  if (!rule) return fail("unknown rule '{}'", id);
  finding.rule = *rule;
  Result<Confidence> confidence = read_reasons(member(json, "reasons"));
  if (!confidence) return tl::unexpected(confidence.error());
  finding.confidence = std::move(*confidence);
  finding.message = text_of(json, "message");
  finding.place = read_place(member(json, "place"));
  const Json& shared = member(json, "shared");
  finding.shared = {text_of(shared, "kind"), text_of(shared, "name")};
  for (const Json& access : member(json, "accesses")) finding.accesses.push_back(read_access(access));
  for (const Json& related : member(json, "related"))
    finding.related.push_back({read_place(member(related, "place")), text_of(related, "message")});
  finding.witness = read_witness(member(json, "witness"));
  finding.hint = text_of(json, "hint");
  finding.fix = read_fix(member(json, "fix"));
  return finding;
}

}  // namespace

Result<std::vector<Finding>> read_findings(const std::string& path) {
  Result<SourceFile> file = SourceFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return parse_findings(file->text(), path);
}

Result<std::vector<Finding>> parse_findings(std::string_view text, const std::string& path) {
  bool too_deep = false;
  const auto bounded = [&](int depth, Json::parse_event_t, Json&) {
    too_deep |= depth > kMaxDepth;
    return !too_deep;
  };
  const Json json = Json::parse(text, bounded, /*allow_exceptions=*/false);
  if (json.is_discarded() || too_deep) return fail("{}: not a report of deadheat: invalid JSON", path);
  if (!member(json, "findings").is_array() || !member(json, "version").is_number_integer())
    return fail("{}: not a report of deadheat: expected the members 'version' and 'findings'", path);
  if (member(json, "version") != kVersion) {
    return fail("{}: unsupported version {} of the report; this deadheat reads version {}", path,
                member(json, "version").dump(), kVersion);
  }
  std::vector<Finding> findings;
  for (const Json& item : member(json, "findings")) {
    Result<Finding> finding = read_finding(item);
    if (!finding) return fail("{}: finding {}: {}", path, findings.size() + 1, finding.error().message);
    findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace dh
