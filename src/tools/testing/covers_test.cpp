// FastPaths::covers: chains that declare it report the same variables when accesses are left out that others
// stand for, as the rewriter of Java classes does.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

struct Line {
  std::string text, thread, op, target;
  bool left_out = false;

  bool is_access() const { return op == "r" || op == "w"; }
};

std::vector<Line> parse(const std::string& trace) {
  std::vector<Line> result;
  std::istringstream in(trace);
  for (std::string text; std::getline(in, text);) {
    const size_t bar = text.find('|');
    const size_t open = text.find('(', bar);
    const size_t close = text.find(')', open);
    if (bar == std::string::npos || open == std::string::npos || close == std::string::npos) continue;
    result.push_back({text, text.substr(0, bar), text.substr(bar + 1, open - bar - 1),
                      text.substr(open + 1, close - open - 1), false});
  }
  return result;
}

struct Traces {
  std::string shorter;  // without what an earlier access stands for, and without reads that a write follows
  std::string moved;    // with all of them, right beside what stands for them
};

Traces without_covered(const std::string& trace, size_t& left_out) {
  std::vector<Line> events = parse(trace);
  std::map<std::pair<std::string, std::string>, size_t> checked;  // by thread and variable
  std::vector<std::vector<size_t>> before(events.size()), after(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    const Line& event = events[i];
    if (!event.is_access()) {
      for (auto it = checked.begin(); it != checked.end();)
        it = it->first.first == event.thread ? checked.erase(it) : std::next(it);
      continue;
    }
    const auto [known, is_new] = checked.try_emplace({event.thread, event.target}, i);
    if (is_new) continue;
    const size_t first = known->second;
    if (events[first].op == "w" || event.op == "r") {
      events[i].left_out = true;
      after[first].push_back(i);
    } else {
      events[first].left_out = true;
      before[i].push_back(first);
      before[i].insert(before[i].end(), after[first].begin(), after[first].end());
      after[first].clear();
      known->second = i;
    }
  }
  Traces result;
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].left_out) {
      ++left_out;
      continue;
    }
    for (const size_t read : before[i]) result.moved += events[read].text + "\n";
    for (std::string* text : {&result.shorter, &result.moved}) *text += events[i].text + "\n";
    for (const size_t later : after[i]) result.moved += events[later].text + "\n";
  }
  return result;
}

std::set<std::string> reported(const std::string& chain, const std::string& trace) {
  const RunResult result = run_text(chain, trace);
  return {result.names.begin(), result.names.end()};
}

bool declares(const std::string& text) {
  ReportSink sink;
  const Names names;
  auto chain = build_chain(text, sink, names);
  EXPECT_TRUE(chain.has_value()) << text;
  return (*chain)->fast_paths()[0].covers;
}

TEST(Covers, TheSameVariablesAreReported) {
  size_t left_out = 0;
  for (const char* chain : {"FastTrack", "LockSet", "ThreadLocal:FastTrack", "ThreadLocal:ReadOnly:FastTrack",
                            "ThreadLocal:ReadOnly:LockSet", "ReadOnly:LockSet"}) {
    EXPECT_TRUE(declares(chain)) << chain;
    for (uint32_t seed = 0; seed < 400; ++seed) {
      RandomTraceOptions options;
      options.threads = 2 + static_cast<int>(seed % 3);
      options.vars = 2 + static_cast<int>(seed % 4);
      options.events = 120;
      options.extended = seed % 2 == 1;
      const std::string trace = random_trace(seed, options);
      const Traces traces = without_covered(trace, left_out);
      const auto found = reported(chain, traces.shorter);
      ASSERT_EQ(reported(chain, traces.moved), found) << chain << "\n" << traces.moved;
      if (chain != std::string("FastTrack")) continue;
      ASSERT_EQ(reported(chain, trace), found) << trace;
    }
  }
  EXPECT_GT(left_out, 1000u);
}

TEST(Covers, ToolsThatNeedEveryAccess) {
  for (const char* chain : {"Count:FastTrack", "Velodrome", "HappensBefore", "FastTrack:Velodrome", "Print"})
    EXPECT_FALSE(declares(chain)) << chain;
  EXPECT_TRUE(declares("Empty"));
}

}  // namespace
}  // namespace dh::dyn::testing
