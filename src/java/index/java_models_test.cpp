#include "java/index/java_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

namespace dh::java {
namespace {

using ::testing::HasSubstr;

Models with(const std::string& settings, Diagnostics& diagnostics) {
  TomlValue table = parse_toml(settings, "deadheat.toml", diagnostics);
  return load_models(&table, diagnostics);
}

TEST(JavaModels, EmbeddedModelLoads) {
  Diagnostics diagnostics;
  Models models = load_models(nullptr, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_FALSE(models.all_classes);
  EXPECT_EQ(models.sharing("java.util.concurrent.atomic.AtomicInteger", "AtomicInteger"),
            Sharing::thread_safe);
  EXPECT_EQ(models.sharing("java.util.ArrayList", "ArrayList"), Sharing::mutable_);
  EXPECT_EQ(models.sharing("java.lang.String", "String"), Sharing::immutable);
  EXPECT_EQ(models.sharing("", "int"), Sharing::immutable);
  EXPECT_EQ(models.sharing("com.example.Thing", "Thing"), Sharing::unknown);
}

TEST(JavaModels, KnowsLibrariesThatWereCopiedUnderAPrefix) {
  Diagnostics diagnostics;
  Models models = load_models(nullptr, diagnostics);
  EXPECT_EQ(models.sharing("org.acme.shaded.com.google.common.cache.Cache", "Cache"), Sharing::thread_safe);
  EXPECT_EQ(models.sharing("org.acme.shaded.io.airlift.stats.TimeStat", "TimeStat"), Sharing::thread_safe);
  EXPECT_EQ(models.sharing("org.acme.common.cache.Cache", "Cache"), Sharing::unknown);
}

TEST(JavaModels, PackagesOnlyCountForNamedImports) {
  Diagnostics diagnostics;
  Models models = load_models(nullptr, diagnostics);
  EXPECT_EQ(models.sharing("java.util.concurrent.Whatever", "Whatever"), Sharing::thread_safe);
  EXPECT_EQ(models.sharing_by_import("java.util.concurrent", "Whatever"), Sharing::unknown);
  EXPECT_EQ(models.sharing_by_import("java.util.concurrent", "BlockingQueue"), Sharing::thread_safe);
  EXPECT_EQ(models.sharing_by_import("java.util", "List"), Sharing::mutable_);
}

TEST(JavaModels, LockMethodsHaveModes) {
  Diagnostics diagnostics;
  Models models = load_models(nullptr, diagnostics);
  const LockType* stamped = models.lock_type("java.util.concurrent.locks.StampedLock", "StampedLock");
  ASSERT_NE(stamped, nullptr);
  EXPECT_EQ(stamped->methods.at("tryOptimisticRead").mode, LockMode::optimistic);
  EXPECT_EQ(stamped->methods.at("tryConvertToWriteLock").operation, LockOperation::convert);
  EXPECT_EQ(models.lock_type("", "ReadLock")->methods.at("lock").mode, LockMode::read);
  EXPECT_EQ(models.lock_type("com.example.Thing", "Thing"), nullptr);
}

TEST(JavaModels, SettingsExtend) {
  Diagnostics diagnostics;
  Models models = with(
      "thread-safe-types = [\"com.acme.Pool\", \"Safe*\"]\nlock-types = [\"Gate\"]\nall-classes = true\n"
      "entry-points = \"package\"\nlocked-suffix = \"Locked\"\nmodifying-arguments = [\"Bits.clear:1\"]\n"
      "[[lock]]\ntypes = [\"com.acme.Door\"]\nexclusive = [\"shut\"]\nrelease = [\"open\"]\n",
      diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(models.sharing("com.acme.Pool", "Pool"), Sharing::thread_safe);
  EXPECT_EQ(models.sharing("x.SafeBox", "SafeBox"), Sharing::thread_safe);
  EXPECT_EQ(models.lock_type("", "Gate")->methods.at("enter").operation, LockOperation::acquire);
  EXPECT_EQ(models.lock_type("com.acme.Door", "Door")->methods.at("shut").operation, LockOperation::acquire);
  EXPECT_EQ(models.modifying_arguments.at("Bits.clear"), 1);
  EXPECT_EQ(models.entry_points, EntryPoints::package);
  EXPECT_EQ(models.locked_suffix, "Locked");
}

TEST(JavaModels, WrongSettingsAreReportedWithTheirLine) {
  Diagnostics diagnostics;
  with("thread-safe-types = [\"a b\"]\nentry-points = \"all\"\nnonsense = 1\n[[lock]]\ntypes = [\"X\"]\n",
       diagnostics);
  ASSERT_EQ(diagnostics.size(), 4u);
  std::sort(diagnostics.begin(), diagnostics.end());
  std::string all;
  for (const Diagnostic& d : diagnostics) all += d.place.text() + " " + d.message + "\n";
  EXPECT_THAT(all, HasSubstr("deadheat.toml:1"));
  EXPECT_THAT(all, HasSubstr("'a b' is not a valid name"));
  EXPECT_THAT(all, HasSubstr("'all' is not one of"));
  EXPECT_THAT(all, HasSubstr("nonsense"));
  EXPECT_THAT(all, HasSubstr("needs methods"));
}

}  // namespace
}  // namespace dh::java
