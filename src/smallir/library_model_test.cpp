#include "smallir/library_model.h"

#include <gtest/gtest.h>

#include "smallir/settings.h"

namespace dh::smallir {
namespace {

TEST(LibraryModel, BuiltInKnowsTheTableOfApis) {
  const LibraryModel& model = builtin_model();
  auto role = [&](const char* selector, ClassKind kind, bool class_side = false) {
    const SelectorModel* found = find_model(model, selector, kind, class_side, Dialect::pharo);
    return found == nullptr ? std::string_view("-") : role_name(found->role);
  };
  EXPECT_EQ(role("fork", ClassKind::block), "start-thread");
  EXPECT_EQ(role("newProcess", ClassKind::block), "create-thread");
  EXPECT_EQ(role("resume", ClassKind::process), "resume");
  EXPECT_EQ(role("forkAndWait", ClassKind::block), "start-and-join");
  EXPECT_EQ(role("critical:", ClassKind::mutex), "critical");
  EXPECT_EQ(role("wait", ClassKind::semaphore), "wait");
  EXPECT_EQ(role("wait", ClassKind::mutex_semaphore), "acquire");
  EXPECT_EQ(role("wait", ClassKind::monitor), "lock-wait");
  EXPECT_EQ(role("wait", ClassKind::delay), "no-order");
  EXPECT_EQ(role("nextPut:", ClassKind::queue), "put");
  EXPECT_EQ(role("next", ClassKind::queue), "take");
  EXPECT_EQ(role("new", ClassKind::any, true), "allocate");
  EXPECT_TRUE(find_model(model, "at:put:", ClassKind::collection, false, Dialect::pharo)->writes);
  EXPECT_TRUE(find_model(model, "nextPut:", ClassKind::stream, false, Dialect::pharo)->writes);
}

TEST(LibraryModel, DialectsDiffer) {
  const LibraryModel& model = builtin_model();
  auto role = [&](const char* selector, Dialect dialect) {
    const SelectorModel* found = find_model(model, selector, ClassKind::block, false, dialect);
    return found == nullptr ? std::string_view("-") : role_name(found->role);
  };
  EXPECT_EQ(role("future", Dialect::pharo), "promise");
  EXPECT_EQ(role("future", Dialect::squeak), "-");
  EXPECT_EQ(role("promise", Dialect::squeak), "promise");
  EXPECT_EQ(role("valueUnpreemptively", Dialect::visualworks), "unpreempted");
  EXPECT_EQ(role("valueUninterruptably", Dialect::visualworks), "none");
}

TEST(LibraryModel, UsersExtendIt) {
  Diagnostics diagnostics;
  TomlValue table = parse_toml(
      "entry-points = ['Server>>handle*']\nexport-selectors = ['export:']\n[[classes]]\nnames = "
      "['MyLock']\nkind = 'mutex'\n"
      "[[selectors]]\nnames = ['withLock:']\non = ['mutex']\nrole = 'critical'\nruns = [{ block = 1 }]\n",
      "deadheat.toml", diagnostics);
  Settings settings = read_settings(&table, diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].message;
  EXPECT_NE(find_model(settings.model, "withLock:", ClassKind::mutex, false, Dialect::gnu), nullptr);
  EXPECT_EQ(find_model(settings.model, "withLock:", ClassKind::any, false, Dialect::gnu), nullptr);
  ASSERT_EQ(settings.model.entry_points.size(), 1u);
  EXPECT_TRUE(settings.model.entry_points[0].matches("Server", "handleAll:"));
  EXPECT_FALSE(settings.model.entry_points[0].matches("Client", "handleAll:"));
}

TEST(LibraryModel, MistakesAreSaidWithTheirLine) {
  Diagnostics diagnostics;
  TomlValue table = parse_toml(
      "dialect = 'cobol'\n[[selectors]]\nnames = ['x']\nrole = 'fly'\nstores = [0]\nanswers = 'moon'\nfoo = "
      "1\n",
      "deadheat.toml", diagnostics);
  read_settings(&table, diagnostics);
  EXPECT_EQ(diagnostics.size(), 5u);
  for (const Diagnostic& diagnostic : diagnostics) EXPECT_GT(diagnostic.place.line, 0u) << diagnostic.message;
}

}  // namespace
}  // namespace dh::smallir
