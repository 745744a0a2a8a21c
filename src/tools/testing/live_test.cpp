// What only a live source meets: events that it missed, threads that were there before it.
#include <gtest/gtest.h>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

class Live : public ::testing::Test {
 protected:
  void SetUp() override { build("FastTrack"); }
  void build(const char* spec) {
    engine_.reset();
    word_ = kFreshWord;
    auto built = build_chain(spec, sink_, names_);
    ASSERT_TRUE(built.has_value());
    chain_ = std::move(*built);
    engine_ = std::make_unique<Engine>(*chain_, EngineOptions{});
    a_ = &engine_->new_thread(ThreadId(0), nullptr);
    b_ = &engine_->new_thread(ThreadId(1), nullptr);
    lock_ = &engine_->new_lock(Space::lock, 0);
  }

  void access(ShadowThread& t, EventKind kind) {
    engine_->access(engine_->event(t, kind, 0, LocId(0)), &word_);
  }
  Misuse lock(ShadowThread& t, EventKind kind) {
    Event& e = engine_->event(t, kind, 0, LocId(0));
    e.lock = lock_;
    e.mode = LockMode::exclusive;
    return engine_->feed(e);
  }
  void store(ShadowThread& t, uint64_t value) {
    Event& e = engine_->event(t, EventKind::write, 0, LocId(0));
    e.value = value;
    engine_->access(e, &word_);
  }
  // What a read returns that would return `value`.
  uint64_t load(ShadowThread& t, uint64_t value) {
    Event& e = engine_->event(t, EventKind::read, 0, LocId(0));
    e.replace_value = &value;
    engine_->access(e, &word_);
    e.replace_value = nullptr;
    return value;
  }
  std::vector<uint64_t> jumbled(const char* spec) {
    build(spec);
    for (const uint64_t value : {1, 2, 3}) store(*a_, value);
    EXPECT_EQ(load(*a_, 3), 3u);  // its own writes are in order
    return {load(*b_, 3), load(*b_, 3), load(*b_, 3), load(*b_, 3)};
  }
  size_t reports() { return sink_.take().size(); }

  Names names_;
  ReportSink sink_;
  std::unique_ptr<ToolChain> chain_;
  std::unique_ptr<Engine> engine_;
  ShadowThread* a_ = nullptr;
  ShadowThread* b_ = nullptr;
  ShadowLock* lock_ = nullptr;
  std::atomic<uint64_t> word_{kFreshWord};
};

TEST_F(Live, AMissedReleaseIsRepairedAtTheNextAcquire) {
  EXPECT_EQ(lock(*a_, EventKind::acquire), Misuse::none);
  EXPECT_EQ(lock(*b_, EventKind::acquire), Misuse::acquire_held_by_other);  // a's release was missed
  access(*b_, EventKind::write);
  EXPECT_EQ(lock(*b_, EventKind::release), Misuse::none);
  EXPECT_EQ(lock(*a_, EventKind::acquire), Misuse::none);
  access(*a_, EventKind::write);  // ordered by b's release
  EXPECT_EQ(lock(*a_, EventKind::release), Misuse::none);
  EXPECT_TRUE(a_->held.empty());
  EXPECT_EQ(lock(*b_, EventKind::acquire), Misuse::none);
  access(*b_, EventKind::write);
  EXPECT_EQ(reports(), 0u);
}

TEST_F(Live, AThreadThatOnlyHadAccessesCanBeJoined) {
  access(*b_, EventKind::write);
  Event& e = engine_->event(*a_, EventKind::join_post, 1, LocId(0));
  e.other = b_;
  EXPECT_EQ(engine_->feed(e), Misuse::none);
  access(*a_, EventKind::write);
  EXPECT_EQ(reports(), 0u);
}

TEST_F(Live, JumbleReturnsStaleValues) {
  using Values = std::vector<uint64_t>;
  EXPECT_EQ(jumbled("Jumble"), (Values{1, 1, 1, 1}));
  EXPECT_EQ(jumbled("Jumble@policy=off"), (Values{3, 3, 3, 3}));
  EXPECT_EQ(jumbled("Jumble@policy=oldest-different"), (Values{1, 2, 1, 2}));
  EXPECT_EQ(jumbled("Jumble@initial=1"), (Values{0, 0, 0, 0}));
  EXPECT_EQ(jumbled("Jumble@patience=2"), (Values{1, 1, 3, 1}));  // a loop that waits for 3 ends
  const Values random = jumbled("Jumble@policy=random");
  for (const uint64_t value : random) EXPECT_TRUE(value >= 1 && value <= 3) << value;
  EXPECT_EQ(random, jumbled("Jumble@policy=random"));  // the same in every run
}

}  // namespace
}  // namespace dh::dyn::testing
