#include "smalltalk/parser.h"

#include <gtest/gtest.h>

#include "smalltalk/source_printer.h"

namespace dh::smalltalk {
namespace {

std::string round(const std::string& source, Dialect dialect = Dialect::pharo,
                  MethodForm form = MethodForm::plain) {
  Arena arena;
  ParsedMethod parsed = parse_method(source, form, dialect, arena);
  if (parsed.method == nullptr) return "error: " + parsed.error->message;
  std::string printed = print_source(*parsed.method);
  ParsedMethod again =
      parse_method(printed, form == MethodForm::script ? form : MethodForm::plain, dialect, arena);
  if (again.method == nullptr) return "does not parse again: " + again.error->message + " in " + printed;
  EXPECT_EQ(print_source(*again.method), printed) << source;
  return printed;
}

std::string script(const std::string& source, Dialect dialect = Dialect::pharo) {
  std::string printed = round(source, dialect, MethodForm::script);
  while (!printed.empty() && (printed.back() == '\n' || printed.back() == ' ')) printed.pop_back();
  if (printed.starts_with('\n')) printed.erase(0, 1);
  return printed;
}

TEST(Parser, Literals) {
  EXPECT_EQ(script("'it''s'"), "'it''s'.");
  EXPECT_EQ(script("#[1 2 255]"), "#[1 2 255 ].");
  EXPECT_EQ(script("x , #: , #:y"), "x , #':' , #'y'.");
  EXPECT_EQ(script("#(1 $a #b c (1 2) true foo:bar: + #(x))"),
            "#(1 $a #'b' #'c' #(1 2 ) true #'foo:bar:' #'+' #(#'x' ) ).");
  EXPECT_EQ(script("#{Core.Foo}", Dialect::visualworks), "#{Core.Foo}.");
  EXPECT_EQ(script("{a. b. }"), "{a. b. }.");
  EXPECT_EQ(script("3.14s2. 2r1010. 16r-1F. 1e10. -5. 1.0e-3. 3s. 1_000"),
            "3.14s2. 10. -31. 10000000000. -5. 1.0e-3. 3s. 1000.");
  EXPECT_EQ(script("$'. $\". $ . $$"), "$'. $\". $ . $$.");
  EXPECT_EQ(script("##(3 + 4)", Dialect::dolphin), "##(3 + 4).");
  EXPECT_EQ(script("`Color red`", Dialect::cuis), "`Color red`.");
  EXPECT_EQ(script("#foo:bar:. #+. #'a b'. ##foo"), "#'foo:bar:'. #'+'. #'a b'. #'foo'.");
  EXPECT_EQ(script("1 to:3do:[:i|]"), "1 to: 3 do: [:i | ].");
}

TEST(Parser, Operators) {
  EXPECT_EQ(script("a => b ==> c || d -> e"), "a => b ==> c || d -> e.");
  EXPECT_EQ(script("x>-1. 2**-3. 3-4. 3 -4. a - b"), "x > -1. 2 ** -3. 3 - 4. 3 - 4. a - b.");
  EXPECT_EQ(round("| other ^ self or: other"), "| other \n^ self or: other. \n");
  EXPECT_EQ(round("! x ^x"), "! x \n^ x. \n");
  EXPECT_EQ(round("== x ^x"), "== x \n^ x. \n");
}

TEST(Parser, CascadesGoToTheReceiverOfTheLastMessage) {
  Arena arena;
  ParsedMethod parsed = parse_method("a foo bar: 1; baz; + 2", MethodForm::script, Dialect::pharo, arena);
  ASSERT_NE(parsed.method, nullptr);
  const auto& chain = static_cast<const ChainNode&>(*parsed.method->body.statements[0]);
  ASSERT_EQ(chain.messages.size(), 4u);
  EXPECT_EQ(chain.cascade, 1u);
  EXPECT_FALSE(chain.messages[1].cascaded);
  EXPECT_TRUE(chain.messages[2].cascaded);
  EXPECT_EQ(script("a + 1; * 2. a b; c. a b: 1; c: 2"), "a + 1; * 2. a b; c. a b: 1; c: 2.");
  EXPECT_EQ(script("self destroy; isOpen not", Dialect::dolphin), "self destroy; isOpen not.");
}

TEST(Parser, AssignmentsOldAndNew) {
  EXPECT_EQ(script("a _ 3. a := b := c _ 4"), "a := 3. a := b := c := 4.");
  EXPECT_EQ(script("[:_ | 1]"), "[:_ | 1. ].");
}

TEST(Parser, UnderscoreIsANameAnAssignmentOrAKeyword) {
  EXPECT_EQ(script("a _ 3. b _ a _ 4. a _3"), "a := 3. b := a := 4. a _3.");
  EXPECT_EQ(script("a _: 3. a foo: 1 _: 2. #_:. #(_: _ x)"),
            "a _: 3. a foo: 1 _: 2. #'_:'. #(#'_:' #'_' #'x' ).");
  EXPECT_EQ(round("_: x ^x"), "_: x \n^ x. \n");
  EXPECT_EQ(round("foo: x _: y ^x"), "foo: x _: y \n^ x. \n");
  EXPECT_EQ(script("[:_ | _ ]"), "[:_ | _. ].");
}

TEST(Parser, TemporariesAndBlocks) {
  EXPECT_EQ(round("foo | a | a := 1. | b | ^b"), "foo\n| a b | a := 1. ^ b. \n");
  EXPECT_EQ(round("foo | a | | b | ^a"), "foo\n| a b | ^ a. \n");
  EXPECT_EQ(script("[:x || t | t]. [:x | | t | t]. [:x]. [ | a | a]. [||]"),
            "[:x | | t | t. ]. [:x | | t | t. ]. [:x | ]. [| a | a. ]. [].");
  EXPECT_EQ(script("a.. b. . c."), "a. b. c.");
  EXPECT_EQ(script("test start. test stop."), "test start. test stop.");
}

TEST(Parser, Pragmas) {
  EXPECT_EQ(round("foo <bar> <primitive: 60 error: code> | a | <baz: #(1 2)> ^code"),
            "foo\n<bar> <primitive: 60 error: #'code' > <baz: #(1 2 ) > | code a | ^ code. \n");
  Arena arena;
  for (const char* foreign : {"f <virtual stdcall: hresult 6 lpwstr> ^1", "f <cdecl: void* foo int> ^1",
                              "f: x <C: int getpid(void)> ^1", "f <stdcall: handle GetDC handle> ^1",
                              "f <cdecl: void* 'a>b' (int)> ^1"}) {
    ParsedMethod parsed = parse_method(foreign, MethodForm::plain, Dialect::dolphin, arena);
    ASSERT_NE(parsed.method, nullptr) << foreign << parsed.error->message;
    EXPECT_EQ(parsed.method->pragmas.size(), 1u);
    EXPECT_EQ(parsed.method->body.statements.size(), 1u);
  }
}

TEST(Parser, NamesBeyondAscii) {
  EXPECT_EQ(script("größe := 3 × 4. x ← 1"), "größe := 3 × 4. x := 1.");
  EXPECT_EQ(script("Core.Foo new", Dialect::visualworks), "Core.Foo new.");
  EXPECT_EQ(script("a.b", Dialect::pharo), "a. b.");
}

TEST(Parser, CommentsAnywhere) {
  EXPECT_EQ(round("foo: \"a\" x \"b\" \"c\" ^ \"d\" x \"e\" bar"), "foo: x \n^ x bar. \n");
}

TEST(Parser, ErrorsSayWhatAndWhere) {
  Arena arena;
  auto error = [&](const char* source) {
    ParsedMethod parsed = parse_method(source, MethodForm::plain, Dialect::pharo, arena);
    return parsed.error ? std::to_string(parsed.error->span.begin) + ": " + parsed.error->message : "none";
  };
  EXPECT_EQ(error("foo ^ (1"), "8: expected ')', but the code ends");
  EXPECT_EQ(error("foo [ x"), "7: expected ']', but the code ends");
  EXPECT_EQ(error("foo 'abc"), "4: string is not closed");
  EXPECT_EQ(error("foo \"abc"), "4: comment is not closed");
  EXPECT_EQ(error("foo a b ]"), "8: expected '.', not ']'");
  EXPECT_EQ(error("3 foo"), "0: expected a method header, not '3'");
  EXPECT_EQ(error("foo ; bar"), "4: expected an expression, not ';'");
}

TEST(Parser, NestingBombsAreRefused) {
  Arena arena;
  for (const char* piece : {"(", "[", "{", "#(", "##(", "a foo: (", "[:x | ", "`"}) {
    std::string bomb = "foo ";
    for (int i = 0; i < 100000; ++i) bomb += piece;
    ParsedMethod parsed = parse_method(bomb, MethodForm::plain, Dialect::cuis, arena);
    EXPECT_EQ(parsed.method, nullptr) << piece;
  }
  std::string flat = "foo ^a";
  for (int i = 0; i < 100000; ++i) flat += " b + c";
  EXPECT_NE(parse_method(flat, MethodForm::plain, Dialect::pharo, arena).method, nullptr);
}

}  // namespace
}  // namespace dh::smalltalk
