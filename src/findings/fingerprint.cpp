#include "findings/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace dh {

std::string fingerprint_of(const Finding& finding, const StablePath& stable_path) {
  std::vector<std::string> symbols;
  for (const Access& access : finding.accesses) {
    symbols.push_back(access.symbol.empty() ? stable_path(access.place.path) : access.symbol);
  }
  if (symbols.empty()) symbols.push_back(stable_path(finding.place.path));
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());

  std::string text =
      fmt::format("{}\x1f{}\x1f{}", rule_info(finding.rule).id, finding.shared.kind, finding.shared.name);
  for (const std::string& symbol : symbols) text += '\x1f' + symbol;
  uint64_t first = hash_mix(hash_bytes(text));
  uint64_t second = hash_mix(hash_bytes(text, first));
  return fmt::format("{:016x}{:016x}", first, second);
}

void assign_fingerprints(std::vector<Finding>& findings, const StablePath& stable_path) {
  StringMap<int> seen;
  for (Finding& finding : findings) {
    finding.fingerprint = fingerprint_of(finding, stable_path);
    int times = ++seen[finding.fingerprint];
    if (times > 1) finding.fingerprint += fmt::format("-{}", times);
  }
}

}  // namespace dh
