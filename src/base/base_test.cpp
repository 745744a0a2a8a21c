#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "base/arena.h"
#include "base/flags.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/interner.h"
#include "base/parallel.h"
#include "base/result.h"
#include "base/utf8.h"

namespace dh {
namespace {

struct ThingId : Id<ThingId> {
  using Id::Id;
};

TEST(IdTest, DefaultIsInvalidAndIdsCompare) {
  EXPECT_FALSE(ThingId().valid());
  EXPECT_TRUE(ThingId(0).valid());
  EXPECT_LT(ThingId(1), ThingId(2));
  FlatMap<ThingId, int> map;
  map[ThingId(3)] = 4;
  EXPECT_EQ(map.at(ThingId(3)), 4);
}

enum class Light { red, green };

TEST(FlagsTest, SetsEachFactOnItsOwn) {
  Flags<Light> lights;
  lights.set(Light::green);
  EXPECT_TRUE(lights.has(Light::green));
  EXPECT_FALSE(lights.has(Light::red));
  lights.set(Light::green, false);
  EXPECT_EQ(lights, Flags<Light>());
}

TEST(StoreTest, AddsAndChecksItsBounds) {
  Store<ThingId, std::string> store;
  ThingId a = store.add("a");
  EXPECT_EQ(store[a], "a");
  EXPECT_DEATH(store[ThingId(1)], "internal error");
}

TEST(ArenaTest, AlignsAndSurvivesGrowth) {
  Arena arena;
  std::vector<int64_t*> numbers;
  for (int64_t i = 0; i < 10'000; ++i) {
    arena.allocate(1, 1);
    numbers.push_back(arena.make<int64_t>(i));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(numbers.back()) % alignof(int64_t), 0u);
  }
  for (int64_t i = 0; i < 10'000; ++i) EXPECT_EQ(*numbers[static_cast<size_t>(i)], i);
  void* page = arena.allocate(64, 4096);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(page) % 4096, 0u);
  EXPECT_EQ(arena.copy("text"), "text");
  EXPECT_EQ(arena.copy(""), "");
}

TEST(InternerTest, EqualTextsHaveOneSymbol) {
  Interner interner;
  std::string text = "alpha";
  Symbol alpha = interner.intern(text);
  text = "changed";  // the interner keeps its own copy
  EXPECT_EQ(interner.intern("alpha"), alpha);
  EXPECT_NE(interner.intern("beta"), alpha);
  EXPECT_EQ(interner.text(alpha), "alpha");
  EXPECT_FALSE(interner.find("gamma").valid());
}

TEST(ResultTest, CarriesAValueOrAMessage) {
  auto half = [](int n) -> Result<int> {
    if (n % 2 != 0) return fail("{} is odd", n);
    return n / 2;
  };
  EXPECT_EQ(*half(4), 2);
  EXPECT_EQ(half(3).error().message, "3 is odd");
}

TEST(ParallelTest, VisitsEachIndexOnce) {
  for (int jobs : {1, 4}) {
    std::vector<int> visits =
        parallel_map<int>(1000, {jobs, {}}, [](size_t i) { return static_cast<int>(i) + 1; });
    for (size_t i = 0; i < visits.size(); ++i) EXPECT_EQ(visits[i], static_cast<int>(i) + 1);
  }
}

TEST(ParallelTest, StopsWhenAsked) {
  for (int jobs : {1, 4}) {
    StopSource stop;
    std::atomic<size_t> calls = 0;
    parallel_for(1'000'000, {jobs, StopToken(stop)}, [&](size_t) {
      if (++calls == 100) stop.request();
    });
    EXPECT_LT(calls.load(), 200u);
  }
}

TEST(Utf8Test, CountsWhatAnEditorShows) {
  EXPECT_EQ(utf8_count("abc"), 3u);
  EXPECT_EQ(utf8_count("h\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), 4u);
  EXPECT_EQ(utf8_count("\xFF\xC3"), 2u);          // invalid bytes count one each
  EXPECT_EQ(utf8_count("\xC0\xAF"), 2u);          // overlong
  EXPECT_EQ(utf8_count("\xED\xA0\x80"), 3u);      // surrogate
  EXPECT_EQ(utf8_count("\xF4\x90\x80\x80"), 4u);  // above U+10FFFF
  EXPECT_TRUE(utf8_valid("\xF0\x9F\x98\x80"));
  EXPECT_FALSE(utf8_valid("a\x80"));
  EXPECT_EQ(utf8_sanitize("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(Utf8Test, EncodesWhatItDecodes) {
  for (uint32_t c : {0x41u, 0x7FFu, 0x800u, 0xFFFDu, 0x10FFFFu}) {
    std::string text;
    utf8_append(text, c);
    EXPECT_EQ(utf8_decode(text), c);
    EXPECT_EQ(utf8_length(text), text.size());
  }
}

TEST(HashTest, BytesHashIsStable) {
  // Part of fingerprints, which users keep in baselines: must never change.
  EXPECT_EQ(hash_bytes("deadheat"), 0x0c4e99c2b446466dull);
}

}  // namespace
}  // namespace dh
