// Mutations of good input must never crash a reader; fixed seeds, so that failures repeat.
#include <gtest/gtest.h>

#include <random>

#include "smallir/read.h"
#include "smalltalk/source_printer.h"
#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

const char* const kPieces[] = {"[",
                               "]",
                               "(",
                               ")",
                               "{",
                               "}",
                               "#(",
                               "#[",
                               "#{",
                               "##(",
                               "'",
                               "\"",
                               "!",
                               "!!",
                               "! !",
                               "|",
                               "||",
                               ":",
                               ":=",
                               "^",
                               ".",
                               ";",
                               "$",
                               "#",
                               "<",
                               ">",
                               "<![CDATA[",
                               "]]>",
                               "&lt;",
                               "&",
                               "<body>",
                               "</body>",
                               "_",
                               "`",
                               "16r",
                               "1e999999999",
                               "\r",
                               "\n",
                               "\xEF\xBB\xBF",
                               "\xFF",
                               "class",
                               ">>",
                               "methodsFor: 'x'!",
                               "::",
                               "{ #category : 'a' }\nFoo >> bar [",
                               "i8*",
                               "!{",
                               "!0",
                               "%0",
                               "@st.lit.0",
                               "null",
                               "ret i8* %0\n",
                               "-1",
                               "4294967295",
                               "define i8* @main(i8* %0) {\n",
                               "}\n",
                               "!st.function !3"};

std::string mutate(std::string text, std::mt19937& random) {
  auto below = [&](size_t n) { return n == 0 ? size_t{0} : random() % n; };
  size_t changes = 1 + below(4);
  for (size_t i = 0; i < changes; ++i) {
    size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0:
        text.erase(at, below(20));
        break;
      case 1:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      case 3: {
        std::string part = text.substr(below(text.size() + 1), below(60));
        text.insert(at, part);
        break;
      }
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

const std::pair<const char*, const char*> kSeeds[] = {
    {"A.class.st",
     "\"c\"\nClass {\n\t#name : 'A',\n\t#superclass : 'Object',\n\t#traits : 'T - {#x}',\n\t#instVars : [ "
     "'a' ],\n\t#category : 'drag\\'n'\n}\n\n{ "
     "#category : 'x' }\nA >> foo: b [\n\t<p: #(1 $a)> | t |\n\tt := [ :x || y | ^ x ]. a := { t. 'it''s' } "
     "foo; "
     "yourself\n]\n"},
    {"X.package/A.class/instance/foo.st", "cat\nfoo\n\t^ [ :x | x ] value: 16r1F"},
    {"a.cls",
     "\"Filed out from Dolphin\"!\n\nObject subclass: #A instanceVariableNames: 'a' classVariableNames: '' "
     "classConstants: {'K' -> "
     "1}!\n!A methodsFor!\n\nfoo\n\t<virtual stdcall: a b>\n\t^a d; b c! !\n\n!A "
     "categoriesForMethods!\nfoo!private! !\n!\n"},
    {"b.st",
     "'From Cuis'!\n!A class methodsFor: 'x' stamp: 'y'!\nm: x\n\t^`3` :: foo: #[1]! !\nSmalltalk at: #G "
     "put: (A new: 3)!\nA m: 3!\n"},
    {"c.st",
     "<?xml version=\"1.0\"?>\n<st-source>\n<class><name>A</name><super>Core.Object</super><inst-vars>a "
     "</inst-vars></class>\n<shared-variable>"
     "<name>S</name><environment>A</environment><initializer>3 &lt; "
     "4</initializer></shared-variable>\n<methods><class-id>A "
     "class</class-id><category>x</category><body selector=\"b\">b ^&apos;x&apos; &lt; "
     "3</body></methods>\n<do-it>A b</do-it></st-source>\n"},
    {"d.st",
     "Eval [ | a | a := 3. a printNl ]\nObject subclass: A [\n | a b |\n <comment: 'x'>\n K := 3.\n A class "
     "[ | i | ]\n A class >> new [ ^super "
     "new ]\n foo: x [ <category: 'y'> ^$<10> ]\n]\nA extend [ bar [ ^1 ] ]\n!A methodsFor: 'x'!\nbaz ^1! "
     "!\nA new foo: 3.\n"},
    {"e.ws", "| a b |\na := 0. [ a := b ] fork. b := #{Core.Foo} value. #(1 (2 #x) $a)"},
};

TEST(Fuzz, Readers) {
  std::mt19937 random(12345);
  for (const auto& [path, text] : kSeeds) {
    EXPECT_TRUE(load_texts({{path, text}}).problems(Severity::error).empty())
        << path << load_texts({{path, text}}).problems()[0];
    for (int i = 0; i < 300; ++i) load_texts({{path, mutate(text, random)}});
  }
}

TEST(Fuzz, SourcesThatParsePrintTheSameAgain) {
  std::mt19937 random(777);
  const std::string seed =
      "foo: x bar: y <p: 1> | a b | a := b := x foo bar: 1 + 2; baz. [:i :j | | t | t := #(1 $a #b). ^ { t. "
      "-3. 'a''b' }] value. a > -1";
  int good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string source = mutate(seed, random);
    Arena arena;
    ParsedMethod parsed = parse_method(source, MethodForm::plain, Dialect::pharo, arena);
    if (parsed.method == nullptr) continue;
    ++good;
    std::string printed = print_source(*parsed.method);
    ParsedMethod again = parse_method(printed, MethodForm::plain, Dialect::pharo, arena);
    ASSERT_NE(again.method, nullptr) << source << "\n" << printed << "\n" << again.error->message;
    ASSERT_EQ(print_source(*again.method), printed) << source;
  }
  EXPECT_GT(good, 300);
}

TEST(Fuzz, SmallIrReader) {
  std::mt19937 random(4711);
  Loaded loaded = load_texts({{kSeeds[0].first, kSeeds[0].second}, {kSeeds[6].first, kSeeds[6].second}});
  const std::string text = smallir::print(loaded.module);
  for (int i = 0; i < 1500; ++i) {
    Diagnostics diagnostics;
    smallir::Module module = smallir::read(SourceFile::from_text("m.ll", mutate(text, random)), diagnostics);
    // What was read is a valid module: it can be printed and read again.
    Diagnostics again;
    smallir::read(SourceFile::from_text("n.ll", smallir::print(module)), again);
  }
}

}  // namespace
}  // namespace dh::smalltalk
