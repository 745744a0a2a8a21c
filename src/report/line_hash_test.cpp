#include "report/line_hash.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace dh {
namespace {

// The definition, read off word by word: no window, no state, quadratic. Takes decoded units.
std::vector<std::string> slow_hashes(const std::u16string& text) {
  std::u16string units;
  std::vector<size_t> starts = {0};
  for (size_t i = 0; i < text.size(); ++i) {
    char16_t c = text[i];
    if (c == u' ' || c == u'\t' || (c == u'\n' && i > 0 && text[i - 1] == u'\r')) continue;
    units += c == u'\r' ? u'\n' : c;
    if (units.back() == u'\n') starts.push_back(units.size());
  }
  units += char16_t{0xFFFF};
  std::vector<std::string> hashes;
  std::map<uint64_t, int> seen;
  for (size_t start : starts) {
    uint64_t hash = 0;
    for (size_t k = 0; k < 100; ++k) hash = hash * 37 + (start + k < units.size() ? units[start + k] : 0);
    hashes.push_back(fmt::format("{:x}:{}", hash, ++seen[hash]));
  }
  return hashes;
}

std::vector<std::string> hashes_of(std::string_view text) {
  LineHashes hashes(text);
  std::vector<std::string> result;
  for (uint32_t line = 1; line <= hashes.line_count(); ++line) result.push_back(hashes.of_line(line));
  return result;
}

// By hand: an empty file is 0xFFFF followed by 99 zeros, so its hash is 65535 * 37^99 modulo 2^64; "a" is
// 97 * 37^99 + 65535 * 37^98. The numbers below were worked out with arbitrary-precision integers.
TEST(LineHash, ByHand) {
  EXPECT_EQ(hashes_of(""), std::vector<std::string>{"c129715d7a2bc9a3:1"});
  EXPECT_EQ(hashes_of("a"), std::vector<std::string>{"53b5d4aabe50d64:1"});
  EXPECT_EQ(hashes_of(" \t a"), std::vector<std::string>{"53b5d4aabe50d64:1"});
}

TEST(LineHash, LinesThatDoNotExist) {
  LineHashes hashes("one\ntwo");
  EXPECT_EQ(hashes.line_count(), 2u);
  EXPECT_EQ(hashes.of_line(0), "");
  EXPECT_EQ(hashes.of_line(3), "");
}

TEST(LineHash, LineEndsAreAllTheSame) {
  EXPECT_EQ(hashes_of("x\r\ny\rz\n"), hashes_of("x\ny\nz\n"));
  EXPECT_EQ(hashes_of("x\r\r\ny"), hashes_of("x\n\ny"));
  EXPECT_EQ(hashes_of("x\r \ny"), hashes_of("x\n\ny"));
}

TEST(LineHash, EqualBlocksAreNumbered) {
  std::string block(150, 'q');
  std::vector<std::string> hashes = hashes_of(block + "\n" + block + "\n" + block + "\n");
  ASSERT_EQ(hashes.size(), 4u);
  std::string digits = hashes[0].substr(0, hashes[0].find(':'));
  EXPECT_EQ(hashes[0], digits + ":1");
  EXPECT_EQ(hashes[1], digits + ":2");
  EXPECT_EQ(hashes[2], digits + ":3");
}

TEST(LineHash, Utf16UnitsAndBadBytes) {
  EXPECT_EQ(hashes_of("\xF0\x9F\x98\x80 \xC3\xBC"), slow_hashes(u"\U0001F600 \u00FC"));
  EXPECT_EQ(hashes_of("\xEF\xBB\xBFx"), slow_hashes(u"\uFEFFx"));  // the byte order mark counts
  // One replacement for a sequence that breaks off, one for each byte that cannot begin one.
  EXPECT_EQ(hashes_of("\xE2\x82x"), slow_hashes(u"\uFFFDx"));
  EXPECT_EQ(hashes_of("\xF0\x9F\x98"), slow_hashes(u"\uFFFD"));
  EXPECT_EQ(hashes_of("\xC0\xAF\x80"), slow_hashes(u"\uFFFD\uFFFD\uFFFD"));
  EXPECT_EQ(hashes_of("\xED\xA0\x80"), slow_hashes(u"\uFFFD\uFFFD\uFFFD"));
  EXPECT_EQ(hashes_of("\xF4\x90\x80\x80"), slow_hashes(u"\uFFFD\uFFFD\uFFFD\uFFFD"));
}

TEST(LineHash, AgreesWithTheSlowOne) {
  std::mt19937 random(7);
  constexpr std::string_view kAlphabet = "ab \t\n\r\n\r{}x";
  for (int round = 0; round < 400; ++round) {
    size_t size = random() % (round % 4 == 0 ? 1500 : 120);
    std::string text;
    for (size_t i = 0; i < size; ++i) text += kAlphabet[random() % kAlphabet.size()];
    ASSERT_EQ(hashes_of(text), slow_hashes(std::u16string(text.begin(), text.end()))) << "round " << round;
  }
}

}  // namespace
}  // namespace dh
