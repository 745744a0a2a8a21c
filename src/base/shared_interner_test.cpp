#include "base/shared_interner.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace dh {
namespace {

TEST(SharedInterner, EqualTextsAreEqualSymbols) {
  SharedInterner names;
  Symbol a = names.intern("alpha");
  Symbol b = names.intern("beta");
  EXPECT_NE(a, b);
  EXPECT_EQ(a, names.intern(std::string("alp") + "ha"));
  EXPECT_EQ(names.text(a), "alpha");
  EXPECT_EQ(names.find("beta"), b);
  EXPECT_FALSE(names.find("gamma").valid());
  EXPECT_EQ(names.text(names.intern("")), "");
  EXPECT_EQ(names.size(), 3u);
}

// Lengths around the hash's word size, texts that differ in one place only.
TEST(SharedInterner, TellsNeighboursApart) {
  SharedInterner names;
  size_t made = 0;
  for (size_t length = 1; length < 40; ++length) {
    std::string text(length, 'a');
    names.intern(text);
    ++made;
    for (size_t i = 0; i < length; ++i) {
      std::string other = text;
      other[i] = 'b';
      EXPECT_EQ(names.text(names.intern(other)), other);
      ++made;
    }
  }
  EXPECT_EQ(names.size(), made);
}

TEST(SharedInterner, ManyThreadsAgree) {
  constexpr int kThreads = 4;
  constexpr int kNames = 20000;
  SharedInterner names;
  std::vector<std::vector<Symbol>> symbols(kThreads, std::vector<Symbol>(kNames));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kNames; ++i) {
        int n = (i * 7919 + t * 13) % kNames;  // each thread in another order
        symbols[t][n] = names.intern("name" + std::to_string(n));
        if (names.text(symbols[t][n]) != "name" + std::to_string(n)) ADD_FAILURE() << n;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(symbols[0], symbols[t]);
  EXPECT_EQ(names.size(), size_t{kNames});
}

}  // namespace
}  // namespace dh
