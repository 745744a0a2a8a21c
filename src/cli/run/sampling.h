// `run --sample RATE` and `--overhead SHARE`: what was asked for, and what the agents did of it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/run/run_java.h"
#include "findings/checker.h"

namespace dh {

struct SamplingOptions {
  std::string rate;
  std::string overhead;

  bool is_given() const { return !rate.empty() || !overhead.empty(); }
};

// "0.03" or "3%": more than nothing, at most all of it.
Result<double> read_share(const std::string& text);

// Nothing: every access is checked. `chain` is what gets the accesses that are left.
Result<std::optional<JavaSampling>> plan_sampling(const SamplingOptions& options, const std::string& chain,
                                                  uint64_t seed);

// How much was checked, by the counts of the agents, and with which probability a race was found; an error
// where nothing was.
Diagnostic judge_sampling(const JavaSampling& sampling, const CheckSink::Contents& contents);

}  // namespace dh
