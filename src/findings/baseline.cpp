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
  if (json.is_discarded() || too_deep) return fail("{}: not a baseline: invalid JSON", path);
  if (!json.is_object() || !json.contains("version") || !json.contains("findings") ||
      !json["findings"].is_array()) {
    return fail("{}: not a baseline: expected the members 'version' and 'findings'", path);
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
    baseline.fingerprints.insert(it->get<std::string>());
  }
  return baseline;
}

std::string render_baseline(const std::vector<Finding>& findings) {
  using Json = nlohmann::ordered_json;
  std::vector<const Finding*> sorted;
  for (const Finding& finding : findings) {
    if (finding.rule != Rule::unused_ignore) sorted.push_back(&finding);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Finding* a, const Finding* b) {
    return std::tie(a->place.path, a->rule, a->fingerprint) <
           std::tie(b->place.path, b->rule, b->fingerprint);
  });
  Json items = Json::array();
  for (const Finding* finding : sorted) {
    items.push_back(Json{{"fingerprint", finding->fingerprint},
                         {"rule", rule_info(finding->rule).id},
                         {"path", utf8_sanitize(finding->place.path)},
                         {"message", utf8_sanitize(finding->message)}});
  }
  return Json{{"version", kVersion}, {"findings", std::move(items)}}.dump(2) + "\n";
}

}  // namespace dh
