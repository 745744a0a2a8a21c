#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "analysis/components.h"
#include "analysis/dependent_tasks.h"
#include "analysis/key_table.h"
#include "analysis/worklist.h"
#include "base/growing_array.h"
#include "base/id.h"

namespace dh {
namespace {

struct NodeId : Id<NodeId> {
  using Id::Id;
};

std::vector<std::vector<NodeId>> graph(std::initializer_list<std::initializer_list<uint32_t>> edges) {
  std::vector<std::vector<NodeId>> result;
  for (const auto& list : edges) {
    std::vector<NodeId>& out = result.emplace_back();
    for (uint32_t to : list) out.push_back(NodeId(to));
  }
  return result;
}

std::vector<std::vector<uint32_t>> components(std::initializer_list<std::initializer_list<uint32_t>> edges) {
  std::vector<std::vector<uint32_t>> result;
  for (const auto& component : components_of(graph(edges))) {
    std::vector<uint32_t>& out = result.emplace_back();
    for (NodeId node : component) out.push_back(node.value);
    std::sort(out.begin(), out.end());
  }
  return result;
}

TEST(Components, SuccessorsComeFirst) {
  using Expected = std::vector<std::vector<uint32_t>>;
  EXPECT_EQ(components({{1}, {2}, {}}), (Expected{{2}, {1}, {0}}));
  EXPECT_EQ(components({{1}, {2}, {0, 3}, {4}, {3}}), (Expected{{3, 4}, {0, 1, 2}}));
  EXPECT_EQ(components({{0}, {}}), (Expected{{0}, {1}}));
  // Two cycles that share a node are one component.
  EXPECT_EQ(components({{1, 2}, {0}, {0}}), (Expected{{0, 1, 2}}));
}

TEST(Components, DeepGraphsNeedNoRecursion) {
  constexpr uint32_t kDepth = 300'000;
  std::vector<std::vector<NodeId>> edges(kDepth);
  for (uint32_t i = 0; i + 1 < kDepth; ++i) edges[i].push_back(NodeId(i + 1));
  EXPECT_EQ(components_of(edges).size(), kDepth);
  edges.back().push_back(NodeId(0));
  EXPECT_EQ(components_of(edges).size(), 1u);
}

TEST(Worklist, HasEachItemOnce) {
  Worklist work(3);
  work.push(1);
  work.push(2);
  work.push(1);
  EXPECT_EQ(work.pop(), 2u);
  EXPECT_EQ(work.pop(), 1u);
  EXPECT_TRUE(work.empty());
  work.push(1);
  EXPECT_EQ(work.pop(), 1u);
}

TEST(Worklist, SweepsUpwards) {
  SweepWorklist work;
  for (uint32_t item : {5, 1, 3}) work.push(item);
  EXPECT_EQ(work.pop(), 1u);
  work.push(0);
  EXPECT_EQ(work.pop(), 3u);
  EXPECT_EQ(work.pop(), 5u);
  EXPECT_EQ(work.pop(), 0u);
  EXPECT_TRUE(work.empty());
}

TEST(Worklist, FindsWhatIsReachable) {
  std::vector<std::vector<uint32_t>> edges{{1}, {2}, {1}, {0}};
  std::vector<bool> from{false, true, false, false};
  auto found = reachable(from, [&](uint32_t item, auto&& reach) {
    for (uint32_t next : edges[item]) reach(next);
  });
  EXPECT_EQ(found, (std::vector<bool>{false, true, true, false}));
}

// Both parts have one hash, as two long keys may by chance.
struct Colliding {
  uint32_t number;
  friend bool operator==(Colliding, Colliding) = default;
  friend size_t hash_value(Colliding) { return 7; }
};

TEST(KeyTable, ComparesKeysAndNotHashes) {
  KeyTable<Colliding> table;
  EXPECT_EQ(table.add({1}), (std::pair<uint32_t, bool>(0, true)));
  EXPECT_EQ(table.add({2}), (std::pair<uint32_t, bool>(1, true)));
  EXPECT_EQ(table.add({1}), (std::pair<uint32_t, bool>(0, false)));
  EXPECT_EQ(table.find({2}), 1u);
  EXPECT_EQ(table.find({3}), KeyTable<Colliding>::kNone);
}

TEST(KeyTable, TakesTuplesOfIdsAndNumbers) {
  KeyTable<std::tuple<NodeId, bool, std::pair<uint32_t, NodeId>>> table;
  EXPECT_TRUE(table.add({NodeId(1), true, {2, NodeId(3)}}).second);
  EXPECT_TRUE(table.add({NodeId(1), false, {2, NodeId(3)}}).second);
  EXPECT_FALSE(table.add({NodeId(1), true, {2, NodeId(3)}}).second);
}

TEST(DependentTasks, RunsATaskAfterAllThatItNeeds) {
  constexpr uint32_t kTasks = 500;
  std::vector<std::vector<uint32_t>> needs(kTasks);
  for (uint32_t task = 1; task < kTasks; ++task) {
    needs[task].push_back(task / 2);
    if (task % 3 == 0 && task / 3 != task / 2) needs[task].push_back(task / 3);
  }
  for (int jobs : {1, 2, 5}) {
    std::vector<std::atomic<bool>> done(kTasks);
    std::atomic<int> too_early = 0, runs = 0;
    DependentTasks(needs, std::vector<uint64_t>(kTasks, 1))
        .run({jobs, {}}, [&](size_t worker, uint32_t task) {
          EXPECT_LT(worker, static_cast<size_t>(jobs));
          for (uint32_t before : needs[task]) too_early += done[before] ? 0 : 1;
          done[task] = true;
          ++runs;
        });
    EXPECT_EQ(too_early, 0);
    EXPECT_EQ(runs, static_cast<int>(kTasks));
  }
}

TEST(DependentTasks, RunsNothingWhereThereIsNothing) {
  DependentTasks({}, {}).run({2, {}}, [](size_t, uint32_t) { FAIL(); });
}

TEST(GrowingArray, KeepsElementsWhereTheyAre) {
  GrowingArray<uint32_t, 8> array;
  const uint32_t* first = &array[array.push_back(7)];
  constexpr std::array<uint32_t, 60> kRun{1, 2, 3};
  for (int i = 0; i < 100; ++i) {
    uint32_t at = array.append(kRun);
    EXPECT_EQ(&array[at] + kRun.size() - 1, &array[at + static_cast<uint32_t>(kRun.size()) - 1]);
    EXPECT_EQ(array[at + 2], 3u);
  }
  EXPECT_EQ(first, &array[0]);
  EXPECT_EQ(*first, 7u);
}

}  // namespace
}  // namespace dh
