// Times the Exo front end in one process: exo_bench FILE... prints, for each file, tab-separated, the number
// of procs, the median microseconds a run and a proc, queries, queries left to Z3, races found.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "exo/exo_check.h"

int main(int argc, char** argv) {
  constexpr int kRuns = 51;
  for (int i = 1; i < argc; ++i) {
    dh::CheckInput input;
    input.paths = {argv[i]};
    std::vector<double> times;
    dh::CheckSink::Contents contents;
    for (int run = 0; run < kRuns; ++run) {
      dh::CheckSink sink;
      auto began = std::chrono::steady_clock::now();
      dh::check_exo(input, sink);
      times.push_back(
          std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count());
      contents = sink.take();
    }
    std::sort(times.begin(), times.end());
    double median = times[kRuns / 2];
    auto procs = std::max<int64_t>(1, contents.counts["exo procs"]);
    auto races = std::count_if(contents.findings.begin(), contents.findings.end(),
                               [](const dh::Finding& finding) { return finding.rule == dh::Rule::exo_race; });
    fmt::print("{}\t{}\t{:.1f}\t{:.1f}\t{}\t{}\t{}\t{}\n", argv[i], procs, median,
               median / static_cast<double>(procs), contents.counts["exo queries"],
               contents.counts["exo queries left to Z3"], races, contents.diagnostics.size());
  }
  return 0;
}
