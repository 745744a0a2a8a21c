#include "findings/baseline.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/utf8.h"
#include "source/source_file.h"

namespace dh {

namespace {

constexpr int kVersion = 1;

}  // namespace

Result<Baseline> read_baseline(const std::string& path) {
  Result<SourceFile> file = SourceFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return parse_baseline(file->text(), path);
}

Result<Baseline> parse_baseline(std::string_view text, const std::string& path) {
  using Json = nlohmann::json;
  // The callback bounds nesting: a baseline is an object of an array of objects.
  bool too_deep = false;
  auto bounded = [&](int depth, Json::parse_event_t, Json&) {
    too_deep |= depth > 8;
    return !too_deep;
  };
  Json json = Json::parse(text, bounded, /*allow_exceptions=*/false);
  if (json.is_discarded() && !too_deep) return fail("{}: not a baseline: invalid JSON", path);
  if (too_deep || !json.is_object() || !json.contains("version") || !json.contains("findings") ||
      !json["findings"].is_array()) {
    return fail(
        "{}: not a baseline: expected the members 'version' and 'findings', as --write-baseline writes them",
        path);
  }
  if (json["version"] != kVersion) {
    return fail("{}: unsupported baseline version {}; this deadheat reads version {}", path,
                json["version"].dump(), kVersion);
  }
  Baseline baseline;
  size_t number = 0;
  for (const Json& item : json["findings"]) {
    ++number;
    auto it = item.is_object() ? item.find("fingerprint") : item.end();
    if (!item.is_object() || it == item.end() || !it->is_string()) {
      return fail("{}: finding {} has no fingerprint", path, number);
    }
    const auto member_text = [&](const char* key) {
      auto member = item.find(key);
      return member != item.end() && member->is_string() ? member->get<std::string>() : std::string();
    };
    baseline.fingerprints.insert(it->get<std::string>());
    baseline.entries.push_back(
        {it->get<std::string>(), member_text("rule"), member_text("path"), member_text("message")});
  }
  return baseline;
}

std::vector<BaselineEntry> baseline_entries(const std::vector<Finding>& findings,
                                            const StablePath& stable_path) {
  std::vector<BaselineEntry> entries;
  for (const Finding& finding : findings) {
    if (finding.rule == Rule::unused_ignore) continue;
    entries.push_back({finding.fingerprint, std::string(rule_info(finding.rule).id),
                       stable_path(finding.place.path), finding.message});
  }
  return entries;
}

std::string render_baseline(std::vector<BaselineEntry> entries) {
  using Json = nlohmann::ordered_json;
  std::sort(entries.begin(), entries.end(), [](const BaselineEntry& a, const BaselineEntry& b) {
    return std::tie(a.path, a.rule, a.fingerprint) < std::tie(b.path, b.rule, b.fingerprint);
  });
  Json items = Json::array();
  for (const BaselineEntry& entry : entries) {
    items.push_back(Json{{"fingerprint", entry.fingerprint},
                         {"rule", entry.rule},
                         {"path", utf8_sanitize(entry.path)},
                         {"message", utf8_sanitize(entry.message)}});
  }
  return Json{{"version", kVersion}, {"findings", std::move(items)}}.dump(2) + "\n";
}

}  // namespace dh
