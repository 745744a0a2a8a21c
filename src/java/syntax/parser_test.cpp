#include "java/syntax/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "java/syntax/tree_walk.h"

namespace dh::java {
namespace {

using testing::HasSubstr;

struct Parsed {
  explicit Parsed(std::string text, ParseMode mode = ParseMode::full)
      : tree(parse(SourceFile::from_text("A.java", std::move(text)), names, mode, diagnostics)) {}

  bool ok() const { return tree.root != nullptr; }
  std::string error() const {
    return diagnostics.empty() ? "" : diagnostics[0].place.text() + " " + diagnostics[0].message;
  }

  SharedInterner names;
  Diagnostics diagnostics;
  Tree tree;
};

// The tree of an expression, with brackets around everything, to see how operators group.
std::string shape(const Tree& tree, const Node* node) {
  std::string children;
  for_each_child(node, [&](const Node* child) {
    if (is<Modifiers>(child)) return;
    children += (children.empty() ? "" : " ") + shape(tree, child);
  });
  if (is<Name>(node) || is<Literal>(node) || is_type(node->kind)) return std::string(tree.text(node->span));
  std::string name(node_kind_name(node->kind));
  if (const auto* call = as<Call>(node)) name = "call:" + std::string(tree.text(call->name.span));
  if (const auto* access = as<FieldAccess>(node)) name = "." + std::string(tree.text(access->name.span));
  return children.empty() ? name : "[" + name + " " + children + "]";
}

std::string shape_of(const std::string& expr) {
  Parsed p("class A { Object o = " + expr + "; }");
  if (!p.ok()) return p.error();
  return shape(p.tree, get<Var>(p.tree.root->classes[0]->members[0]).init);
}

TEST(JavaParser, GroupsOperators) {
  EXPECT_EQ(shape_of("a + b - c"), "[binary a b c]");
  EXPECT_EQ(shape_of("a + b * c"), "[binary a [binary b c]]");
  EXPECT_EQ(shape_of("a * b + c"), "[binary [binary a b] c]");
  EXPECT_EQ(shape_of("a - (b - c)"), "[binary a [binary b c]]");
  EXPECT_EQ(shape_of("a && b || c && d"), "[binary [binary a b] [binary c d]]");
  EXPECT_EQ(shape_of("a >> b >>> c > d"), "[binary [binary a b c] d]");
  EXPECT_EQ(shape_of("a = b = c"), "[assign a [assign b c]]");
  EXPECT_EQ(shape_of("a ? b : c ? d : e"), "[conditional a b [conditional c d e]]");
  EXPECT_EQ(shape_of("a < b == c > d"), "[binary [binary a b] [binary c d]]");
  EXPECT_EQ(shape_of("-a++"), "[unary [inc_dec a]]");
  EXPECT_EQ(shape_of("!a instanceof B"), "[instance_of [unary a] B]");
  EXPECT_EQ(shape_of("a.b.c(d).e[f]"), "[array_access [.e [call:c [.b a] d]] f]");
}

TEST(JavaParser, TellsCastsLambdasAndComparisonsApart) {
  EXPECT_EQ(shape_of("(a) + b"), "[binary a b]");
  EXPECT_EQ(shape_of("(int) + b"), "[cast int [unary b]]");
  EXPECT_EQ(shape_of("(A) b"), "[cast A b]");
  EXPECT_EQ(shape_of("(A) (b)"), "[cast A b]");
  EXPECT_EQ(shape_of("(A<B>) c"), "[cast A<B> c]");
  EXPECT_EQ(shape_of("(a < b)"), "[binary a b]");
  EXPECT_EQ(shape_of("f(a < b, c > d)"), "[call:f [binary a b] [binary c d]]");
  EXPECT_EQ(shape_of("f(a < b, c > (d))"), "[call:f [binary a b] [binary c d]]");
  EXPECT_EQ(shape_of("(a) -> b"), "[lambda var b]");
  EXPECT_EQ(shape_of("(a, b) -> c"), "[lambda var var c]");
  EXPECT_EQ(shape_of("(A a, B<C>[] b) -> c"), "[lambda [var A] [var B<C>[]] c]");
  EXPECT_EQ(shape_of("() -> a"), "[lambda a]");
  EXPECT_EQ(shape_of("(A) () -> a"), "[cast A [lambda a]]");
  EXPECT_EQ(shape_of("A<B>::new"), "[method_ref [type_expr A<B>]]");
  EXPECT_EQ(shape_of("A.B<C>.D[]::new"), "[method_ref [type_expr A.B<C>.D[]]]");
  EXPECT_EQ(shape_of("a.b::c"), "[method_ref [.b a]]");
}

TEST(JavaParser, SpansAreExact) {
  Parsed p("class A { int f() { return (a + b) * c . d ( e ); } }");
  ASSERT_TRUE(p.ok());
  std::vector<std::string> texts;
  walk(p.tree.root, [&](const Node* node) {
    if (is_expr(node->kind)) texts.emplace_back(p.tree.text(node->span));
    return true;
  });
  EXPECT_THAT(texts,
              testing::ElementsAre("(a + b) * c . d ( e )", "a + b", "a", "b", "c . d ( e )", "c", "e"));
}

TEST(JavaParser, SaysWhereAndWhat) {
  EXPECT_EQ(Parsed("class A {\n  int x = 1\n  int y; }").error(), "A.java:3:3 expected ';' but found 'int'");
  EXPECT_EQ(Parsed("class A { void f() { a; } }").error(), "A.java:1:22 not a statement");
  EXPECT_EQ(Parsed("class A { foo() {} }").error(), "A.java:1:11 a method needs a return type");
  EXPECT_THAT(Parsed("class A { void f() {").error(),
              HasSubstr("expected '}' but found the end of the file"));
  EXPECT_THAT(Parsed("class A { String s = \"x; }").error(),
              HasSubstr("A.java:1:22 the string is not closed"));
}

TEST(JavaParser, SkimsOverBodies) {
  Parsed p(
      "class A { int x = f(1); A() { oops ( } void f(int a) { if } static { ??? } { more } abstract void "
      "g(); }",
      ParseMode::skim);
  ASSERT_TRUE(p.ok()) << p.error();
  const ClassDecl& a = *p.tree.root->classes[0];
  ASSERT_EQ(a.members.size(), 6u);
  EXPECT_TRUE(is<Call>(get<Var>(a.members[0]).init));
  EXPECT_TRUE(get<Method>(a.members[1]).is_constructor());
  EXPECT_TRUE(get<Method>(a.members[2]).body_skipped);
  EXPECT_EQ(get<Method>(a.members[2]).body, nullptr);
  EXPECT_TRUE(get<Initializer>(a.members[3]).is_static());
  EXPECT_FALSE(get<Method>(a.members[5]).has_body());
  EXPECT_FALSE(Parsed("class A { void f() { ", ParseMode::skim).ok());
}

// Calls check(tree) for every file below tests/java/syntax/<folder>.
template <typename Check>
void each_syntax_file(const std::string& folder, Check&& check) {
  size_t count = 0;
  std::string root = std::string(DEADHEAT_SOURCE_DIR) + "/tests/java/syntax/" + folder;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    auto file = SourceFile::open(entry.path().string());
    ASSERT_TRUE(file.has_value());
    ++count;
    check(*file);
  }
  EXPECT_GT(count, 0u);
}

TEST(JavaParser, EveryConstructParsesAndSkims) {
  for (const char* folder : {"java17", "java25"}) {
    each_syntax_file(folder, [](const SourceFile& file) {
      SharedInterner names;
      Diagnostics diagnostics;
      Tree full = parse(file, names, ParseMode::full, diagnostics);
      Tree skimmed = parse(file, names, ParseMode::skim, diagnostics);
      EXPECT_TRUE(diagnostics.empty())
          << file.path() << " " << (diagnostics.empty() ? "" : diagnostics[0].message);
      ASSERT_TRUE(full.root != nullptr && skimmed.root != nullptr);
      EXPECT_EQ(full.root->classes.size(), skimmed.root->classes.size());
      for (size_t i = 0; i < full.root->classes.size(); ++i) {
        const auto& a = full.root->classes[i]->members;
        const auto& b = skimmed.root->classes[i]->members;
        ASSERT_EQ(a.size(), b.size()) << file.path();
        for (size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k]->span, b[k]->span) << file.path();
      }
    });
  }
}

TEST(JavaParser, BrokenFilesAreRefusedWithAPlace) {
  each_syntax_file("broken", [](const SourceFile& file) {
    SharedInterner names;
    Diagnostics diagnostics;
    Tree tree = parse(file, names, ParseMode::full, diagnostics);
    EXPECT_EQ(tree.root, nullptr) << file.path();
    ASSERT_EQ(diagnostics.size(), 1u) << file.path();
    EXPECT_GT(diagnostics[0].place.line, 0u) << file.path();
    EXPECT_EQ(diagnostics[0].severity, Severity::error);
  });
}

// Children lie within their parents, in order of their begin. Modifiers and types that several variables
// share are the exception, and so are the parts of int f()[].
TEST(JavaParser, ChildrenLieWithinTheirParents) {
  for (const char* folder : {"java17", "java25"}) {
    each_syntax_file(folder, [](const SourceFile& file) {
      SharedInterner names;
      Diagnostics diagnostics;
      Tree tree = parse(file, names, ParseMode::full, diagnostics);
      walk(tree.root, [&](const Node* node) {
        EXPECT_LE(node->span.begin, node->span.end);
        for_each_child(node, [&](const Node* child) {
          if (is<Modifiers>(child) || is_type(child->kind) || is<Annotation>(child)) return;
          EXPECT_LE(node->span.begin, child->span.begin) << file.path() << " " << node_kind_name(child->kind);
          EXPECT_GE(node->span.end, child->span.end) << file.path() << " " << node_kind_name(child->kind);
          EXPECT_LT(child->span.begin, child->span.end) << file.path() << " " << node_kind_name(child->kind);
        });
        return true;
      });
    });
  }
}

}  // namespace
}  // namespace dh::java
