// The parser survives anything: mutations and truncations of real syntax, and nesting without end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "java/index/index.h"
#include "java/syntax/parser.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {
namespace {

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  std::string root = std::string(DEADHEAT_SOURCE_DIR) + "/tests/java/syntax";
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().string().find("broken") == std::string::npos) {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) texts.emplace_back(SourceFile::open(path)->text());
  return texts;
}

// What must hold for any text: a tree or one diagnostic, and trees that can be walked.
void check(const std::string& text) {
  SharedInterner names;
  for (ParseMode mode : {ParseMode::full, ParseMode::skim}) {
    Diagnostics diagnostics;
    Tree tree = parse(SourceFile::from_text("F.java", text), names, mode, diagnostics);
    ASSERT_EQ(tree.root == nullptr, diagnostics.size() == 1) << text;
    if (tree.root == nullptr) continue;
    size_t nodes = 0;
    walk(tree.root, [&](const Node* node) {
      ++nodes;
      EXPECT_LE(node->span.end, text.size());
      return true;
    });
    EXPECT_GT(nodes, 0u);
  }
}

std::string mutate(std::string text, const std::vector<std::string>& all, std::mt19937& random) {
  static const std::string_view kPieces[] = {
      "{",       "}",       "(",       ")",           "[",
      "]",       "<",       ">",       "\"",          "'",
      "\"\"\"",  "\\",      "\\u0022", "/*",          "*/",
      "//",      ";",       ",",       "->",          "::",
      "@",       "?",       ":",       "case ",       "default ",
      "yield ",  "record ", "sealed ", "new ",        "class ",
      "switch ", "if ",     "else ",   "instanceof ", "...",
      "=",       "&",       "\n",      "\x80",        std::string_view("\0", 1),
      "0x",      "1_",      "when ",   "_",           "this",
      "super",   "."};
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  int changes = 1 + static_cast<int>(below(4));
  for (int i = 0; i < changes && !text.empty(); ++i) {
    size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text.erase(at, 1 + below(20));
        break;
      case 1:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 2:
        text[at] = static_cast<char>(below(256));
        break;
      case 3: {
        const std::string& other = all[below(all.size())];
        if (other.empty()) break;
        size_t from = below(other.size());
        text.insert(at, other.substr(from, 1 + below(60)));
        break;
      }
      default: {
        size_t to = below(text.size());
        text.insert(to, text.substr(at, 1 + below(40)));
        break;
      }
    }
  }
  return text;
}

TEST(JavaParserFuzz, Mutations) {
  std::vector<std::string> all = seeds();
  std::mt19937 random(20);
  for (int i = 0; i < 3000; ++i) check(mutate(all[static_cast<size_t>(i) % all.size()], all, random));
}

TEST(JavaParserFuzz, Truncations) {
  for (const std::string& text : seeds()) {
    size_t step = 1 + text.size() / 200;
    for (size_t n = 0; n < text.size(); n += step) check(text.substr(0, n));
  }
}

TEST(JavaParserFuzz, RandomBytesAndTokens) {
  std::mt19937 random(7);
  static const std::string_view kWords[] = {
      "class", "A",  "{",   "}", "(", ")", ";",  "int", "x",   "=",      "1",    "<",   ">",    ",",
      ".",     "->", "new", "@", "?", ":", "::", "if",  "for", "switch", "case", "try", "\"s\""};
  for (int i = 0; i < 2000; ++i) {
    std::string text = i % 2 == 0 ? "class A { void f() { " : "";
    size_t length = random() % 80;
    for (size_t k = 0; k < length; ++k) {
      if (i % 4 == 3) {
        text.push_back(static_cast<char>(random()));
      } else {
        text.append(kWords[random() % std::size(kWords)]).push_back(' ');
      }
    }
    check(text);
  }
}

std::string repeat(std::string_view piece, size_t n) {
  std::string out;
  out.reserve(piece.size() * n);
  for (size_t i = 0; i < n; ++i) out.append(piece);
  return out;
}

constexpr size_t kBomb = 100'000;

bool parses(const std::string& text) {
  SharedInterner names;
  Diagnostics diagnostics;
  Tree tree = parse(SourceFile::from_text("B.java", text), names, ParseMode::full, diagnostics);
  if (tree.root == nullptr) {
    EXPECT_EQ(diagnostics.size(), 1u);
    return false;
  }
  EXPECT_EQ(node_below(tree.root, kMaxDepth), nullptr);
  return true;
}

std::string in_method(const std::string& body) {
  return "class A { void f() { " + body + " } }";
}

// Each opener, a middle, and each closer, that many times: first unclosed, then closed.
TEST(JavaParserFuzz, NestingBombsAreRefused) {
  struct Bomb {
    std::string_view open, middle, close;
  };
  const Bomb bombs[] = {
      {"(", "1", ")"},
      {"{", "", "}"},
      {"x = a[", "1", "]"},
      {"f(", "1", ")"},
      {"!", "a", ""},
      {"- ", "a", ""},
      {"++", "a", ""},
      {"(int) ", "a", ""},
      {"x -> ", "a", ""},
      {"(x) -> ", "a", ""},
      {"() -> { ", ";", "}"},
      {"if (a) ", ";", ""},
      {"if (a) { ", "", "}"},
      {"while (a) ", ";", ""},
      {"for (;;) ", ";", ""},
      {"do ", ";", " while (a);"},
      {"a: ", ";", ""},
      {"List<", "A", ">"},
      {"new A(", "1", ")"},
      {"new A() { Object o = ", "1", "; }"},
      {"new int[] {", "", "}"},
      {"class B { ", "", "}"},
      {"switch (a) { case 1: ", "", "}"},
      {"x = switch (a) { default -> ", "1;", "}"},
      {"try { ", "", "} finally { }"},
      {"synchronized (a) { ", "", "}"},
      {"@A(", "", ")"},
      {"a ? ", "b", " : c"},
      {"x = ", "1", ""},
      {"o instanceof R(", "var x", ")"},
      {"(A & ", "B", ") x"},
      {"((A<", "B", ">) x)"},
      {"a < ", "b", ""},
      {"sealed ", "class B { }", ""},
      {"non-sealed ", "class B { }", ""},
      {"@A ", "class B { }", ""},
      {"@A(x) ", "int b", ""},
  };
  for (const Bomb& bomb : bombs) {
    std::string opened = repeat(bomb.open, kBomb) + std::string(bomb.middle);
    std::string closed = opened + repeat(bomb.close, kBomb);
    parses(in_method(opened));
    parses(in_method(closed + ";"));
    parses(in_method("x = " + closed + ";"));
    parses("class A { " + closed + " }");
    parses("class A { Object o = " + closed + "; }");
    parses(opened);
  }
  EXPECT_FALSE(parses(in_method("x = " + repeat("(", kBomb) + "1" + repeat(")", kBomb) + ";")));
  EXPECT_FALSE(parses(in_method(repeat("{", kBomb) + repeat("}", kBomb))));
}

TEST(JavaParserFuzz, LongChainsAreFine) {
  EXPECT_TRUE(parses(in_method("x = a" + repeat(" + b", kBomb) + ";")));
  EXPECT_TRUE(parses(in_method("x = \"s\"" + repeat(" + \"t\" + 1", kBomb) + ";")));
  EXPECT_TRUE(parses(in_method("if (a) ;" + repeat(" else if (b) ;", kBomb) + " else ;")));
  EXPECT_TRUE(parses(in_method("x = a" + repeat(" && b || c", kBomb) + ";")));
  EXPECT_TRUE(parses(in_method("x = a" + repeat(" * b + c", kBomb) + ";")));
  EXPECT_TRUE(parses(in_method("int[] a = {" + repeat("1, ", kBomb) + "};")));
  EXPECT_TRUE(parses(in_method("f(" + repeat("1, ", kBomb) + "1);")));
  EXPECT_TRUE(parses(in_method(repeat("x++;", kBomb))));
  EXPECT_TRUE(parses("class A { int" + repeat("[]", kBomb) + " a; }"));
  EXPECT_TRUE(parses("class A { a" + repeat(".b", kBomb) + " c; }"));
  EXPECT_TRUE(parses("enum A { " + repeat("X, ", kBomb) + "}"));
  EXPECT_TRUE(parses(in_method("switch (a) { " + repeat("case 1: ", kBomb) + "}")));
  EXPECT_TRUE(parses(in_method("x = b" + repeat(".append(\"x\")", 1000) + ";")));
  EXPECT_TRUE(parses(in_method("x = " + repeat("a ? b : ", 1000) + "c;")));
  // Deeper trees than kMaxDepth are refused, not walked.
  EXPECT_FALSE(parses(in_method("x = b" + repeat(".append(\"x\")", kBomb) + ";")));
  EXPECT_FALSE(parses(in_method("x = " + repeat("a ? b : ", kBomb) + "c;")));
  EXPECT_FALSE(parses(in_method("x = a" + repeat("[1]", kBomb) + ";")));
  EXPECT_FALSE(parses(in_method("x = a" + repeat(" instanceof B", kBomb) + ";")));
}

TEST(JavaParserFuzz, IndexSurvivesMutations) {
  std::vector<std::string> all = seeds();
  std::mt19937 random(99);
  for (int i = 0; i < 100; ++i) {
    std::vector<SourceFile> files;
    for (size_t k = 0; k < all.size(); ++k) {
      std::string text = k % 2 == 0 ? all[k] : mutate(all[k], all, random);
      files.push_back(SourceFile::from_text("F" + std::to_string(k) + ".java", text));
    }
    Diagnostics diagnostics;
    IndexOptions options;
    options.words = {i % 2 == 0 ? "Records" : "class"};
    auto index = Index::build(files, options, diagnostics);
    for (uint32_t t = 0; t < index->type_count(); ++t) {
      for (MethodId method : index->type(TypeId(t)).methods) index->return_type(method);
      index->foreign_supertypes(TypeId(t));
    }
  }
}

}  // namespace
}  // namespace dh::java
