// What comes after the parser survives anything that parses: lowering, flow and the rules on mutated classes,
// and on texts that nest or repeat as far as the parser lets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "base/tries.h"
#include "java/rules/judged.h"

namespace dh::java {
namespace {

struct Outcome {
  size_t judged = 0;  // classes
  size_t findings = 0;
  size_t too_big = 0;  // bodies
};

Outcome judge(const std::string& text) {
  Diagnostics diagnostics;
  Models models = load_models(nullptr, diagnostics);
  models.all_classes = true;
  IndexOptions options;
  options.all_full = true;
  options.parallel.jobs = 1;
  std::vector<SourceFile> files;
  files.push_back(SourceFile::from_text("F.java", text));
  std::unique_ptr<Index> index = Index::build(files, options, diagnostics);
  Outcome outcome;
  for (uint32_t f = 0; f < index->file_count(); ++f) {
    for (TypeId type : index->file(FileId(f)).types) {
      if (index->type(type).enclosing.valid()) continue;
      Knowledge knowledge(*index, models);
      Judged judged(knowledge, type);
      prepare(judged, StopToken());
      judge_fields(judged);
      judge_accesses(judged);
      judge_guarded_by(judged);
      outcome.judged += judged.classes.size();
      outcome.findings += judged.findings.size();
      for (const Finding& finding : judged.findings) EXPECT_FALSE(finding.message.empty());
      for (const Body& body : judged.unit.bodies) outcome.too_big += body.too_big ? 1 : 0;
    }
  }
  return outcome;
}

std::vector<std::string> seeds() {
  std::vector<std::string> paths;
  std::string root = std::string(DEADHEAT_SOURCE_DIR) + "/tests/cases/java";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".java") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const std::string& path : paths) texts.emplace_back(SourceFile::open(path)->text());
  return texts;
}

// Words and signs, so that what is changed often still parses.
std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    while (word(text[i]) && end < text.size() && word(text[end])) ++end;
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::string mutate(std::vector<std::string> tokens, std::mt19937& random) {
  auto any = [&] { return random() % tokens.size(); };
  // A word for a word and a sign for a sign: names, types, keywords and operators change places.
  auto is_word = [&](size_t i) { return std::isalnum(static_cast<unsigned char>(tokens[i][0])) != 0; };
  for (uint32_t changes = 1 + random() % 4; changes > 0; --changes) {
    size_t at = any();
    size_t from = any();
    for (int tries = 0; tries < 20 && is_word(at) != is_word(from); ++tries) from = any();
    switch (random() % 6) {
      case 0:
        tokens[at].clear();
        tokens[at].push_back(' ');
        break;
      case 1:
        tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens[from]);
        break;
      default:
        tokens[at] = tokens[from];
        break;
    }
  }
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

TEST(JavaJudgedFuzz, Mutations) {
  std::mt19937 random(11);
  size_t reached = 0;
  constexpr size_t kRounds = tries(1500);
  std::vector<std::vector<std::string>> all;
  for (const std::string& text : seeds()) all.push_back(tokens_of(text));
  for (size_t i = 0; i < kRounds; ++i) {
    if (judge(mutate(all[i % all.size()], random)).judged > 0) ++reached;
  }
  EXPECT_GT(reached, kRounds / 10);  // else nothing but the parser was tested
}

std::string repeat(std::string_view piece, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out.append(piece);
  return out;
}

std::string in_class(const std::string& body) {
  return "class A { int n; Object o; boolean b; int f(int x, Runnable r) { " + body + " return x; } }";
}

struct Shape {
  std::string_view open;
  std::string_view middle;
  std::string_view close;
};

TEST(JavaJudgedFuzz, DeepNesting) {
  const Shape shapes[] = {
      {"{", "n++;", "}"},
      {"if (b) ", "n++;", ""},
      {"while (b) ", "n++;", ""},
      {"for (;;) ", "n++;", ""},
      {"synchronized (o) {", "n++;", "}"},
      {"try { ", "n++;", "} finally { n--; }"},
      {"try { n++; } finally { ", "n--;", "}"},
      {"try { n++; } catch (E e) { ", "n--;", "}"},
      {"try (var v = f(1, null)) { ", "n--;", "}"},
      {"switch (x) { case 1: ", "n++;", "}"},
      {"switch (x) { case 1 -> { ", "n++;", "} }"},
      {"r = () -> { ", "n++;", "};"},
      {"f(1, () -> { ", "n++;", "});"},
      {"new Thread() { public void run() { ", "n++;", "} };"},
      {"class L { int n; void m() { ", "n++;", "} }"},
      {"for (var v : o) { if (b) break; ", "n++;", "}"},
      {"l: { if (b) break l; ", "n++;", "}"},
      {"try { if (b) return n; ", "n++;", "} finally { n--; }"},
  };
  for (const Shape& shape : shapes) {
    size_t reached = 0;
    for (size_t depth : {10u, 100u, 300u, 700u, 1400u}) {
      Outcome outcome =
          judge(in_class(repeat(shape.open, depth) + std::string(shape.middle) + repeat(shape.close, depth)));
      if (outcome.judged > 0) reached = depth;
    }
    EXPECT_GE(reached, 10u) << shape.open;
  }
  for (std::string_view open : {"(", "f(1, (Runnable) f(", "-", "!", "b ? n : ", "(int) "}) {
    for (size_t depth : {10u, 100u, 700u, 1400u}) {
      size_t closing = std::count(open.begin(), open.end(), '(') - std::count(open.begin(), open.end(), ')');
      judge(in_class("x = " + repeat(open, depth) + "n" + repeat(repeat(")", closing), depth) + ";"));
    }
  }
}

// A finally block is lowered for each way out of it, and so are those inside it.
TEST(JavaJudgedFuzz, NestedFinallyIsCutShort) {
  EXPECT_GT(judge(in_class(repeat("try { n++; } finally { ", 60) + "n--;" + repeat("}", 60))).too_big, 0u);
  EXPECT_EQ(judge(in_class(repeat("try { n++; } finally { ", 5) + "n--;" + repeat("}", 5))).too_big, 0u);
}

TEST(JavaJudgedFuzz, LongTexts) {
  constexpr size_t kLong = 20'000;
  const std::string texts[] = {
      in_class(repeat("n++;", kLong)),
      in_class("x = n" + repeat(" + n", kLong) + ";"),
      in_class("b = b" + repeat(" && b", kLong) + ";"),
      in_class("if (b) n++;" + repeat(" else if (b) n--;", kLong)),
      in_class("switch (x) { " + repeat("case 1: n++; break; ", kLong) + "}"),
      in_class(repeat("synchronized (o) { n++; } ", 5000)),
      in_class(repeat("f(1, () -> n++);", 2000)),
      "class A { int n; " + repeat("void g() { n++; } ", 3000) + "}",
      "class A { " + repeat("int n; ", 3000) + " void g() { n++; } }",
  };
  for (const std::string& text : texts) EXPECT_GT(judge(text).judged, 0u) << text.substr(0, 120);
}

}  // namespace
}  // namespace dh::java
