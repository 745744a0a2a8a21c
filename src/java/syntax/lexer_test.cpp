#include "java/syntax/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dh::java {
namespace {

using testing::ElementsAre;

// "kind:text" of every token; an error at the end as "error@begin: message".
std::vector<std::string> tokens(std::string_view text) {
  SharedInterner names;
  Lexer lexer(text, names);
  std::vector<std::string> out;
  for (;;) {
    Token token = lexer.next();
    if (token.kind == TokenKind::end) break;
    out.emplace_back(text.substr(token.span.begin, token.span.end - token.span.begin));
    if (token.kind == TokenKind::identifier) out.back() += "/" + std::string(names.text(token.name));
  }
  if (lexer.error()) out.push_back("error@" + std::to_string(lexer.error()->span.begin));
  return out;
}

TEST(JavaLexer, SplitsOperatorsButNotGreater) {
  EXPECT_THAT(tokens("a>>>=b"), ElementsAre("a/a", ">", ">", ">=", "b/b"));
  EXPECT_THAT(tokens("<<=<<<=->::...++--&&||!="),
              ElementsAre("<<=", "<<", "<=", "->", "::", "...", "++", "--", "&&", "||", "!="));
  EXPECT_THAT(tokens("1..2"), ElementsAre("1.", ".2"));
  EXPECT_THAT(tokens("x...y"), ElementsAre("x/x", "...", "y/y"));
}

TEST(JavaLexer, Numbers) {
  for (const char* good :
       {"0", "0L", "1_000", "0x1_F", "0b1", "017", "1.5e-3f", ".5", "1.", "0x1p3", "0x.8p-1D", "09.5"}) {
    EXPECT_THAT(tokens(good), ElementsAre(good));
  }
  for (const char* bad :
       {"0x", "0b2", "1_", "0x_1", "09", "1e", "0x1.5", "1.5L", "0b1f", "12abc", "1__", "0x.p1"}) {
    EXPECT_EQ(tokens(bad).back().substr(0, 6), "error@") << bad;
  }
}

TEST(JavaLexer, StringsAndComments) {
  EXPECT_THAT(tokens(R"(/* " */ "a\"b" // '
      '\'' 'x' /**/ '"')"),
              ElementsAre(R"("a\"b")", R"('\'')", "'x'", "'\"'"));
  EXPECT_THAT(tokens("\"\"\"\n a \"\" \\\"\"\" b\"\"\";"),
              ElementsAre("\"\"\"\n a \"\" \\\"\"\" b\"\"\"", ";"));
  for (const char* bad :
       {"\"a", "\"a\n\"", "'", "''", "'ab'", "\"\\q\"", "/* x", "\"\"\" x\"\"\"", "\"\"\"\nx", "#", "`"}) {
    EXPECT_EQ(tokens(bad).back(), std::string("error@") + (std::string_view(bad) == "\"\\q\"" ? "1" : "0"))
        << bad;
  }
}

TEST(JavaLexer, UnicodeEscapesKeepPlaces) {
  EXPECT_THAT(tokens(R"(x \u0061\uuu0062c y)"), ElementsAre("x/x", R"(\u0061\uuu0062c/abc)", "y/y"));
  EXPECT_THAT(tokens(R"(\u0022s\u0022 z)"), ElementsAre(R"(\u0022s\u0022)", "z/z"));
  EXPECT_THAT(tokens(R"("\\u0041" q)"), ElementsAre(R"("\\u0041")", "q/q"));
  EXPECT_THAT(tokens(R"('\u005c'' q)"), ElementsAre(R"('\u005c'')", "q/q"));
  EXPECT_THAT(tokens(R"(a \u00 b)"), ElementsAre("error@2"));
}

TEST(JavaLexer, NamesBeyondAscii) {
  EXPECT_THAT(tokens("été 变量 $x _"), ElementsAre("été/été", "变量/变量", "$x/$x", "_/_"));
  EXPECT_THAT(tokens("a “b”"), ElementsAre("a/a", "error@2"));
  EXPECT_THAT(tokens("a \xff"), ElementsAre("a/a", "error@2"));
}

TEST(JavaLexer, SkipsBlocks) {
  SharedInterner names;
  std::string text =
      "{ \"}\" '}' '\\'' /* } */ // }\n { \"\"\"\n } \\\"\"\" } \"\"\" } a/b } after \\u007b x \\u007d end";
  Lexer lexer(text, names);
  Token open = lexer.next();
  Token close = lexer.skip_block(open.span.end);
  EXPECT_EQ(close.kind, TokenKind::r_brace);
  Token after = lexer.next();
  EXPECT_EQ(names.text(after.name), "after");
  open = lexer.next();
  EXPECT_EQ(open.kind, TokenKind::l_brace);
  close = lexer.skip_block(open.span.end);
  EXPECT_EQ(text.substr(close.span.begin, close.span.end - close.span.begin), "\\u007d");
  EXPECT_EQ(names.text(lexer.next().name), "end");

  Lexer unclosed("{ { }", names);
  EXPECT_EQ(unclosed.skip_block(unclosed.next().span.end).kind, TokenKind::end);
  EXPECT_TRUE(unclosed.error().has_value());
}

}  // namespace
}  // namespace dh::java
