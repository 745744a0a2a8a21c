// Laws of composition, on random traces.
#include <gtest/gtest.h>

#include <algorithm>

#include "dynamic/fused_branch.h"
#include "tools/read_only.h"
#include "tools/testing/testing.h"
#include "tools/thread_local.h"

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

// Accesses of a trace: (variable, position).
using Accesses = std::set<std::pair<std::string, uint64_t>>;

Accesses accesses_of(const std::string& trace) {
  Accesses all;
  auto reader = read_std(InputStream::from_text(trace));
  uint64_t position = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      if (is_access(event.kind))
        all.emplace(display_name(reader->names(), Space::variable, event.target), position);
      ++position;
    }
  }
  return all;
}

// What the filter lets through: a chain whose last tool notes every access that comes to it.
struct Witnessed {
  explicit Witnessed(ToolSetup& setup) : reports(setup.reports), name(setup.name) {}
  Flow access(Event& e) {
    reports.add(make_report(name, e));
    return Flow::keep;
  }
  ReportSink& reports;
  const std::string name;
};

template <typename Filter>
Accesses let_through(const std::string& trace) {
  return run_branch(
             [](std::vector<ToolSetup>& setups) {
               return std::make_unique<FusedBranch<Filter, Witnessed>>(setups);
             },
             2, trace)
      .racy();
}

// For a filter F and a tool T: every location that F:T reports, T reports too, not later; and when T reports
// a location where F:T does not, F has filtered an access to that very variable, at that event or before it.
template <typename Filter>
void expect_only_takes_away(const std::string& filter, const std::string& tool, uint32_t seed) {
  const std::string trace = trace_of(seed);
  const auto all = run_text(tool, trace).first_racy();
  const auto filtered = run_text(filter + ":" + tool, trace).first_racy();
  Accesses dropped = accesses_of(trace);
  for (const auto& access : let_through<Filter>(trace)) ASSERT_EQ(dropped.erase(access), 1u);
  for (const auto& [var, position] : filtered) {
    const auto same = [v = var, p = position](const auto& other) {
      return other.first == v && other.second <= p;
    };
    ASSERT_TRUE(std::any_of(all.begin(), all.end(), same)) << filter << ":" << tool << " " << var << "\n"
                                                           << trace;
  }
  for (const auto& [var, position] : all) {
    if (filtered.contains({var, position})) continue;
    const auto earlier = [v = var, p = position](const auto& other) {
      return other.first == v && other.second <= p;
    };
    ASSERT_TRUE(std::any_of(dropped.begin(), dropped.end(), earlier))
        << filter << ":" << tool << " misses " << var << " at " << position << "\n"
        << trace;
  }
}

TEST(Laws, FiltersOnlyTakeAway) {
  for (const std::string tool :
       {"FastTrack", "HappensBefore", "DJIT+", "MultiRace", "Goldilocks", "LockSet"}) {
    for (uint32_t seed = 0; seed < 150 && !HasFatalFailure(); ++seed) {
      expect_only_takes_away<ThreadLocal>("ThreadLocal", tool, seed);
      expect_only_takes_away<ReadOnly>("ReadOnly", tool, seed);
    }
  }
}

}  // namespace
}  // namespace dh::dyn::testing
