#include "java/flow/locks_held.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace dh::java {
namespace {

constexpr auto kExclusive = LockMode::exclusive;
constexpr auto kRead = LockMode::read;

CallEffects no_effects() {
  return [](CallId) { return nullptr; };
}

TEST(LockSet, CountsAndModes) {
  LockSet set;
  MonitorId m(1);
  set.acquire(m, kExclusive);
  set.acquire(m, kRead);
  EXPECT_EQ(set.find(m)->mode(), kExclusive);
  set.release(m, kExclusive);
  ASSERT_NE(set.find(m), nullptr);
  EXPECT_EQ(set.find(m)->mode(), kRead);
  set.release(m, kRead);
  EXPECT_TRUE(set.empty());
  set.release(m, kRead);  // nothing to release
  EXPECT_TRUE(set.empty());
}

TEST(LockSet, MeetKeepsTheWeakerMode) {
  LockSet a;
  LockSet b;
  a.acquire(MonitorId(1), kExclusive);
  a.acquire(MonitorId(2), kExclusive);
  b.acquire(MonitorId(1), kRead);
  EXPECT_TRUE(a.meet(b));
  EXPECT_EQ(a.size(), 1u);
  EXPECT_EQ(a.find(MonitorId(1))->mode(), kRead);
  EXPECT_FALSE(a.meet(b));
}

TEST(LocksHeld, ImplicationsSurviveJoins) {
  // if (c) { lock; v = true } else { v = tryLock } join; assume v
  FlowBuilder flow;
  BlockId left = flow.new_block();
  BlockId right = flow.new_block();
  BlockId join = flow.new_block();
  flow.edge(flow.current(), left);
  flow.jump(right);
  flow.start(left);
  flow.add({OpKind::acquire, kExclusive, false, 7, 0});
  flow.add({OpKind::set_true, kExclusive, false, 3, 0});
  flow.jump(join);
  flow.start(right);
  flow.add({OpKind::pend, kExclusive, false, 3, 7});
  flow.jump(join);
  flow.start(join);
  flow.add({OpKind::assume, kExclusive, false, 3, 0});
  flow.add({OpKind::mark, kExclusive, false, 0, 0});
  Flow graph = flow.take(join);
  FlowStates states = solve(graph, {}, no_effects());
  bool held_before = true;
  bool held_after = false;
  for_each_op(graph, states, no_effects(), [&](const Op& op, const HeldState& state) {
    if (op.kind == OpKind::assume) held_before = state.locks.find(MonitorId(7)) != nullptr;
    if (op.kind == OpKind::mark) held_after = state.locks.find(MonitorId(7)) != nullptr;
  });
  EXPECT_FALSE(held_before);
  EXPECT_TRUE(held_after);
}

// The oracle: on random graphs without cycles, what is held at a block is what every path to it holds.
class PathOracle {
 public:
  explicit PathOracle(const Flow& flow) : flow_(flow) { follow(BlockId(0), {}); }
  std::map<uint32_t, std::map<uint32_t, int>> at;  // by block: count by monitor, the minimum over all paths
  std::map<uint32_t, bool> reached;

 private:
  void follow(BlockId id, std::map<uint32_t, int> held) {
    auto& known = at[id.value];
    if (!reached[id.value]) {
      reached[id.value] = true;
      known = held;
    } else {
      for (auto& [monitor, count] : known) {
        auto it = held.find(monitor);
        count = std::min(count, it == held.end() ? 0 : it->second);
      }
    }
    const FlowBlock& block = flow_.blocks[id];
    for (uint32_t i = 0; i < block.op_count; ++i) {
      const Op& op = flow_.ops[block.first_op + i];
      int& count = held[op.a];
      if (op.kind == OpKind::acquire) ++count;
      if (op.kind == OpKind::release && count > 0) --count;
    }
    for (BlockId next : block.next) follow(next, held);
  }
  const Flow& flow_;
};

TEST(LocksHeld, AgreesWithAllPathsOnRandomGraphs) {
  std::mt19937 random(20240611);
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (int round = 0; round < 400; ++round) {
    FlowBuilder builder;
    uint32_t count = 3 + below(8);
    std::vector<BlockId> blocks{builder.current()};
    for (uint32_t i = 1; i < count; ++i) blocks.push_back(builder.new_block());
    for (uint32_t i = 0; i < count; ++i) {
      if (i > 0) builder.start(blocks[i]);
      for (uint32_t ops = below(4); ops > 0; --ops) {
        OpKind kind = below(2) == 0 ? OpKind::acquire : OpKind::release;
        builder.add({kind, kExclusive, false, below(3), 0});
      }
      for (uint32_t j = i + 1; j < count; ++j) {
        if (below(3) == 0) builder.edge(blocks[i], blocks[j]);
      }
    }
    Flow flow = builder.take(blocks.back());
    PathOracle oracle(flow);
    FlowStates states = solve(flow, {}, no_effects());
    for (uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(states.at_entry[i].has_value(), oracle.reached[i]) << "round " << round;
      if (!oracle.reached[i]) continue;
      for (uint32_t monitor = 0; monitor < 3; ++monitor) {
        const Held* held = states.at_entry[i]->locks.find(MonitorId(monitor));
        int found = held == nullptr ? 0 : held->counts[2];
        ASSERT_EQ(found, oracle.at[i][monitor])
            << "round " << round << " block " << i << " monitor " << monitor;
      }
    }
  }
}

}  // namespace
}  // namespace dh::java
