#include "tools/testing/testing.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace dh::dyn::testing {

std::set<std::pair<std::string, uint64_t>> RunResult::racy() const {
  std::set<std::pair<std::string, uint64_t>> result;
  for (size_t i = 0; i < reports.size(); ++i) result.emplace(names[i], reports[i].position);
  return result;
}

std::set<std::pair<std::string, uint64_t>> RunResult::first_racy() const {
  std::map<std::string, uint64_t> first;
  for (size_t i = 0; i < reports.size(); ++i) first.try_emplace(names[i], reports[i].position);
  return {first.begin(), first.end()};
}

namespace {

void run_chain(ToolChain& chain, TraceReader& reader, RunResult& result) {
  Replay replay(reader, chain);
  result.replay = replay.run();
  result.outputs = chain.finish();
  for (const RawReport& r : result.reports)
    result.names.push_back(display_name(reader.names(), r.space, r.target));
}

}  // namespace

RunResult run_branch(const BranchMaker& make, unsigned tools, const std::string& trace) {
  RunResult result;
  auto reader = read_std(InputStream::from_text(trace));
  ReportSink sink;
  sink.on_every_report([&](const RawReport& report) { result.reports.push_back(report); });
  ToolChain chain;
  uint32_t next_word = kFirstThreadWord;
  std::vector<ToolSetup> setups;
  for (unsigned i = 1; i <= tools; ++i) {
    setups.emplace_back("tool", i, chain.thread_layout, chain.lock_layout, sink, reader->names(),
                        ToolOptions{}, next_word);
  }
  chain.branches.push_back(make(setups));
  run_chain(chain, *reader, result);
  return result;
}

RunResult run_text(const std::string& chain_text, const std::string& trace, ChainOptions options) {
  RunResult result;
  auto reader = read_std(InputStream::from_text(trace));
  ReportSink sink;
  sink.on_every_report([&](const RawReport& report) { result.reports.push_back(report); });
  auto chain = build_chain(chain_text, sink, reader->names(), options);
  EXPECT_TRUE(chain.has_value()) << (chain ? "" : chain.error().message);
  if (!chain) return result;
  run_chain(**chain, *reader, result);
  return result;
}

std::string lines(const std::string& compact) {
  std::istringstream in(compact);
  std::string word;
  std::string text;
  for (int i = 1; in >> word; ++i) {
    const size_t colon = word.find(':');
    text += word.substr(0, colon) + "|" + word.substr(colon + 1) + "|" + std::to_string(i) + "\n";
  }
  return text;
}

}  // namespace dh::dyn::testing
