// For the tests of tools: runs chains over text traces, makes random traces, knows the answers.
#pragma once

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/trace/replay.h"
#include "dynamic/trace/std_trace.h"
#include "tools/registry.h"

namespace dh::dyn::testing {

struct RunResult {
  std::vector<RawReport> reports;  // every one, in order, not merged
  std::vector<ToolOutput> outputs;
  ReplayResult replay;

  // (variable or lock name, position) of every report.
  std::set<std::pair<std::string, uint64_t>> racy() const;
  // The position of the first report of each target.
  std::set<std::pair<std::string, uint64_t>> first_racy() const;
  std::vector<std::string> names;  // target name of each report
};

RunResult run_text(const std::string& chain, const std::string& trace, ChainOptions options = {});

// The same with one fused branch of given types, such as a FastTrack with tiny widths.
using BranchMaker = std::function<std::unique_ptr<Branch>(std::vector<ToolSetup>&)>;
RunResult run_branch(const BranchMaker& make, unsigned tools, const std::string& trace);

// Lines of events separated by spaces: "T1:w(x) T2:r(x)"; locations are the positions from 1.
std::string lines(const std::string& compact);

struct RandomTraceOptions {
  int threads = 4;
  int vars = 4;
  int locks = 3;
  int events = 60;
  bool blocks = false;
  bool extended = false;  // volatiles, barriers, hand-overs, shared locks, waits
};
// A trace that an execution could have made, as text.
std::string random_trace(uint32_t seed, const RandomTraceOptions& options);

// Full vector clocks, written without any of the tools: the first racy event of each variable.
std::set<std::pair<std::string, uint64_t>> oracle_first_races(const std::string& trace);

}  // namespace dh::dyn::testing
