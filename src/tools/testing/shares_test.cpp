// Tools that say so split by location: shares of the locations, merged, are the whole, to the byte.
#include <gtest/gtest.h>

#include <deque>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

struct Outcome {
  std::vector<RawReport> reports;
  std::vector<ReportSink::Counts> counts;
  std::vector<std::string> lines;  // of the tools' outputs
  std::array<uint64_t, kEventKinds> per_kind{};
  std::string error;
  uint64_t line = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

void add_replay(const ReplayResult& result, ToolChain& chain, Outcome& outcome) {
  outcome.per_kind = result.per_kind;
  if (result.error) {
    outcome.error = result.error->message;
    outcome.line = result.error->line;
  }
  for (const ToolOutput& output : chain.finish())
    outcome.lines.insert(outcome.lines.end(), output.lines.begin(), output.lines.end());
}

Outcome run_whole(const std::string& chain_text, const std::string& trace, size_t limit) {
  Outcome outcome;
  auto reader = read_std(InputStream::from_text(trace));
  ReportSink sink(limit);
  auto chain = build_chain(chain_text, sink, reader->names());
  Replay replay(*reader, **chain);
  add_replay(replay.run(), **chain, outcome);
  outcome.counts = sink.counts();
  outcome.reports = sink.take();
  return outcome;
}

Outcome run_shares(const std::string& chain_text, const std::string& trace, size_t limit, uint32_t shares,
                   unsigned threads) {
  Outcome outcome;
  auto reader = read_std(InputStream::from_text(trace));
  std::deque<ReportSink> sinks;
  std::vector<std::unique_ptr<ToolChain>> chains;
  std::vector<SharedReplay::Part> parts;
  for (uint32_t share = 0; share < shares; ++share) {
    sinks.emplace_back(limit, ReportSink::Use::share);
    chains.push_back(std::move(*build_chain(chain_text, sinks.back(), reader->names())));
    parts.push_back({*chains.back(), share});
  }
  SharedReplay replay(*reader, LocationSplit(shares), parts, threads);
  add_replay(replay.run(), *chains[0], outcome);
  std::vector<ReportSink::Share> got;
  for (ReportSink& sink : sinks) got.push_back(sink.take_share());
  MergedReports merged = merge_shares(std::move(got), limit);
  outcome.counts = std::move(merged.counts);
  outcome.reports = std::move(merged.reports);
  return outcome;
}

std::string trace_to_split(uint32_t seed, bool breaks = false) {
  RandomTraceOptions options;
  options.threads = 2 + static_cast<int>(seed % 5);
  options.vars = 3 + static_cast<int>(seed % 7);
  options.events = 120;
  options.extended = seed % 2 == 1;
  std::string trace = random_trace(seed, options);
  if (!breaks) return trace;
  // An access of a thread that has ended, to one variable: every share stops there.
  return trace + "T0|thread_exit|1\nT0|w(x1)|2\nT1|w(x0)|3\n";
}

std::vector<std::string> chains_to_split() {
  std::vector<std::string> chains = {"FastTrack|LockSet", "HappensBefore|FastTrack",
                                     "ThreadLocal:ReadOnly:LockSet", "FaultInjection@rate=0.3:FastTrack",
                                     "ThreadLocal:ProtectingLock:FastTrack:Jumble"};
  for (const ToolInfo& tool : all_tools()) {
    if (!tool.traits.splits_by_location) continue;
    chains.push_back(std::string(tool.name) + (tool.traits.findings.empty() ? ":FastTrack" : ""));
  }
  return chains;
}

TEST(Shares, ReportTheSameAsTheWhole) {
  size_t reports = 0;
  for (const std::string& chain : chains_to_split()) {
    ASSERT_TRUE(splits_by_location(chain)) << chain;
    for (uint32_t seed = 0; seed < 24; ++seed) {
      const std::string trace = trace_to_split(seed, seed % 8 == 0);
      for (const size_t limit : {size_t{10000}, size_t{3}}) {
        const Outcome whole = run_whole(chain, trace, limit);
        const uint32_t shares = 2 + seed % 3;
        const Outcome split = run_shares(chain, trace, limit, shares, seed % 2 == 0 ? shares : 6);
        ASSERT_EQ(whole.reports, split.reports) << chain << " seed " << seed << "\n" << trace;
        ASSERT_EQ(whole, split) << chain << " seed " << seed << "\n" << trace;
        reports += whole.reports.size();
      }
    }
  }
  EXPECT_GT(reports, 1000u);
}

// Many pieces, read by more threads than there are shares.
TEST(Shares, ReportTheSameOfLongTraces) {
  RandomTraceOptions options;
  options.threads = 6;
  options.vars = 50;
  options.events = 20000;
  const std::string trace = random_trace(7, options);
  ASSERT_EQ(run_whole("FastTrack", trace, 100), run_shares("FastTrack", trace, 100, 3, 5));
  ASSERT_EQ(run_whole("Velodrome", trace, 100), run_shares("Velodrome", trace, 100, 1, 4));
  const std::string bad = trace + "T1|rel(never)|9\n" + trace;
  ASSERT_EQ(run_whole("FastTrack", bad, 100), run_shares("FastTrack", bad, 100, 3, 5));
  const std::string malformed = trace + "T1|what(x)|9\n" + trace;
  ASSERT_EQ(run_whole("FastTrack", malformed, 100), run_shares("FastTrack", malformed, 100, 2, 2));
}

// A tool whose verdict on one location depends on accesses to others must not say that it splits.
TEST(Shares, ToolsThatCannotSplitDoNotSaySo) {
  for (const char* tool : {"SHB", "WCP", "SyncP", "OSR", "Velodrome", "Aerodrome", "Atomizer", "Deadlock",
                           "Record", "Print", "Count"}) {
    EXPECT_FALSE(splits_by_location(tool)) << tool;
    EXPECT_FALSE(splits_by_location("FastTrack|" + std::string(tool))) << tool;
  }
}

// SHB is the example: the read of y orders the accesses to x.
TEST(Shares, SchedulableHappensBeforeDoesNotSplit) {
  const std::string trace = lines("T1:w(x) T1:w(y) T2:r(y) T2:w(x)");
  EXPECT_NE(run_whole("SHB", trace, 10).reports, run_shares("SHB", trace, 10, 2, 2).reports);
}

}  // namespace
}  // namespace dh::dyn::testing
