#include "erlang/syntax/tokenizer.h"

#include <gtest/gtest.h>

#include "erlang/syntax/macros.h"

namespace dh::erlang {
namespace {

// The tokens as text, one space between them; then the errors.
std::string scan(std::string_view text) {
  SharedInterner names;
  TokenizedFile file = tokenize(text, names);
  std::string result = stringify(file.tokens, names);
  for (const TokenError& e : file.errors) {
    result += " !" + std::to_string(e.place.line) + ":" + std::to_string(e.place.column) + " " + e.message;
  }
  return result;
}

TEST(Tokenizer, NamesAndWords) {
  EXPECT_EQ(scan("foo Bar _ _x foo@bar 'case' case 'a b' ''"), "foo Bar _ _x foo@bar 'case' case 'a b' ''");
  EXPECT_EQ(scan("\xc3\xa5 \xc3\x84X"), "'\xc3\xa5' \xc3\x84X");
}

TEST(Tokenizer, Numbers) {
  EXPECT_EQ(scan("1_000 16#fF 2#1010 36#z 1.5 1.0e3 1_0.2_5e-1 16#0.8"),
            "1000 255 10 35 1.5 1000.0 1.025 0.5");
  EXPECT_EQ(scan("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(scan("9223372036854775807 9223372036854775808"), "9223372036854775807 9223372036854775808");
  EXPECT_EQ(scan("1..2"), "1 .. 2");
  EXPECT_EQ(scan("X#r.f"), "X # r . f");
  EXPECT_EQ(scan("1."), "1 .");
  EXPECT_EQ(scan("1.0e999"), " !1:1 illegal number");
}

TEST(Tokenizer, CharactersAndEscapes) {
  EXPECT_EQ(scan("$a $\\n $\\s $\\x41 $\\x{1F600} $\\101 $\\^a $\\\\ $\" $ "),
            "$a $\\n $\\s $A $\xF0\x9F\x98\x80 $A $\x01 $\\\\ $\" $\\s");
  EXPECT_EQ(scan("\"a\\tb\\\"c\\x{e5}\""), "\"a\\tb\\\"c\xc3\xa5\"");
  EXPECT_EQ(scan("\"\\x{110000}\""), "\"?0}\" !1:1 illegal escape in a string");
}

TEST(Tokenizer, TripleQuotedStrings) {
  EXPECT_EQ(scan("\"\"\"\n    one\n      \"two\"\n    \"\"\" x"), "\"one\\n  \\\"two\\\"\" x");
  EXPECT_EQ(scan("\"\"\"\n\"\"\""), "\"\"");
  EXPECT_EQ(scan("\"\"\"\"\n\"\"\"\n\"\"\"\""), "\"\\\"\\\"\\\"\"");
  EXPECT_EQ(scan("\"\"\"a\"\"\""), "\"\" \"a\" \"\"");  // as before OTP 27
  EXPECT_EQ(scan("\"\"\"\nabc"), " !1:1 unterminated triple-quoted string");
}

TEST(Tokenizer, Sigils) {
  EXPECT_EQ(scan("~s(a\\tb) ~S{a\\tb} ~b|x| ~B[\\] ~\"y\""), "\"a\\tb\" \"a\\\\tb\" \"x\" \"\\\\\" \"y\"");
  SharedInterner names;
  EXPECT_EQ(tokenize("~\"y\"", names).tokens[0].kind, Tok::binary_string);
  EXPECT_EQ(tokenize("~s\"y\"", names).tokens[0].kind, Tok::string);
}

TEST(Tokenizer, Punctuation) {
  EXPECT_EQ(scan("->::=>:=<:-<:=<-<=?=||&&...=:==/="), "-> :: => := <:- <:= <- <= ?= || && ... =:= =/=");
  EXPECT_EQ(scan("<<\"a\">>=<1"), "<< \"a\" >> =< 1");
}

TEST(Tokenizer, FullStops) {
  EXPECT_EQ(scan("a.\nb. %c\nc.% d"), "a . b . c .");
  SharedInterner names;
  TokenizedFile file = tokenize("a. b.c", names);
  EXPECT_TRUE(file.tokens[1].is(Tok::dot));
  EXPECT_TRUE(file.tokens[3].is(Tok::period));
}

TEST(Tokenizer, PlacesCountCharacters) {
  SharedInterner names;
  TokenizedFile file = tokenize("'\xc3\xa5' x\r\n\ty", names);
  EXPECT_EQ(file.tokens[1].place, (TreePlace{1, 1, 5, 6, 0}));
  EXPECT_EQ(file.tokens[2].place, (TreePlace{2, 2, 2, 3, 0}));
  TokenizedFile latin = tokenize("%% coding: latin-1\n'\xe5' x", names);
  EXPECT_EQ(names.text(latin.tokens[0].name), "\xc3\xa5");
  EXPECT_EQ(latin.tokens[1].place, (TreePlace{2, 2, 5, 6, 0}));
}

TEST(Tokenizer, ErrorsGoOn) {
  EXPECT_EQ(scan("a \x01 b ^ c"), "a b ^ c !1:7 illegal character `^`");
  EXPECT_EQ(scan("a \"b"), "a !1:3 unterminated string");
  EXPECT_EQ(scan("'b"), " !1:1 unterminated quoted atom");
  EXPECT_EQ(scan("$"), " !1:1 unterminated character");
}

}  // namespace
}  // namespace dh::erlang
