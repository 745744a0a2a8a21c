// Laws of composition, on random traces.
#include <gtest/gtest.h>

#include <algorithm>

#include "tools/testing.h"

namespace dh::dyn::testing {
namespace {

std::string trace_of(uint32_t seed, bool blocks = false) {
  RandomTraceOptions options;
  options.threads = 2 + static_cast<int>(seed % 4);
  options.events = 100;
  options.blocks = blocks;
  options.extended = !blocks && seed % 2 == 1;
  return random_trace(seed, options);
}

// What was found, whatever the names of the tools around.
std::vector<std::tuple<std::string, uint64_t, uint64_t>> found(const RunResult& result,
                                                               const std::string& tool = "") {
  std::vector<std::tuple<std::string, uint64_t, uint64_t>> all;
  for (const RawReport& r : result.reports) {
    if (tool.empty() || r.tool == tool) all.emplace_back(r.tool, r.position, r.previous.position);
  }
  return all;
}

TEST(Laws, FusedChainsFindTheSame) {
  for (const std::string_view name : fused_chains()) {
    for (uint32_t seed = 0; seed < 300; ++seed) {
      const std::string trace = trace_of(seed);
      const auto fused = run_text(std::string(name), trace);
      const auto dynamic = run_text(std::string(name), trace, {.allow_fused = false});
      ASSERT_EQ(found(fused), found(dynamic)) << name << "\n" << trace;
    }
  }
}

TEST(Laws, EmptyAndCountAnywhereChangeNothing) {
  const char* const chains[][2] = {
      {"FastTrack", "Empty:FastTrack:Count"},
      {"ThreadLocal:ReadOnly:LockSet", "Count:ThreadLocal:Empty:ReadOnly:Count:LockSet:Empty"},
      {"FastTrack:Atomizer", "Empty:FastTrack:Count:Atomizer:Count"},
      {"FastTrack:Velodrome", "Timer:FastTrack:Empty:Velodrome"},
  };
  for (const auto& pair : chains) {
    for (uint32_t seed = 0; seed < 200; ++seed) {
      const std::string trace = trace_of(seed, true);
      ASSERT_EQ(found(run_text(pair[0], trace)), found(run_text(pair[1], trace))) << pair[1] << "\n" << trace;
    }
  }
}

TEST(Laws, BranchesDoNotSeeEachOther) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const std::string trace = trace_of(seed);
    const auto both = run_text("FastTrack|ThreadLocal:LockSet", trace);
    for (const char* tool : {"FastTrack", "LockSet"}) {
      const std::string alone = tool == std::string("FastTrack") ? tool : "ThreadLocal:LockSet";
      auto side_by_side = found(both, tool);
      auto by_itself = found(run_text(alone, trace));
      // Which access of an epoch stands for it as the earlier one may differ.
      for (auto* list : {&side_by_side, &by_itself}) {
        for (auto& report : *list) std::get<2>(report) = 0;
      }
      ASSERT_EQ(side_by_side, by_itself) << tool;
    }
  }
}

// F:T finds a subset of what T finds, and what it misses has an earlier access that F filtered: every miss is
// on a location of which T saw fewer accesses.
TEST(Laws, FiltersOnlyTakeAway) {
  for (const std::string filter : {"ThreadLocal", "ReadOnly"}) {
    for (const std::string tool : {"FastTrack", "HappensBefore", "DJIT+", "LockSet"}) {
      for (uint32_t seed = 0; seed < 150; ++seed) {
        const std::string trace = trace_of(seed);
        const auto all = run_text(tool, trace);
        const auto filtered = run_text(filter + ":" + tool, trace);
        const auto all_vars = all.first_racy();
        for (const auto& [var, position] : filtered.first_racy()) {
          const bool known = std::any_of(all_vars.begin(), all_vars.end(),
                                         [&, v = var](const auto& other) { return other.first == v; });
          ASSERT_TRUE(known) << filter << ":" << tool << " " << var << "\n" << trace;
        }
        for (const auto& [var, position] : all_vars) {
          if (filtered.first_racy().contains({var, position})) continue;
          // A difference: some access to the variable at or before this position was filtered.
          const auto counted = run_text(filter + ":Count", trace);
          uint64_t seen = 0;
          for (const auto& output : counted.outputs) {
            for (const std::string& line : output.lines) {
              if (line.starts_with("read ") || line.starts_with("write "))
                seen += std::stoull(line.substr(16));
            }
          }
          const auto& kinds = counted.replay.per_kind;
          ASSERT_LT(seen, kinds[0] + kinds[1]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace dh::dyn::testing
