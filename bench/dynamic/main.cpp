// Events per second of chains on a trace: bench_dynamic TRACE CHAIN..., or bench_dynamic --make TRACE EVENTS.
// A chain `=FastTrack` is built at run time; `hand-written` is FastTrack without the framework; `read` only
// reads the trace.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string_view>

#include "base/resources.h"
#include "dynamic/hand_written.h"
#include "dynamic/make_trace.h"
#include "dynamic/replay.h"
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
  for (const auto& count : sink.counts()) reports += count.events;
  return result.events;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--make") {
    bench::TraceShape shape;
    shape.events = std::strtoull(argv[3], nullptr, 10);
    return bench::make_trace(argv[2], shape) ? 0 : 1;
  }
  fmt::print("{:<44} {:>12} {:>9} {:>10} {:>9}\n", "chain", "M events/s", "CPU s", "reports", "peak MB");
  for (int i = 2; i < argc; ++i) {
    auto reader = dyn::open_trace(argv[1]);
    if (!reader) {
      fmt::print(stderr, "{}\n", reader.error().message);
      return 1;
    }
    uint64_t reports = 0;
    const double began = cpu_seconds();
    const uint64_t events = run_chain(**reader, argv[i], reports);
    const double seconds = cpu_seconds() - began;
    fmt::print("{:<44} {:>12.2f} {:>9.2f} {:>10} {:>9}\n", argv[i],
               static_cast<double>(events) / seconds / 1e6, seconds, reports, peak_resident_bytes() >> 20);
    std::fflush(stdout);
  }
}
