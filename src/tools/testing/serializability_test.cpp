// Velodrome, Aerodrome and SingleTrack against brute force: all orders of the transactions are tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "tools/single_track.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

struct Operation {
  TraceEvent event;
  size_t transaction;
};

struct Block {
  int depth = 0;
  size_t transaction = 0;
  bool started_in = false;
};

// Operations outside blocks are transactions of their own. With `inherit` a thread that is started in a block
// belongs to it.
std::vector<Operation> operations_of(const std::string& trace, size_t& transactions, bool inherit,
                                     std::set<size_t>& blocks) {
  auto reader = read_std(InputStream::from_text(trace));
  std::vector<Operation> result;
  std::map<uint32_t, Block> threads;
  transactions = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      Block& block = threads[event.thread];
      if (event.kind == EventKind::begin) {
        if (block.depth++ == 0 && !block.started_in) blocks.insert(block.transaction = transactions++);
        continue;
      }
      if (event.kind == EventKind::end) {
        --block.depth;
        continue;
      }
      const bool inside = block.depth > 0 || block.started_in;
      result.push_back({event, inside ? block.transaction : transactions++});
      if (event.kind == EventKind::start_pre && inside && inherit) {
        threads[event.target] = {0, block.transaction, true};
      }
    }
  }
  return result;
}

bool conflict(const TraceEvent& a, const TraceEvent& b) {
  if (a.thread == b.thread) return true;
  if (a.kind == EventKind::start_pre && a.target == b.thread) return true;
  if (b.kind == EventKind::join_post && b.target == a.thread) return true;
  const bool access = is_access(a.kind) && is_access(b.kind);
  const bool locks = event_target(a.kind) == Space::lock && event_target(b.kind) == Space::lock;
  if (a.target != b.target || !(access || locks)) return false;
  return locks || a.kind == EventKind::write || b.kind == EventKind::write;
}

// Serializable: some order of whole transactions keeps the order of all conflicting operations.
bool serializable(const std::vector<Operation>& operations, size_t transactions) {
  std::vector<size_t> order(transactions);
  std::iota(order.begin(), order.end(), 0);
  do {
    std::vector<size_t> rank(transactions);
    for (size_t i = 0; i < transactions; ++i) rank[order[i]] = i;
    bool good = true;
    for (size_t i = 0; i < operations.size() && good; ++i) {
      for (size_t j = i + 1; j < operations.size() && good; ++j) {
        good = !conflict(operations[i].event, operations[j].event) ||
               rank[operations[i].transaction] <= rank[operations[j].transaction];
      }
    }
    if (good) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

class Serializability : public ::testing::TestWithParam<const char*> {};

TEST_P(Serializability, AgreesWithBruteForce) {
  size_t bad = 0;
  size_t good = 0;
  for (uint32_t seed = 0; seed < 20000 && (bad < 250 || good < 250); ++seed) {
    RandomTraceOptions options;
    options.threads = 2 + static_cast<int>(seed % 2);
    options.vars = 2;
    options.locks = 1 + static_cast<int>(seed % 2);
    options.events = 24;
    options.blocks = true;
    std::string trace = random_trace(seed, options);
    size_t transactions;
    std::set<size_t> blocks;
    const auto operations = operations_of(trace, transactions, false, blocks);
    if (transactions > 7 || transactions < 2) continue;
    const bool expected = serializable(operations, transactions);
    // Re-entrant operations conflict with nothing new: the lock's outer ones are there already.
    ASSERT_EQ(run_text(GetParam(), trace).reports.empty(), expected) << trace;
    ++(expected ? good : bad);
  }
  EXPECT_GT(bad, 20u);
  EXPECT_GT(good, 100u);
}

INSTANTIATE_TEST_SUITE_P(Tools, Serializability, ::testing::Values("Velodrome", "Aerodrome"));

// Cycles through three blocks and more, volatiles, hand-overs: too large for brute force.
TEST(Aerodrome, AgreesWithVelodromeOnLargerTraces) {
  size_t bad = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    RandomTraceOptions options;
    options.threads = 2 + static_cast<int>(seed % 5);
    options.vars = 2 + static_cast<int>(seed % 23);
    options.locks = 1 + static_cast<int>(seed % 3);
    options.events = 20 + static_cast<int>(seed % 5) * 25;
    options.blocks = true;
    const std::string trace = random_trace(seed, options);
    const bool expected = run_text("Velodrome", trace).reports.empty();
    ASSERT_EQ(run_text("Aerodrome", trace).reports.empty(), expected) << "seed " << seed << "\n" << trace;
    bad += !expected;
  }
  EXPECT_GT(bad, 300u);
  EXPECT_LT(bad, 2900u);
}

// Whether start and join lead from operation i to operation j.
bool ordered(const std::vector<Operation>& operations, size_t i, size_t j) {
  std::set<uint32_t> reached{operations[i].event.thread};
  for (size_t k = i; k < j; ++k) {
    const TraceEvent& event = operations[k].event;
    if (event.kind == EventKind::start_pre && reached.count(event.thread) != 0) reached.insert(event.target);
    if (event.kind == EventKind::join_post && reached.count(event.target) != 0) reached.insert(event.thread);
  }
  return reached.count(operations[j].event.thread) != 0;
}

// Conflicts within a block are ordered in every schedule.
bool conflict_free(const std::vector<Operation>& operations, const std::set<size_t>& blocks) {
  for (size_t i = 0; i < operations.size(); ++i) {
    for (size_t j = i + 1; j < operations.size(); ++j) {
      const auto& [a, of_a] = operations[i];
      const auto& [b, of_b] = operations[j];
      if (of_a != of_b || blocks.count(of_a) == 0 || !is_access(a.kind) || !is_access(b.kind)) continue;
      if (conflict(a, b) && !ordered(operations, i, j)) return false;
    }
  }
  return true;
}

TEST(SingleTrack, AgreesWithBruteForceOnBlocks) {
  std::map<std::pair<bool, bool>, size_t> seen;
  for (uint32_t seed = 0; seed < 60000 && seen[{true, true}] < 300; ++seed) {
    RandomTraceOptions options;
    options.threads = 3;
    options.vars = 2;
    options.locks = 1;
    options.events = 30;
    options.blocks = true;
    const std::string trace = random_trace(seed, options);
    if (trace.find("fork") == std::string::npos) continue;
    size_t transactions;
    std::set<size_t> blocks;
    const auto operations = operations_of(trace, transactions, true, blocks);
    if (transactions > 7 || blocks.empty()) continue;
    const bool serial = serializable(operations, transactions);
    const bool free = conflict_free(operations, blocks);
    const auto reports = run_text("SingleTrack@blocks=marks", trace).reports;
    const auto has = [&](uint8_t finding) {
      return std::any_of(reports.begin(), reports.end(),
                         [&](const RawReport& r) { return r.finding == finding; });
    };
    ASSERT_EQ(has(SingleTrack::kBlockNotSerializable), !serial) << trace;
    ASSERT_EQ(has(SingleTrack::kDependsOnSchedule), !free) << trace;
    ++seen[{serial, free}];
  }
  for (const bool serial : {false, true}) {
    for (const bool free : {false, true}) EXPECT_GT((seen[{serial, free}]), 3u) << serial << free;
  }
}

}  // namespace
}  // namespace dh::dyn::testing
