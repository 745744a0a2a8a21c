#include "cli/run/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "tools/registry.h"

namespace dh {

Result<double> read_share(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (is_percent ? 1 : 0));
  double number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const double share = is_percent ? number / 100 : number;
  if (problem != std::errc() || end != digits.data() + digits.size() || !(share > 0 && share <= 1))
    return fail("'{}': expected a share such as 0.03 or 3%, at most 1 or 100%", text);
  return share;
}

Result<std::optional<JavaSampling>> plan_sampling(const SamplingOptions& options, const std::string& chain,
                                                  uint64_t seed) {
  if (!options.is_given()) return std::nullopt;
  if (!options.rate.empty() && !options.overhead.empty())
    return fail(
        "--sample and --overhead exclude each other: one says how much is checked, the other what it costs");
  const bool by_overhead = options.rate.empty();
  const char* const option = by_overhead ? "--overhead" : "--sample";
  const Result<double> share = read_share(by_overhead ? options.overhead : options.rate);
  if (!share) return fail("{} {}", option, share.error().message);
  if (*share == 1 && !by_overhead) return std::nullopt;
  dyn::ReportSink nowhere;
  const dyn::Names no_names;
  const auto sampled = dyn::build_chain(chain, nowhere, no_names, {.check_only = true});
  if (!sampled) return fail("{}: {}", option, sampled.error().message);
  const dyn::EventNeeds& needs = (*sampled)->needs;
  if (needs.all_accesses || needs.names || needs.lock_names)
    return fail("{}: a tool of {} must see every access", option, chain);
  return JavaSampling{by_overhead, *share, seed};
}

Diagnostic judge_sampling(const JavaSampling& sampling, const CheckSink::Contents& contents) {
  const auto count = [&](const char* name) {
    const auto found = contents.counts.find(name);
    return found == contents.counts.end() ? int64_t{0} : found->second;
  };
  const int64_t stretches = count("checked stretches");
  if (stretches == 0)
    return {Severity::error,
            {},
            "no access was checked: the run was too short for a stretch; check a larger share"};
  // A program that ends in its last stretch leaves the rest of it uncounted as time of the run.
  const int64_t checked = count("checked stretches, microseconds");
  const int64_t run = std::max<int64_t>({count("sampled run, microseconds"), checked, 1});
  const double share = static_cast<double>(checked) / static_cast<double>(run);
  return {Severity::note,
          {},
          fmt::format(
              "accesses were checked in stretches of 10 ms ({} in all, {:.3g} % of the {}). A race whose two "
              "accesses lie in one stretch is found with probability {:.2g}, one that happens at k such "
              "times with 1 - {:.4g}^k",
              stretches, 100 * share, sampling.by_overhead ? "processor time" : "run", share, 1 - share)};
}

}  // namespace dh
