#include "cli/replay/replay_shards.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace dh {
namespace {

namespace fs = std::filesystem;

class ReplayShards : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / ("shards_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    trace_ = write("a.std", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Accesses to many variables, some under a lock, with comments between the lines.
  std::string write(const std::string& name, int seed) const {
    std::ofstream out(folder_ / name);
    out << "# made by a test\nT0|fork(T1)|1\nT0|fork(T2)|2\n";
    for (int i = 0; i < 400; ++i) {
      const int thread = (i * 7 + seed) % 3;
      const int variable = (i * i + 3 * i) % 23;
      if (variable % 4 == 0) out << "T" << thread << "|acq(l)|3\n\n";
      out << "T" << thread << "|" << (i % 3 == 0 ? "w" : "r") << "(v" << variable << ")|" << 10 + i % 50
          << "\n";
      if (variable % 4 == 0) out << "T" << thread << "|rel(l)|4\n";
    }
    return (folder_ / name).string();
  }

  std::string into(const std::string& name = "shards") const { return (folder_ / name).string(); }
  static HowToReplay how(const std::string& tools = "FastTrack|LockSet", size_t max_reports = 10000) {
    return {tools, {}, max_reports, 2, false};
  }
  std::string make(const std::string& shard, const std::string& trace, const HowToReplay& how) const {
    const auto made = replay_shard(trace, how, *parse_shard(shard), into(), {});
    return made ? "" : made.error().message;
  }
  std::string merge_error() const {
    const auto merged = merge_shard_files(into());
    return merged ? "" : merged.error().message;
  }

  fs::path folder_;
  std::string trace_;
};

TEST_F(ReplayShards, MergeToTheWhole) {
  for (const size_t limit : {size_t{10000}, size_t{5}}) {
    fs::remove_all(into());
    for (const char* shard : {"3/3", "1/3", "2/3"})
      ASSERT_EQ(make(shard, trace_, how("FastTrack|LockSet", limit)), "");
    const auto merged = merge_shard_files(into());
    ASSERT_TRUE(merged) << merged.error().message;
    auto reader = dyn::open_trace(trace_);
    const auto whole = replay_trace(**reader, how("FastTrack|LockSet", limit), {});
    ASSERT_TRUE(whole);
    EXPECT_EQ(merged->outcome.reports, whole->reports);
    EXPECT_EQ(merged->outcome.counts, whole->counts);
    EXPECT_EQ(merged->outcome.result.events, whole->result.events);
    EXPECT_EQ(merged->outcome.result.per_kind, whole->result.per_kind);
    EXPECT_GT(whole->reports.size(), 3u);
    EXPECT_EQ(merged->trace, trace_);
    for (const dyn::RawReport& report : whole->reports) {
      EXPECT_EQ(merged->line_at(report.position), (*reader)->line_at(report.position));
      EXPECT_EQ(merged->line_at(report.previous.position), (*reader)->line_at(report.previous.position));
      EXPECT_EQ(merged->names->name(dyn::Space::variable, report.target),
                (*reader)->names().name(dyn::Space::variable, report.target));
    }
  }
}

TEST_F(ReplayShards, TellWhatIsMissing) {
  EXPECT_NE(merge_error(), "");
  ASSERT_EQ(make("1/3", trace_, how()), "");
  ASSERT_EQ(make("3/3", trace_, how()), "");
  EXPECT_EQ(merge_error(), "shard 2/3 is missing: deadheat replay --shard 2/3 makes it");
}

TEST_F(ReplayShards, RefuseWhatDoesNotBelongTogether) {
  ASSERT_EQ(make("1/2", trace_, how()), "");
  ASSERT_EQ(make("2/2", write("b.std", 2), how()), "");
  EXPECT_NE(merge_error().find("is of another trace"), std::string::npos) << merge_error();
  ASSERT_EQ(make("2/2", trace_, how("LockSet")), "");
  EXPECT_NE(merge_error().find("was made with --tools LockSet"), std::string::npos) << merge_error();
  ASSERT_EQ(make("2/2", trace_, how("FastTrack|LockSet", 7)), "");
  EXPECT_NE(merge_error().find("was made with --max-reports 7"), std::string::npos) << merge_error();
  ASSERT_EQ(make("2/2", trace_, how()), "");
  EXPECT_EQ(merge_error(), "");
  ASSERT_EQ(make("2/3", trace_, how()), "");
  EXPECT_NE(merge_error().find("is one of 3 shards"), std::string::npos) << merge_error();
}

TEST_F(ReplayShards, RefuseFilesThatAreCut) {
  for (const char* shard : {"1/2", "2/2"}) ASSERT_EQ(make(shard, trace_, how()), "");
  const fs::path second = fs::path(into()) / "2-of-2.shard";
  for (uintmax_t size = fs::file_size(second); size > 0; size /= 2) {
    fs::resize_file(second, size - 1);
    EXPECT_NE(merge_error().find("2-of-2.shard: at byte"), std::string::npos) << size << merge_error();
  }
}

TEST_F(ReplayShards, KeepTheErrorOfATrace) {
  std::ofstream(trace_, std::ios::app) << "T1|rel(free)|5\nT1|w(v1)|6\n";
  for (const char* shard : {"1/2", "2/2"}) {
    const auto made = replay_shard(trace_, how(), *parse_shard(shard), into(), {});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->error);  // each shard says so itself
  }
  const auto merged = merge_shard_files(into());
  ASSERT_TRUE(merged) << merged.error().message;
  ASSERT_TRUE(merged->outcome.result.error);
  auto reader = dyn::open_trace(trace_);
  const auto whole = replay_trace(**reader, how(), {});
  EXPECT_EQ(merged->outcome.result.error->message, whole->result.error->message);
  EXPECT_EQ(merged->outcome.result.error->line, whole->result.error->line);
  EXPECT_EQ(merged->outcome.result.events, whole->result.events);
}

TEST(ParseShard, CountsFromOne) {
  EXPECT_EQ(parse_shard("2/4")->shard, 1u);
  EXPECT_EQ(parse_shard("2/4")->shards, 4u);
  for (const char* text : {"0/4", "5/4", "1", "/2", "1/", "a/b", "-1/2", "1/2x"})
    EXPECT_FALSE(parse_shard(text)) << text;
}

TEST(ParseShard, RefusesTooManyShardsOfATrace) {
  EXPECT_TRUE(parse_trace_shard("1/4096"));
  const auto choice = parse_trace_shard("1/4097");
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().message, "--shard: a replay has at most 4096 shards");
}

}  // namespace
}  // namespace dh
