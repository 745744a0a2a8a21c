// Events per second of chains on a trace: bench_dynamic [--in-turn RUNS] TRACE CHAIN..., or
// bench_dynamic --make TRACE EVENTS [THREADS [PERCENT OF OWN LOCKS]]. In turn: all chains once, then again,
// and the medians. A chain `=FastTrack` is built at run time; `hand-written` is FastTrack without the
// framework; `read` only reads the trace.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "base/resources.h"
#include "dynamic/hand_written.h"
#include "dynamic/make_trace.h"
#include "dynamic/trace/replay.h"
#include "tools/registry.h"

namespace {

using namespace dh;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

uint64_t run_chain(dyn::TraceReader& reader, std::string_view name, uint64_t& reports) {
  if (name == "hand-written") {
    const auto result = bench::run_hand_written(reader);
    reports = result.races;
    return result.events;
  }
  if (name == "read") {
    uint64_t events = 0;
    for (auto block = reader.next(); !block.empty(); block = reader.next()) events += block.size();
    return events;
  }
  const bool dynamic = name.front() == '=';
  dyn::ReportSink sink;
  auto chain = dyn::build_chain(name.substr(dynamic), sink, reader.names(), {.allow_fused = !dynamic});
  if (!chain) {
    fmt::print(stderr, "{}\n", chain.error().message);
    std::exit(2);
  }
  const auto result = dyn::Replay(reader, **chain).run();
  if (result.error) fmt::print(stderr, "{}\n", result.error->message);
  (*chain)->finish();  // some tools do their work here
  for (const auto& count : sink.counts()) reports += count.events;
  return result.events;
}

struct Measured {
  double rate = 0;  // million events per second of CPU time
  double seconds = 0;
  uint64_t reports = 0;
};

Measured measure(const char* trace, const char* name) {
  auto reader = dyn::open_trace(trace);
  if (!reader) {
    fmt::print(stderr, "{}\n", reader.error().message);
    std::exit(1);
  }
  Measured result;
  const double began = cpu_seconds();
  const uint64_t events = run_chain(**reader, name, result.reports);
  result.seconds = cpu_seconds() - began;
  result.rate = static_cast<double>(events) / result.seconds / 1e6;
  return result;
}

// One run of each chain after the other, and again: what disturbs the machine for a while disturbs all.
void measure_in_turn(int runs, const char* trace, std::span<char*> chains) {
  std::vector<std::vector<double>> rates(chains.size());
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < chains.size(); ++i) rates[i].push_back(measure(trace, chains[i]).rate);
  }
  fmt::print("{:<44} {:>12} {:>9} {:>10} {:>9}\n", "chain", "median", "least", "most", "M events/s");
  for (size_t i = 0; i < chains.size(); ++i) {
    std::sort(rates[i].begin(), rates[i].end());
    fmt::print("{:<44} {:>12.2f} {:>9.2f} {:>10.2f}\n", chains[i], rates[i][rates[i].size() / 2],
               rates[i].front(), rates[i].back());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 4 && argc <= 6 && std::string_view(argv[1]) == "--make") {
    bench::TraceShape shape;
    shape.events = std::strtoull(argv[3], nullptr, 10);
    if (argc > 4) shape.threads = static_cast<uint32_t>(std::clamp(std::atoi(argv[4]), 1, 4096));
    if (argc > 5) shape.own_locks = static_cast<uint32_t>(std::clamp(std::atoi(argv[5]), 0, 100));
    return bench::make_trace(argv[2], shape) ? 0 : 1;
  }
  if (argc > 4 && std::string_view(argv[1]) == "--in-turn") {
    measure_in_turn(std::max(1, std::atoi(argv[2])), argv[3],
                    std::span(argv + 4, static_cast<size_t>(argc - 4)));
    return 0;
  }
  fmt::print("{:<44} {:>12} {:>9} {:>10} {:>9}\n", "chain", "M events/s", "CPU s", "reports", "peak MB");
  for (int i = 2; i < argc; ++i) {
    const Measured m = measure(argv[1], argv[i]);
    fmt::print("{:<44} {:>12.2f} {:>9.2f} {:>10} {:>9}\n", argv[i], m.rate, m.seconds, m.reports,
               peak_resident_bytes() >> 20);
    std::fflush(stdout);
  }
}
