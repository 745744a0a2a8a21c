// Velodrome against brute force: all orders of the transactions are tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "tools/testing.h"

namespace dh::dyn::testing {
namespace {

struct Operation {
  TraceEvent event;
  size_t transaction;
};

// Operations outside blocks are transactions of their own. Nothing if there are too many for brute force.
std::vector<Operation> operations_of(const std::string& trace, size_t& transactions) {
  auto reader = read_std(InputStream::from_text(trace));
  std::vector<Operation> result;
  std::map<uint32_t, std::pair<int, size_t>> blocks;  // thread: depth, transaction
  transactions = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      auto& [depth, current] = blocks[event.thread];
      if (event.kind == EventKind::begin) {
        if (depth++ == 0) current = transactions++;
      } else if (event.kind == EventKind::end) {
        --depth;
      } else {
        result.push_back({event, depth > 0 ? current : transactions++});
      }
    }
  }
  return result;
}

bool conflict(const TraceEvent& a, const TraceEvent& b) {
  if (a.thread == b.thread) return true;
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

TEST(Velodrome, AgreesWithBruteForce) {
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
    if (trace.find("fork") != std::string::npos || trace.find("join") != std::string::npos) continue;
    size_t transactions;
    const auto operations = operations_of(trace, transactions);
    if (transactions > 7 || transactions < 2) continue;
    const bool expected = serializable(operations, transactions);
    // Re-entrant operations conflict with nothing new: the lock's outer ones are there already.
    ASSERT_EQ(run_text("Velodrome", trace).reports.empty(), expected) << trace;
    ++(expected ? good : bad);
  }
  EXPECT_GT(bad, 20u);
  EXPECT_GT(good, 100u);
}

}  // namespace
}  // namespace dh::dyn::testing
