#include "cli/check/cached_check.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "base/resources.h"
#include "cache/encode.h"
#include "cache/store.h"
#include "cli/check/cache_key.h"
#include "cli/check/stored_parts.h"
#include "cli/factors.h"

namespace dh {

namespace {

// Less is analysed as quickly as looked up.
constexpr int64_t kMinBytes = int64_t{1} << 20;
constexpr double kMinSeconds = 0.5;

// Also small analyses, for tests.
bool caches_always() {
  const char* value = std::getenv("DEADHEAT_CACHE_ALWAYS");
  return value != nullptr && *value == '1';
}

bool is_worth_it(const CheckInput& input) {
  int64_t bytes = 0;
  for (const std::string& path : input.paths) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0) bytes += info.st_size;
    if (bytes >= kMinBytes) return true;
  }
  return caches_always();
}

const Factor* factor_by_id(std::string_view id) {
  for (const Factor& factor : common_factors()) {
    if (factor.id == id) return &factor;
  }
  return find_factor(id);
}

// Exo's limits are of time: what was undecided now may be decided the next time.
bool depends_on_time(Language language, const CheckSink::Contents& contents) {
  if (language != Language::exo) return false;
  const auto is_error = [](const Diagnostic& one) { return one.severity == Severity::error; };
  return std::any_of(contents.diagnostics.begin(), contents.diagnostics.end(), is_error) ||
         std::any_of(contents.findings.begin(), contents.findings.end(),
                     [](const Finding& finding) { return finding.rule == Rule::exo_unknown; });
}

}  // namespace

void check_with_cache(const CheckUnit& unit, CheckSink& sink, const std::function<void(KeptParts*)>& check) {
  const std::optional<std::string> folder = CacheStore::default_folder();
  if (!folder || !is_worth_it(unit.input)) return check(nullptr);
  const CacheStore store(*folder);
  sink.phase("look for kept results");
  const std::optional<CacheKey> key = cache_key(unit);
  if (!key) return check(nullptr);
  if (std::optional<std::string> bytes = store.find(key->all)) {
    if (auto contents = decode_contents(*bytes, factor_by_id)) {
      sink.add(std::move(*contents));
      sink.count("results from the cache", 1);
      return;
    }
    store.remove(key->all);
  }
  const CheckSink::Mark before = sink.mark();
  const double began = monotonic_seconds();
  StoredParts parts(store, *key, factor_by_id);
  check(&parts);
  if (unit.input.parallel.stop.requested()) return;
  if (monotonic_seconds() - began < kMinSeconds && !caches_always()) return;
  CheckSink::Contents added = sink.added_since(before);
  if (depends_on_time(unit.language, added)) return;
  // A file that was saved meanwhile leaves no result under the key of its old text.
  sink.phase("keep results");
  if (cache_key(unit) != key || unit.input.parallel.stop.requested()) return;
  store.put(key->all, encode_contents(added));
  parts.store();
}

}  // namespace dh
