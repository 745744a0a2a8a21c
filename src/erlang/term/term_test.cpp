#include "erlang/term/term.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

#include "erlang/term/inflate.h"

namespace dh::erlang {
namespace {

using namespace std::string_literals;

std::string show(const Term& term, const SharedInterner& names, int depth = 0) {
  if (depth > 50) return "...";
  auto list = [&](std::span<const Term> items) {
    std::string result;
    for (const Term& item : items) result += (result.empty() ? "" : ",") + show(item, names, depth + 1);
    return result;
  };
  switch (term.kind) {
    case TermKind::integer:
      return std::to_string(term.integer);
    case TermKind::big:
      return (term.negative ? "-big" : "big") + std::to_string(term.count);
    case TermKind::floating:
      return std::to_string(term.floating);
    case TermKind::atom:
      return std::string(names.text(term.atom()));
    case TermKind::tuple:
      return "{" + list(term.items()) + "}";
    case TermKind::list:
      return "[" + list(term.items()) + "|" + show(term.tail(), names, depth + 1) + "]";
    case TermKind::nil:
      return "[]";
    case TermKind::bytes:
      return "\"" + std::string(term.bytes()) + "\"";
    case TermKind::binary:
      return "<<" + std::string(term.bytes()) + ">>";
    case TermKind::bits:
      return "<<bits>>";
    case TermKind::map:
      return "#{" + list(term.items()) + "}";
    case TermKind::opaque:
      return "opaque";
  }
  return {};
}

// The term, or "!" and the message.
std::string decode(const std::string& bytes) {
  SharedInterner names;
  Arena arena;
  AtomCache atoms(names);
  std::string whole = "\x83" + bytes;  // terms point into it
  Result<Term> term = decode_term(whole, arena, atoms);
  return term ? show(*term, names) : "!" + term.error().message;
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  ::compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
             bytes.size());
  out.resize(size);
  return "P\0\0\0\0"s + out;
}

TEST(Term, EveryTag) {
  EXPECT_EQ(decode("a\x05"), "5");
  EXPECT_EQ(decode("b\xff\xff\xff\xfe"), "-2");
  EXPECT_EQ(decode("n\x01\x01\x07"), "-7");
  EXPECT_EQ(decode("n\x08\x00\xff\xff\xff\xff\xff\xff\xff\x7f"s), "9223372036854775807");
  EXPECT_EQ(decode("n\x08\x00\x00\x00\x00\x00\x00\x00\x00\x80"s), "big8");
  EXPECT_EQ(decode("o\x00\x00\x00\x01\x00\x09"s), "9");
  EXPECT_EQ(decode("F\x3f\xf8\x00\x00\x00\x00\x00\x00"s), "1.500000");
  EXPECT_EQ(decode("c1.50000000000000000000e+00\0\0\0\0\0"s), "1.500000");
  EXPECT_EQ(decode("d\x00\x02ok"s), "ok");
  EXPECT_EQ(decode("s\x01\xe5"), "\xc3\xa5");
  EXPECT_EQ(decode("v\x00\x02ok"s), "ok");
  EXPECT_EQ(decode("w\x02ok"), "ok");
  EXPECT_EQ(decode("h\x02"
                   "a\x01"
                   "a\x02"),
            "{1,2}");
  EXPECT_EQ(decode("i\x00\x00\x00\x01"
                   "a\x01"s),
            "{1}");
  EXPECT_EQ(decode("j"), "[]");
  EXPECT_EQ(decode("k\x00\x02"
                   "ab"s),
            "\"ab\"");
  EXPECT_EQ(decode("l\x00\x00\x00\x02"
                   "a\x01"
                   "a\x02"
                   "j"s),
            "[1,2|[]]");
  EXPECT_EQ(decode("m\x00\x00\x00\x02hi"s), "<<hi>>");
  EXPECT_EQ(decode("M\x00\x00\x00\x01\x03\xa0"s), "<<bits>>");
  EXPECT_EQ(decode("t\x00\x00\x00\x01"
                   "w\x01k"
                   "a\x01"s),
            "#{k,1}");
  EXPECT_EQ(decode("gw\x01n\x00\x00\x00\x01\x00\x00\x00\x02\x03"s), "opaque");
  EXPECT_EQ(decode("Xw\x01n\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03"s), "opaque");
  EXPECT_EQ(decode("Z\x00\x01w\x01n\x00\x00\x00\x01\x00\x00\x00\x02"s), "opaque");
  EXPECT_EQ(decode("qw\x01mw\x01"
                   "fa\x01"),
            "opaque");
  EXPECT_EQ(decode(compressed("h\x02"
                              "a\x01"
                              "a\x02")),
            "{1,2}");
}

TEST(Term, DamageIsSaid) {
  EXPECT_EQ(decode(""), "!the term ends too early");
  EXPECT_EQ(decode("h\x02"
                   "a\x01"),
            "!the term ends too early");
  EXPECT_EQ(decode("l\xff\xff\xff\xff"
                   "a\x01"),
            "!a term claims 4294967296 elements, more than the remaining bytes can hold");
  EXPECT_EQ(decode("\x01"), "!a term has the unknown tag 1");
  EXPECT_EQ(decode("P\0\0\0\0abc"s), "!compressed data is damaged");
  EXPECT_EQ(decode(compressed(std::string(5000, 'j')).substr(0, 12)), "!compressed data ends too early");
  SharedInterner names;
  Arena arena;
  AtomCache atoms(names);
  EXPECT_FALSE(decode_term("abc", arena, atoms));
}

TEST(Term, DeepNestingCostsNoStack) {
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += "h\x01";
  EXPECT_EQ(decode(bytes + "j").substr(0, 3), "{{{");
}

TEST(Term, NestedClaimsDoNotMultiply) {
  // Each tuple claims as many elements as there are bytes after it.
  std::string bytes;
  for (int i = 0; i < 2000; ++i) bytes += "i\x00\x00\x20\x00"s;
  EXPECT_EQ(decode(bytes + std::string(10'000, 'j')),
            "!a term claims 8192 elements, more than the remaining bytes can hold");
}

TEST(Term, BombsAreRefused) {
  std::string zeros(size_t{70} << 20, 'j');
  std::string bomb = compressed(zeros);
  EXPECT_LT(bomb.size(), size_t{200} << 10);
  EXPECT_EQ(decode(bomb), "!compressed data inflates to more than 64 MiB");
}

TEST(Term, MutationsNeverCrash) {
  std::string seed =
      "h\x05"
      "w\x02ok"
      "l\x00\x00\x00\x02"
      "a\x01"
      "k\x00\x02"
      "abj"
      "t\x00\x00\x00\x01"
      "w\x01k"
      "n\x02\x00\x01\x02"
      "m\x00\x00\x00\x02hi"
      "F\x3f\xf8\x00\x00\x00\x00\x00\x00"s;
  ASSERT_EQ(decode(seed)[0], '{');
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = seed;
    for (size_t n = 1 + random() % 4; n > 0; --n) {
      switch (random() % 3) {
        case 0:
          bytes[random() % bytes.size()] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(random() % bytes.size(), 1 + random() % 3);
          break;
        default:
          bytes.insert(random() % bytes.size(), 1, static_cast<char>(random()));
      }
      if (bytes.empty()) bytes = "j";
    }
    decode(bytes);
  }
}

}  // namespace
}  // namespace dh::erlang
