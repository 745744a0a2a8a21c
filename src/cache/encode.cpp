#include "cache/encode.h"

#include <nlohmann/json.hpp>

#include "cache/frame.h"

namespace dh {

namespace {

using Json = nlohmann::json;

// Paths and texts may hold any bytes, which JSON's strings may not: they are byte strings of CBOR.
Json bytes_of(const std::string& text) {
  return Json::binary({text.begin(), text.end()});
}
std::string text_of(const Json& json) {
  const auto& bytes = json.get_binary();
  return {bytes.begin(), bytes.end()};
}

Json to_json(const Place& place) {
  return Json::array({bytes_of(place.path), place.line, place.column, place.end_line, place.end_column});
}
Place place_of(const Json& json) {
  return {text_of(json.at(0)), json.at(1), json.at(2), json.at(3), json.at(4)};
}

Json to_json(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& text : texts) out.push_back(bytes_of(text));
  return out;
}
std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> texts;
  for (const Json& one : json) texts.push_back(text_of(one));
  return texts;
}

Json to_json(const Access& access) {
  Json stack = Json::array();
  for (const Frame& frame : access.stack) {
    stack.push_back({bytes_of(frame.function), to_json(frame.place), bytes_of(frame.note)});
  }
  return Json::array({static_cast<int>(access.kind), to_json(access.place), bytes_of(access.description),
                      bytes_of(access.symbol), bytes_of(access.thread), std::move(stack),
                      to_json(access.locks)});
}
Access access_of(const Json& json) {
  Access access;
  access.kind = static_cast<AccessKind>(json.at(0).get<int>());
  access.place = place_of(json.at(1));
  access.description = text_of(json.at(2));
  access.symbol = text_of(json.at(3));
  access.thread = text_of(json.at(4));
  for (const Json& frame : json.at(5)) {
    access.stack.push_back({text_of(frame.at(0)), place_of(frame.at(1)), text_of(frame.at(2))});
  }
  access.locks = texts_of(json.at(6));
  return access;
}

Json to_json(const Witness& witness) {
  Json values = Json::array();
  for (const auto& [name, value] : witness.values) values.push_back({bytes_of(name), bytes_of(value)});
  return Json::array({bytes_of(witness.summary), std::move(values), to_json(witness.steps)});
}
Witness witness_of(const Json& json) {
  Witness witness;
  witness.summary = text_of(json.at(0));
  for (const Json& pair : json.at(1)) witness.values.emplace_back(text_of(pair.at(0)), text_of(pair.at(1)));
  witness.steps = texts_of(json.at(2));
  return witness;
}

Json to_json(const Confidence& confidence) {
  Json out = Json::array();
  for (const AppliedFactor& one : confidence.factors()) {
    out.push_back({std::string(one.factor->id), one.weight, bytes_of(one.detail)});
  }
  return out;
}

bool is_common(const Factor* factor) {
  for (const Factor& one : common_factors()) {
    if (&one == factor) return true;
  }
  return false;
}

// Applies the same factors in the same order; the bounds follow from them.
std::optional<Confidence> confidence_of(const Json& json, const FactorById& factor_by_id) {
  std::optional<Confidence> confidence;
  for (const Json& one : json) {
    const Factor* factor = factor_by_id(one.at(0).get<std::string>());
    if (factor == nullptr) return std::nullopt;
    const WeighedFactor weighed{factor, one.at(1).get<int>()};
    if (!confidence) {
      confidence.emplace(weighed, text_of(one.at(2)));
    } else if (!is_common(factor)) {
      confidence->apply(weighed, text_of(one.at(2)));
    }
  }
  if (!confidence || to_json(*confidence) != json) return std::nullopt;
  return confidence;
}

Json to_json(const Fix& fix) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) edits.push_back({edit.span.begin, edit.span.end, bytes_of(edit.text)});
  return Json::array(
      {bytes_of(fix.description), bytes_of(fix.path), bytes_of(fix.content_hash), std::move(edits)});
}
Fix fix_of(const Json& json) {
  Fix fix{text_of(json.at(0)), text_of(json.at(1)), text_of(json.at(2)), {}};
  for (const Json& edit : json.at(3)) {
    fix.edits.push_back({{edit.at(0).get<uint32_t>(), edit.at(1).get<uint32_t>()}, text_of(edit.at(2))});
  }
  return fix;
}

// Does not compile when a finding has a member that is not kept: then keep it, and count up the version in
// the key.
[[maybe_unused]] void names_every_member(const Finding& finding) {
  [[maybe_unused]] const auto& [rule, place, message, shared, accesses, related, witness, hint, fix,
                                confidence, max_level, level, fingerprint] = finding;
}

Json to_json(const Finding& finding) {
  Json accesses = Json::array(), related = Json::array();
  for (const Access& access : finding.accesses) accesses.push_back(to_json(access));
  for (const RelatedPlace& one : finding.related)
    related.push_back({to_json(one.place), bytes_of(one.message)});
  return Json::array({std::string(rule_info(finding.rule).id), to_json(finding.place),
                      bytes_of(finding.message), bytes_of(finding.shared.kind), bytes_of(finding.shared.name),
                      std::move(accesses), std::move(related),
                      finding.witness ? to_json(*finding.witness) : Json(), bytes_of(finding.hint),
                      to_json(finding.confidence), finding.fix ? to_json(*finding.fix) : Json(),
                      std::string(level_name(finding.max_level))});
}

std::optional<Finding> finding_of(const Json& json, const FactorById& factor_by_id) {
  Finding finding;
  const std::optional<Rule> rule = rule_by_id(json.at(0).get<std::string>());
  std::optional<Confidence> confidence = confidence_of(json.at(9), factor_by_id);
  const std::optional<Level> max_level = level_by_name(json.at(11).get<std::string>());
  if (!rule || !confidence || !max_level) return std::nullopt;
  finding.rule = *rule;
  finding.place = place_of(json.at(1));
  finding.message = text_of(json.at(2));
  finding.shared = {text_of(json.at(3)), text_of(json.at(4))};
  for (const Json& access : json.at(5)) finding.accesses.push_back(access_of(access));
  for (const Json& one : json.at(6)) finding.related.push_back({place_of(one.at(0)), text_of(one.at(1))});
  if (!json.at(7).is_null()) finding.witness = witness_of(json.at(7));
  finding.hint = text_of(json.at(8));
  finding.confidence = std::move(*confidence);
  finding.max_level = *max_level;
  if (!json.at(10).is_null()) finding.fix = fix_of(json.at(10));
  return finding;
}

}  // namespace

std::string encode_contents(const CheckSink::Contents& contents) {
  Json findings = Json::array(), diagnostics = Json::array();
  for (const Finding& finding : contents.findings) findings.push_back(to_json(finding));
  for (const Diagnostic& one : contents.diagnostics) {
    diagnostics.push_back({static_cast<int>(one.severity), to_json(one.place), bytes_of(one.message)});
  }
  const Json all = Json::array(
      {std::move(findings), std::move(diagnostics), to_json(contents.totals), Json(contents.counts)});
  const std::vector<uint8_t> cbor = Json::to_cbor(all);
  return framed({reinterpret_cast<const char*>(cbor.data()), cbor.size()});
}

std::optional<CheckSink::Contents> decode_contents(std::string_view bytes, const FactorById& factor_by_id) {
  const std::optional<std::string> cbor = unframed(bytes);
  if (!cbor) return std::nullopt;
  // Only this program writes what has the right digest; the exceptions of the library are for everything
  // else.
  try {
    const Json all = Json::from_cbor(*cbor);
    CheckSink::Contents contents;
    for (const Json& one : all.at(0)) {
      std::optional<Finding> finding = finding_of(one, factor_by_id);
      if (!finding) return std::nullopt;
      contents.findings.push_back(std::move(*finding));
    }
    for (const Json& one : all.at(1)) {
      contents.diagnostics.push_back(
          {static_cast<Severity>(one.at(0).get<int>()), place_of(one.at(1)), text_of(one.at(2))});
    }
    contents.totals = texts_of(all.at(2));
    contents.counts = all.at(3).get<std::map<std::string, int64_t>>();
    return contents;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace dh
