#include "jvm/instrument.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "classfile/code.h"

namespace dh::jvm {
namespace {

using Data = std::vector<uint8_t>;

Data sample(const std::string& name) {
#ifdef SAMPLE_CLASSES
  std::ifstream in(std::filesystem::path(SAMPLE_CLASSES) / (name + ".class"), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
#else
  return name.empty() ? Data() : Data();
#endif
}

Settings everything() {
  Settings settings;
  settings.requests = true;
  settings.methods = true;
  return settings;
}

size_t count(const RewriteResult& result, SiteKind kind) {
  return static_cast<size_t>(std::count_if(result.sites.begin(), result.sites.end(),
                                           [&](const Site& site) { return site.kind == kind; }));
}

TEST(Instrument, FindsTheSitesOfAClass) {
  const Data data = sample("Sample");
  if (data.empty()) GTEST_SKIP() << "no javac";
  const auto result = instrument(data, everything(), 1);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->class_name, "Sample");
  EXPECT_EQ(result->source_file, "Sample.java");
  EXPECT_TRUE(result->skipped.empty());
  EXPECT_EQ(count(*result, SiteKind::request), 1U);
  EXPECT_GT(count(*result, SiteKind::array_read), 2U);
  // count, cells and the static total have shadows; the volatile ticks and the final name have none.
  ASSERT_EQ(result->fields.size(), 3U);
  EXPECT_EQ(result->fields[0].shadow, "dh$count");
  EXPECT_EQ(result->fields[1].shadow, "dh$total");
  EXPECT_TRUE(result->fields[1].is_static);
  for (const Site& site : result->sites) EXPECT_GT(site.line, 0);
}

TEST(Instrument, NamesShadowsByIdentifiers) {
  std::set<std::string> names;
  for (const size_t earlier : {0, 1, 2}) {
    const std::string shadow = shadow_name("count", earlier, false);
    names.insert({shadow, last_read_name(shadow), last_write_name(shadow)});
  }
  EXPECT_EQ(names.size(), 9U);
  const std::string whole = shadow_name("count", 1, true);
  EXPECT_EQ(whole, shadow_name("other", 0, true));
  names.insert({whole, last_read_name(whole), last_write_name(whole)});
  EXPECT_EQ(names.size(), 12U);
  for (const std::string& name : names) {
    EXPECT_TRUE(name.starts_with(kShadowPrefix));
    EXPECT_TRUE(
        std::all_of(name.begin(), name.end(), [](char c) { return std::isalnum(c) != 0 || c == '$'; }));
  }
}

TEST(Instrument, GivesCodeThatCanBeReadAgain) {
  const Data data = sample("Sample");
  if (data.empty()) GTEST_SKIP() << "no javac";
  const auto result = instrument(data, everything(), 100000);
  ASSERT_TRUE(result);
  auto file = classfile::read_class(result->bytes);
  ASSERT_TRUE(file);
  EXPECT_TRUE(classfile::recode_methods(*file));
  EXPECT_EQ(*classfile::write_class(*file), result->bytes);
}

TEST(Instrument, TurnsMethodReferencesIntoBridges) {
  const Data data = sample("Sample");
  if (data.empty()) GTEST_SKIP() << "no javac";
  HookTable hooks;
  hooks.add(
      {"java/io/PrintStream",
       "println",
       "",
       false,
       ShimCall{"java/lang/DeadHeatHooks", "seen", {{Operand::Kind::receiver, 0}, {Operand::Kind::site, 0}}},
       {},
       {}});
  Settings settings = everything();
  settings.hooks = &hooks;
  const auto result = instrument(data, settings, 1);
  ASSERT_TRUE(result);
  EXPECT_EQ(count(*result, SiteKind::call), 1U);
  EXPECT_TRUE(std::any_of(result->methods.begin(), result->methods.end(),
                          [](const std::string& name) { return name.starts_with("dh$m$0("); }));
}

Settings optimised() {
  Settings settings = everything();
  settings.covers = settings.array_locals = settings.field_groups = settings.known_words = true;
  return settings;
}

Settings with_ranges() {
  Settings settings = optimised();
  settings.ranges = true;
  settings.methods = false;
  return settings;
}

TEST(Instrument, LeavesOutChecksAndKeepsShadowsInLocals) {
  const Data data = sample("Sample");
  if (data.empty()) GTEST_SKIP() << "no javac";
  const auto plain = instrument(data, everything(), 1);
  const auto result = instrument(data, optimised(), 1);
  ASSERT_TRUE(plain && result);
  EXPECT_LT(result->sites.size(), plain->sites.size());
  EXPECT_TRUE(result->skipped.empty());
  auto file = classfile::read_class(result->bytes);
  ASSERT_TRUE(file);
  EXPECT_TRUE(classfile::recode_methods(*file));
  EXPECT_EQ(*classfile::write_class(*file), result->bytes);
  const std::string text(result->bytes.begin(), result->bytes.end());
  EXPECT_NE(text.find("shadowOf"), std::string::npos);
  EXPECT_NE(text.find("(Ljava/lang/Object;II)V"), std::string::npos);  // together
  EXPECT_NE(text.find("(Ljava/lang/Object;JI)J"), std::string::npos);  // again
}

TEST(Instrument, ChecksLoopsWhereTheyAreLeft) {
  const Data data = sample("Sample");
  if (data.empty()) GTEST_SKIP() << "no javac";
  Settings without = with_ranges();
  without.ranges = false;
  const auto plain = instrument(data, without, 1);
  const auto result = instrument(data, with_ranges(), 1);
  ASSERT_TRUE(plain && result);
  EXPECT_TRUE(result->skipped.empty());
  const auto has = [](const RewriteResult& of, std::string_view text) {
    return std::string_view(reinterpret_cast<const char*>(of.bytes.data()), of.bytes.size()).find(text) !=
           std::string_view::npos;
  };
  for (const char* name : {"rangeRead", "rangeWrite", "laterRead"}) {
    EXPECT_TRUE(has(*result, name)) << name;
    EXPECT_FALSE(has(*plain, name)) << name;
  }
  auto file = classfile::read_class(result->bytes);
  ASSERT_TRUE(file);
  EXPECT_TRUE(classfile::recode_methods(*file));
  EXPECT_EQ(*classfile::write_class(*file), result->bytes);
  for (const Site& site : result->sites) EXPECT_GT(site.line, 0);
}

TEST(Instrument, SurvivesMutations) {
  const Data data = sample("Sample");
  std::mt19937 random(7);
  for (int round = 0; round < 3000 && !data.empty(); ++round) {
    Data mutated = data;
    for (unsigned i = 0; i <= random() % 5; ++i)
      mutated[random() % mutated.size()] = static_cast<uint8_t>(random());
    (void)instrument(mutated,
                     round % 3 == 0   ? everything()
                     : round % 3 == 1 ? optimised()
                                      : with_ranges(),
                     1);
  }
}

TEST(Instrument, LeavesWhatIsNoClassAlone) {
  EXPECT_FALSE(instrument(Data{1, 2, 3}, everything(), 1));
}

TEST(HookTable, PrefersTheNamedClassToASubclass) {
  HookTable hooks;
  hooks.add({"java/lang/Thread", "start", "()V", true, {}, {}, {}});
  hooks.add({"my/Server", "start", "()V", false, {}, {}, {}});
  EXPECT_EQ(hooks.find("my/Server", "start", "()V", false), 1U);
  EXPECT_EQ(hooks.find("my/Worker", "start", "()V", false), 0U);
  EXPECT_FALSE(hooks.find("java/util/Timer", "start", "()V", true));
  EXPECT_FALSE(hooks.find("my/Worker", "start", "(I)V", false));
}

TEST(HookTable, KnowsCallsThroughSubtypes) {
  HookTable hooks;
  hooks.add({"java/lang/Thread", "start", "()V", true, {}, {}, {}});
  hooks.add({"lib/Queue", "put", "", false, {}, {}, {}});
  hooks.add({"lib/Pool", "put", "", false, {}, {}, {}});
  const Lineage::Type own{"my/Queue", {"put(I)V", "start()V"}};
  const Lineage::Type nearest{"lib/Pool", {}};
  const Lineage::Type queue{"lib/Queue", {"put(Ljava/lang/Object;)V"}};
  const Lineage known{{&own, &nearest, &queue}, true};
  EXPECT_EQ(hooks.find("my/Queue", "put", "(Ljava/lang/Object;)V", false, known), 2U);
  EXPECT_FALSE(hooks.find("my/Queue", "put", "(I)V", false, known)) << "a method of its own";
  EXPECT_FALSE(hooks.find("my/Queue", "start", "()V", false, known)) << "no thread";
  EXPECT_EQ(hooks.find("my/Queue", "start", "()V", false, {{&own}, false}), 0U) << "perhaps a thread";
}

}  // namespace
}  // namespace dh::jvm
