// What SideTrack predicts can happen: the schedule is built from the trace, replayed, and shown to Velodrome.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

struct Line {
  std::string text;
  std::string thread;
  std::string operation;
  std::string target;
};

// Re-entrant acquires and releases become "inner": tools do not see them.
std::vector<Line> parse(const std::string& trace) {
  std::vector<Line> result;
  std::map<std::string, int> depth;  // of a thread's lock
  std::istringstream in(trace);
  for (std::string text; std::getline(in, text);) {
    const size_t bar = text.find('|');
    const size_t open = text.find('(', bar);
    const size_t close = text.find(')', open);
    Line line{text, text.substr(0, bar), text.substr(bar + 1, open - bar - 1),
              text.substr(open + 1, close - open - 1)};
    int& held = depth[line.thread + "|" + line.target];
    if (line.operation == "acq" && held++ > 0) line.operation = "inner";
    if (line.operation == "rel" && --held > 0) line.operation = "inner";
    result.push_back(std::move(line));
  }
  return result;
}

bool ordered(const Line& a, const Line& b) {
  if (a.thread == b.thread) return true;
  if (a.operation == "fork") return a.target == b.thread;
  if (b.operation == "join") return b.target == a.thread;
  if (a.target != b.target) return false;
  const auto accesses = [](const Line& l) { return l.operation == "r" || l.operation == "w"; };
  if (accesses(a) && accesses(b)) return a.operation == "w" || b.operation == "w";
  return a.operation == "rel" && b.operation == "acq";
}

// The trace up to the foreign use without all that depends on the second, then the foreign use, then the
// second.
std::string predicted_schedule(const std::vector<Line>& trace, size_t second, size_t foreign) {
  std::vector<bool> depends(foreign, false);
  depends[second] = true;
  for (size_t i = second + 1; i < foreign; ++i) {
    for (size_t j = second; j < i && !depends[i]; ++j) depends[i] = depends[j] && ordered(trace[j], trace[i]);
  }
  std::string result;
  for (size_t i = 0; i < foreign; ++i) {
    if (!depends[i]) {
      result += trace[i].text + "\n";
    } else {
      EXPECT_NE(trace[i].thread, trace[foreign].thread) << "line " << i + 1 << " depends on the second use";
    }
  }
  result += trace[foreign].text + "\n";
  if (trace[foreign].operation == "acq") {
    result += trace[foreign].thread + "|rel(" + trace[foreign].target + ")|999\n";
  }
  return result + trace[second].text + "\n";
}

TEST(SideTrack, PredictionsCanHappen) {
  size_t predicted = 0;
  for (uint32_t seed = 1; seed <= 600; ++seed) {
    const std::string text = random_trace(seed, {.threads = 3, .vars = 3, .locks = 2, .blocks = true});
    const auto trace = parse(text);
    for (const RawReport& report : run_text("SideTrack", text).reports) {
      ASSERT_EQ(report.steps.size(), 3u);
      const size_t foreign = report.steps[1].position;
      const size_t second = report.steps[2].position;
      if (foreign < second) continue;
      ++predicted;
      const std::string schedule = predicted_schedule(trace, second, foreign);
      const auto result = run_text("Velodrome", schedule);
      ASSERT_FALSE(result.replay.error.has_value()) << result.replay.error->message << "\n" << schedule;
      ASSERT_FALSE(result.reports.empty()) << "seed " << seed << "\n" << text << "became\n" << schedule;
    }
  }
  EXPECT_GT(predicted, 100u);
}

}  // namespace
}  // namespace dh::dyn::testing
