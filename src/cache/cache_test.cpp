#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cache/digest.h"
#include "cache/encode.h"
#include "cache/encode_parts.h"
#include "cache/store.h"

namespace dh {
namespace {

constexpr Factor kStart{"test-start", 90, "a start"};
constexpr Factor kMore{"test-more", 30, "more {}"};

const Factor* factor_of_test(std::string_view id) {
  for (const Factor* factor : {&kStart, &kMore}) {
    if (factor->id == id) return factor;
  }
  for (const Factor& factor : common_factors()) {
    if (factor.id == id) return &factor;
  }
  return nullptr;
}

CheckSink::Contents example() {
  CheckSink::Contents contents;
  Finding finding;
  finding.rule = Rule::java_escape;
  finding.place = {"odd\xFFname", 1, 2, 3, 4};
  finding.message = "message";
  finding.shared = {"field", "A.x"};
  finding.accesses = {
      {AccessKind::write, {"b", 1, 0, 0, 0}, "writes", "f", "t", {{"g", {"c", 2, 0, 0, 0}, "note"}}, {"l"}}};
  finding.related = {{{"d", 5, 0, 0, 0}, "here"}};
  finding.witness = Witness{"w", {{"n", "5"}}, {"step"}};
  finding.hint = "hint";
  finding.fix = Fix{"insert a barrier", "a.py", "hash", {{{3, 3}, "Barrier()\n"}, {{5, 9}, ""}}};
  finding.confidence = Confidence({&kStart, 90});
  finding.confidence.apply({&kMore, 30}, "detail");  // above 100: the bounds add a factor
  finding.max_level = Level::warning;
  contents.findings = {finding, Finding{}};
  contents.diagnostics = {{Severity::warning, {"x", 1, 0, 0, 0}, "m"}};
  contents.totals = {"a total"};
  contents.counts = {{"n", -3}};
  return contents;
}

TEST(CacheTest, ResultsSurvive) {
  const CheckSink::Contents before = example();
  const auto after = decode_contents(encode_contents(before), factor_of_test);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->findings.size(), 2u);
  const Finding &a = before.findings[0], &b = after->findings[0];
  EXPECT_EQ(std::tie(a.rule, a.place, a.message, a.shared, a.accesses, a.related, a.witness, a.hint, a.fix),
            std::tie(b.rule, b.place, b.message, b.shared, b.accesses, b.related, b.witness, b.hint, b.fix));
  EXPECT_EQ(a.confidence.factors(), b.confidence.factors());
  EXPECT_EQ(a.confidence.value(), b.confidence.value());
  EXPECT_EQ(a.max_level, b.max_level);
  EXPECT_EQ(before.diagnostics, after->diagnostics);
  EXPECT_EQ(before.totals, after->totals);
  EXPECT_EQ(before.counts, after->counts);
}

TEST(CacheTest, DamagedBytesAreNoResult) {
  const std::string bytes = encode_contents(example());
  for (size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(decode_contents(damaged, factor_of_test));
    EXPECT_FALSE(decode_contents(bytes.substr(0, i), factor_of_test));
  }
  EXPECT_FALSE(decode_contents(bytes, [](std::string_view) { return nullptr; }));
}

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  const std::string folder_ = testing::TempDir() + "deadheat-store-test";
};

TEST_F(StoreTest, KeepsAndForgets) {
  const CacheStore store(folder_, 1000);
  EXPECT_FALSE(store.find("a"));
  store.put("a", std::string(200, 'a'));
  EXPECT_EQ(store.find("a"), std::string(200, 'a'));
  store.put("huge", std::string(900, 'x'));
  EXPECT_FALSE(store.find("huge")) << "one result must not push out all others";
  for (int i = 0; i < 10; ++i) store.put("b" + std::to_string(i), std::string(240, 'b'));
  EXPECT_LE(store.usage().bytes, 1000u);
  std::ofstream(folder_ + "/mine.txt") << "not of the cache";
  EXPECT_TRUE(store.clean());
  EXPECT_EQ(store.usage().files, 0u);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/mine.txt"));
}

TEST(CacheTest, PartsWhoseFilesAreUnchangedSurvive) {
  const CheckSink::Contents contents = example();
  const std::vector<PartResult> before = {{contents.findings, {}, "facts", {0, 2}},
                                          {{}, contents.diagnostics, "", {1}},
                                          {{contents.findings[0]}, contents.diagnostics, "more", {}}};
  const std::string bytes = encode_parts(before, {"zero", "one", "two"});
  const auto is_unchanged = [](size_t file, std::string_view) { return file != 1; };
  const auto after = decode_parts(bytes, is_unchanged, factor_of_test);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->size(), 3u);
  ASSERT_TRUE((*after)[0] && !(*after)[1] && (*after)[2]);
  EXPECT_EQ((*after)[0]->findings.size(), 2u);
  EXPECT_EQ((*after)[0]->facts, "facts");
  EXPECT_EQ((*after)[2]->findings[0].message, "message");
  EXPECT_EQ((*after)[2]->diagnostics, contents.diagnostics);
  for (size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(decode_parts(bytes.substr(0, size), is_unchanged, factor_of_test)) << size;
}

TEST(DigestTest, PartsAreSeparate) {
  Digest a, b;
  a.add("ab"), a.add("c");
  b.add("a"), b.add("bc");
  EXPECT_NE(a.finish(), b.finish());
  EXPECT_EQ(digest_of("x").size(), 64u);
}

}  // namespace
}  // namespace dh
