// Fast paths as data: an interpreter of them beside the handlers, on random traces. Two targets take the same
// events, one through the handlers only; a hit must leave the same words, reports and outputs behind.
#include <gtest/gtest.h>

#include "dynamic/fused_branch.h"
#include "tools/fast_track_slow.h"
#include "tools/testing/testing.h"
#include "tools/testing/testing_live.h"

namespace dh::dyn::testing {
namespace {

constexpr size_t kLiveVars = 16;

std::string live_trace(uint32_t seed) {
  RandomTraceOptions options;
  options.threads = 2 + static_cast<int>(seed % 4);
  options.vars = 3 + static_cast<int>(seed % 5);
  options.events = 150;
  options.blocks = seed % 3 == 0;
  options.extended = seed % 3 == 1;
  return random_trace(seed, options);
}

struct Side {
  ReportSink sink;
  std::unique_ptr<ToolChain> chain;
  std::vector<std::tuple<std::string, uint64_t, uint32_t, uint64_t>> reports;
  std::unique_ptr<LiveTarget> target;
  uint64_t reported = 0;

  void start(std::unique_ptr<ToolChain> built, bool use_fast_paths) {
    chain = std::move(built);
    sink.on_every_report([this](const RawReport& r) {
      ++reported;
      reports.emplace_back(r.tool, r.position, r.target, r.previous.epoch.bits());
    });
    target = std::make_unique<LiveTarget>(*chain, kLiveVars, use_fast_paths);
  }
  std::vector<std::string> outputs() const {
    std::vector<std::string> lines;
    for (const ToolOutput& output : chain->finish()) {
      lines.insert(lines.end(), output.lines.begin(), output.lines.end());
    }
    return lines;
  }
};

using ChainMaker = std::function<std::unique_ptr<ToolChain>(ReportSink&, const Names&)>;

// Returns the number of hits. Sources that remember know no positions.
uint64_t compare(const std::string& name, const ChainMaker& make, const std::string& trace,
                 bool remember = false) {
  auto reader = read_std(InputStream::from_text(trace));
  Side handlers;
  Side inlined;
  handlers.start(make(handlers.sink, reader->names()), false);
  inlined.start(make(inlined.sink, reader->names()), true);
  if (remember) inlined.target->remember(inlined.reported);
  uint64_t position = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      for (Side* side : {&handlers, &inlined}) side->target->feed(event, remember ? 0 : position);
      const auto& a = handlers.target->words();
      const auto& b = inlined.target->words();
      for (size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].load(), b[i].load()) << name << " word " << i << " after event " << position << "\n"
                                            << trace;
      }
      if (::testing::Test::HasFailure()) return 0;
      ++position;
    }
  }
  EXPECT_EQ(handlers.reports, inlined.reports) << name << "\n" << trace;
  EXPECT_EQ(handlers.outputs(), inlined.outputs()) << name << "\n" << trace;
  return inlined.target->hits();
}

ChainMaker from_text(const std::string& text, bool allow_fused) {
  return [=](ReportSink& sink, const Names& names) {
    auto chain = build_chain(text, sink, names, {.allow_fused = allow_fused});
    EXPECT_TRUE(chain.has_value()) << text;
    return std::move(*chain);
  };
}

uint64_t compare_many(const std::string& name, const ChainMaker& make, uint32_t traces) {
  uint64_t hits = 0;
  for (uint32_t seed = 0; seed < traces && !::testing::Test::HasFailure(); ++seed) {
    hits += compare(name, make, live_trace(seed));
  }
  return hits;
}

// What an access did to a word it does again to the same word, as long as the thread does nothing else.
TEST(FastPaths, RepeatsAreRemembered) {
  const auto hits = [](const std::string& text, bool remember) {
    uint64_t sum = 0;
    for (uint32_t seed = 0; seed < 400 && !::testing::Test::HasFailure(); ++seed) {
      sum += compare(text, from_text(text, true), live_trace(seed), remember);
    }
    return sum;
  };
  for (const char* text : {"FastTrack", "ThreadLocal:FastTrack", "ThreadLocal:ReadOnly:FastTrack"}) {
    EXPECT_GT(hits(text, true), hits(text, false) + 100) << text;
  }
  for (const char* text : {"Count:FastTrack", "ThreadLocal:ReadOnly:LockSet", "HappensBefore"}) {
    EXPECT_EQ(hits(text, true), hits(text, false)) << text;
  }
}

TEST(FastPaths, FusedChains) {
  for (const std::string_view name : fused_chains()) {
    const std::string text(name);
    EXPECT_GT(compare_many(text, from_text(text, true), 200), 100u) << text;
    EXPECT_GT(compare_many(text, from_text(text, false), 200), 100u) << text;
  }
}

// Every tool after every filter; tools without fast paths have no hits, and then there is nothing to be
// wrong.
TEST(FastPaths, EveryToolAndItsFilters) {
  for (const ToolInfo& tool : all_tools()) {
    const std::string name(tool.name);
    if (name == "Record" || name == "Recorder" || name == "Print" || name == "Timer")
      continue;  // files and times
    for (const char* before :
         {"", "ThreadLocal:", "ReadOnly:", "ThreadLocal:ReadOnly:", "Count:", "Empty:"}) {
      compare_many(before + name, from_text(before + name, false), 25);
    }
  }
}

TEST(FastPaths, LongerAndParallelChains) {
  for (const char* text :
       {"FastTrack:Count", "ThreadLocal:Count:FastTrack",
        "ThreadLocal:ReadOnly:FastTrack:Count:LockSet:Count", "FastTrack:Atomizer", "FastTrack:Velodrome",
        "ThreadLocal:ReadOnly:LockSet:ProtectingLock:Atomizer", "FastTrack|LockSet",
        "FastTrack|ThreadLocal:ReadOnly:LockSet:Count|ThreadLocal:DJIT+", "FastTrack|FastTrack:Count"}) {
    EXPECT_GT(compare_many(text, from_text(text, true), 150), 0u) << text;
  }
}

template <unsigned SlotBits, unsigned ClockBits>
ChainMaker narrow() {
  return [](ReportSink& sink, const Names& names) {
    auto chain = std::make_unique<ToolChain>();
    uint32_t next_word = kFirstThreadWord;
    std::vector<ToolSetup> setups;
    setups.emplace_back("FastTrack", 1, chain->thread_layout, chain->lock_layout, sink, names, ToolOptions{},
                        next_word);
    using Tool = FastTrackWith<ShadowLayout<SlotBits, ClockBits>>;
    chain->branches.push_back(std::make_unique<FusedBranch<Tool>>(setups));
    return chain;
  };
}

TEST(FastPaths, NarrowEpochs) {
  EXPECT_GT(compare_many("2+3", narrow<2, 3>(), 300), 100u);
  EXPECT_GT(compare_many("3+2", narrow<3, 2>(), 300), 100u);
  EXPECT_GT(compare_many("8+1", narrow<8, 1>(), 300), 100u);
}

// Nobody looks at accesses: inline code needs to know nothing of the word.
TEST(FastPaths, AlwaysHitWhenNobodyListens) {
  ReportSink sink;
  const Names names;
  for (const char* text : {"Empty", "Contention", "Empty:Empty"}) {
    auto chain = build_chain(text, sink, names);
    ASSERT_TRUE(chain.has_value());
    for (const EventKind kind : {EventKind::read, EventKind::write}) {
      const auto paths = (*chain)->fast_paths();
      ASSERT_EQ(paths[0].of(kind).size(), 1u) << text;
      EXPECT_EQ(paths[0].of(kind)[0].mask, 0u);
      EXPECT_EQ(paths[0].of(kind)[0].compare, kZeroWord);
      EXPECT_FALSE(paths[0].of(kind)[0].swap);
    }
  }
}

// A listener takes the fast paths of the tools after it, and only theirs.
TEST(FastPaths, ListenersSeeEverything) {
  ReportSink sink;
  const Names names;
  const auto sizes = [&](const char* text) {
    auto chain = build_chain(text, sink, names);
    const FastPaths paths = (*chain)->fast_paths()[0];
    return std::pair(paths.read.size(), paths.write.size());
  };
  EXPECT_EQ(sizes("FastTrack"), std::pair(size_t{4}, size_t{3}));
  EXPECT_EQ(sizes("Count:FastTrack"), std::pair(size_t{0}, size_t{0}));
  EXPECT_EQ(sizes("FastTrack:Count"), std::pair(size_t{4}, size_t{3}));
  EXPECT_EQ(sizes("ThreadLocal:Count:ReadOnly"), std::pair(size_t{2}, size_t{2}));
  EXPECT_EQ(sizes("ThreadLocal:ReadOnly:LockSet"), std::pair(size_t{4}, size_t{3}));
  EXPECT_EQ(sizes("Empty:FastTrack"), std::pair(size_t{4}, size_t{3}));
}

}  // namespace
}  // namespace dh::dyn::testing
