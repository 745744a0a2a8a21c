#include "java/index/literals.h"

#include <gtest/gtest.h>

namespace dh::java {
namespace {

TEST(JavaLiterals, Numbers) {
  const auto integer = [](std::string_view text) {
    return std::get<int64_t>(*literal_value(LiteralKind::kInt, text));
  };
  EXPECT_EQ(integer("0"), 0);
  EXPECT_EQ(integer("1_000"), 1000);
  EXPECT_EQ(integer("0xF_F"), 255);
  EXPECT_EQ(integer("0b101"), 5);
  EXPECT_EQ(integer("017"), 15);
  EXPECT_EQ(integer("9L"), 9);
  EXPECT_EQ(integer("00"), 0);
  const auto real = [](std::string_view text) {
    return std::get<double>(*literal_value(LiteralKind::kDouble, text));
  };
  EXPECT_EQ(real("1.5"), 1.5);
  EXPECT_EQ(real("1_0e1f"), 100);
  EXPECT_EQ(real("0x1.8p1"), 3);
  EXPECT_EQ(real(".5d"), 0.5);
}

TEST(JavaLiterals, StringsAndChars) {
  const auto text = [](LiteralKind kind, std::string_view t) {
    return std::get<std::string>(*literal_value(kind, t));
  };
  EXPECT_EQ(text(LiteralKind::kString, R"("a\n\"\\\101\0z")"), std::string("a\n\"\\A\0z", 7));
  EXPECT_EQ(text(LiteralKind::kString, R"("\u0041\u00e9")"), "Aé");
  EXPECT_EQ(text(LiteralKind::kTextBlock, "\"\"\"\n    a\n      b  \n\n    c\\\n    d\n    \"\"\""),
            "a\n  b\n\ncd\n");
  EXPECT_EQ(std::get<int64_t>(*literal_value(LiteralKind::kChar, "'a'")), 97);
  EXPECT_EQ(std::get<int64_t>(*literal_value(LiteralKind::kChar, "'\\0'")), 0);
  EXPECT_EQ(std::get<int64_t>(*literal_value(LiteralKind::kChar, "'\\''")), 39);
}

TEST(JavaLiterals, DefaultsAreZero) {
  EXPECT_TRUE(is_default_value(int64_t{0}) && is_default_value(0.0) && is_default_value(false));
  EXPECT_FALSE(is_default_value(int64_t{1}) || is_default_value(-0.0) || is_default_value(true));
  EXPECT_FALSE(is_default_value(std::string()));
}

TEST(JavaLiterals, ConstantExpressions) {
  std::vector<SourceFile> files = {
      SourceFile::from_text("A.java",
                            R"(class A { static final int ZERO = 0; static final String P = "a" + B.Q;
          static final int LOOP = LOOP + LOOP; static int changing = 3; final double d = (double) 1 * 2; int x;
          int[] values = {-1, ~0, 1 << 4 | 1, ZERO, B.N + 2, LOOP, changing, -(ZERO)}; String s = P; boolean b = !true; })"),
      SourceFile::from_text("B.java", "class B { static final String Q = \"b\"; static final int N = 40; }")};
  Diagnostics diagnostics;
  auto index = Index::build(files, {}, diagnostics);
  TypeId a = index->find_type("A");
  const auto init = [&](std::string_view name) {
    return index->field(index->own_field(a, index->names().intern(name))).decl->init;
  };
  std::vector<std::string> seen;
  for (const Expr* element : get<ArrayInit>(init("values")).elements) {
    auto value = constant_value(*index, a, element);
    seen.push_back(value ? std::to_string(std::get<int64_t>(*value)) : "none");
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"-1", "-1", "17", "0", "42", "none", "none", "0"}));
  EXPECT_EQ(std::get<std::string>(*constant_value(*index, a, init("s"))), "ab");
  EXPECT_EQ(std::get<double>(*constant_value(*index, a, init("d"))), 2.0);
  EXPECT_EQ(std::get<bool>(*constant_value(*index, a, init("b"))), false);
}

}  // namespace
}  // namespace dh::java
