#include "erlang/syntax/parser.h"

#include <gtest/gtest.h>

#include "erlang/syntax/tree_test_support.h"

namespace dh::erlang {
namespace {

TEST(Parser, OperatorsBindAsInErlang) {
  EXPECT_EQ(parse_body("1 + 2 * 3"), parse_body("1 + (2 * 3)"));
  EXPECT_EQ(parse_body("1 - 2 - 3"), parse_body("(1 - 2) - 3"));
  EXPECT_EQ(parse_body("A ++ B -- C"), parse_body("A ++ (B -- C)"));
  EXPECT_EQ(parse_body("A = B = C"), parse_body("A = (B = C)"));
  EXPECT_EQ(parse_body("A ! B ! C"), parse_body("A ! (B ! C)"));
  EXPECT_EQ(parse_body("- A + B"), parse_body("(- A) + B"));
  EXPECT_EQ(parse_body("not A == B"), parse_body("(not A) == B"));
  EXPECT_EQ(parse_body("A orelse B andalso C"), parse_body("A orelse (B andalso C)"));
  EXPECT_EQ(parse_body("X = A or B == C"), parse_body("X = ((A or B) == C)"));
  EXPECT_EQ(parse_body("catch A ! B = C"), parse_body("catch (A ! (B = C))"));
  EXPECT_EQ(parse_body("A = catch B + 1"), parse_body("A = (catch (B + 1))"));
  EXPECT_EQ(parse_body("-X#r.f"), parse_body("-(X#r.f)"));
  EXPECT_EQ(parse_body("bnot 1 bsl 2"), parse_body("(bnot 1) bsl 2"));
  EXPECT_NE(parse_body("1 + 2 * 3"), parse_body("(1 + 2) * 3"));
}

TEST(Parser, ComparisonsDoNotAssociate) {
  auto parsed = parse_text("f() -> 1 < 2 < 3.");
  EXPECT_TRUE(parsed->module->functions.empty());
  EXPECT_EQ(parsed->problems(), "1:26 syntax error before `<`, where the function should end\n");
}

TEST(Parser, ListsAreFlat) {
  EXPECT_EQ(parse_body("[a, b | [c]]"), parse_body("[a, b, c]"));
  EXPECT_EQ(parse_body("[a | [b | T]]"), "cons\n  atom 'a'\n  atom 'b'\n  var 'T'\n");
  EXPECT_EQ(parse_body("[]"), "list\n");
}

TEST(Parser, CallsAndRemotes) {
  EXPECT_EQ(parse_body("ets:lookup(t, K)"),
            "call\n  remote\n    atom 'ets'\n    atom 'lookup'\n  atom 't'\n  var 'K'\n");
  EXPECT_EQ(parse_body("(f())(X)"), "call\n  call\n    atom 'f'\n  var 'X'\n");
  EXPECT_EQ(parse_body("M:F()"), "call\n  remote\n    var 'M'\n    var 'F'\n");
}

TEST(Parser, RecordsAndMaps) {
  EXPECT_EQ(parse_body("X#r{a = 1}#r.b"),
            "access 'r'\n  record_update 'r'\n    var 'X'\n    field\n      atom 'a'\n      integer 1\n  "
            "atom 'b'\n");
  EXPECT_EQ(parse_body("#r{_ = 0}"), "record 'r'\n  field\n    var '_'\n    integer 0\n");
  EXPECT_EQ(parse_body("#r.a"), "index 'r'\n  atom 'a'\n");
  EXPECT_EQ(
      parse_body("M#{a => 1, b := 2}"),
      "map_update\n  var 'M'\n  assoc\n    atom 'a'\n    integer 1\n  exact\n    atom 'b'\n    integer 2\n");
}

TEST(Parser, Binaries) {
  EXPECT_EQ(parse_body("<<X:8/big-unit:2, -1, \"s\"/utf8>>"),
            "bin\n  segment 'big-unit:2'\n    var 'X'\n    integer 8\n  segment\n    op -\n      integer 1\n"
            "  segment 'utf8'\n    string 's'\n");
}

TEST(Parser, ComprehensionsOfEveryKind) {
  EXPECT_EQ(parse_body("[X || X <- L, X > 1]"),
            "lc\n  var 'X'\n  generate\n    var 'X'\n    var 'L'\n  op >\n    var 'X'\n    integer 1\n");
  EXPECT_EQ(parse_body("<< <<X>> || <<X>> <= B >>"),
            "bc\n  bin\n    segment\n      var 'X'\n  b_generate\n    bin\n      segment\n        var 'X'\n  "
            "  var 'B'\n");
  EXPECT_EQ(parse_body("#{K => V || K := V <- M}"),
            "mc\n  assoc\n    var 'K'\n    var 'V'\n  m_generate\n    exact\n      var 'K'\n      var 'V'\n  "
            "  var 'M'\n");
  EXPECT_EQ(
      parse_body("[{X, Y} || X <:- L && <<Y>> <:= B]"),
      "lc\n  tuple\n    var 'X'\n    var 'Y'\n  zip\n    generate_strict\n      var 'X'\n      var 'L'\n"
      "    b_generate_strict\n      bin\n        segment\n          var 'Y'\n      var 'B'\n");
}

TEST(Parser, Control) {
  EXPECT_EQ(parse_body("case X of a when G, H; I -> 1; _ -> 2 end"),
            "case\n  var 'X'\n  clause\n    atom 'a'\n    when\n      var 'G'\n      var 'H'\n    when\n     "
            " var 'I'\n"
            "    do\n      integer 1\n  clause\n    var '_'\n    do\n      integer 2\n");
  EXPECT_EQ(parse_body("if A; B -> 1 end"),
            "if\n  clause\n    when\n      var 'A'\n    when\n      var 'B'\n    do\n      integer 1\n");
  EXPECT_EQ(parse_body("receive after 5 -> ok end"), "receive\n  integer 5\n  after\n    atom 'ok'\n");
  EXPECT_EQ(parse_body("try a catch error:{b, _}:S -> S; c -> d after e end"),
            "try\n  atom 'a'\n  handler\n    atom 'error'\n    tuple\n      atom 'b'\n      var '_'\n    var "
            "'S'\n    do\n"
            "      var 'S'\n  handler\n    atom 'throw'\n    atom 'c'\n    var '_'\n    do\n      atom 'd'\n "
            " after\n    atom 'e'\n");
}

TEST(Parser, MaybeIsAWordOnlyWhereItMustBe) {
  EXPECT_EQ(
      parse_body("maybe {ok, A} ?= f(), A else _ -> b end"),
      "maybe\n  maybe_match\n    tuple\n      atom 'ok'\n      var 'A'\n    call\n      atom 'f'\n  var 'A'\n"
      "  clause\n    var '_'\n    do\n      atom 'b'\n");
  EXPECT_EQ(parse_body("{maybe, else}"), "tuple\n  atom 'maybe'\n  atom 'else'\n");
  EXPECT_EQ(parse_body("maybe(X)"), "call\n  atom 'maybe'\n  var 'X'\n");
}

TEST(Parser, Funs) {
  EXPECT_EQ(parse_body("fun f/1"), "fun_local 'f' 1\n");
  EXPECT_EQ(parse_body("fun M:f/A"), "fun_remote\n  var 'M'\n  atom 'f'\n  var 'A'\n");
  EXPECT_EQ(parse_body("fun F(1) -> F(0); F(_) -> a end"),
            "named_fun 'F'\n  clause\n    integer 1\n    do\n      call\n        var 'F'\n        integer 0\n"
            "  clause\n    var '_'\n    do\n      atom 'a'\n");
}

TEST(Parser, PlacesHaveBeginsAndEnds) {
  auto parsed = parse_text("\nf() ->\n  ets:insert(T,\n    (X)),\n  A + B.");
  const Clause& clause = parsed->module->functions[0].clauses[0];
  EXPECT_EQ(clause.place, (TreePlace{2, 5, 1, 8, 0}));
  EXPECT_EQ(clause.body[0]->place, (TreePlace{3, 4, 3, 9, 0}));
  EXPECT_EQ(clause.body[0]->child(2).place, (TreePlace{4, 4, 6, 7, 0}));
  EXPECT_EQ(clause.body[1]->place, (TreePlace{5, 5, 3, 8, 0}));
}

TEST(Parser, AttributesThatMatter) {
  auto parsed = parse_text(
      "-export([f/1, g/2]). -import(lists, [map/2]). -behaviour(gen_server). -compile([export_all, "
      "{parse_transform, t}]).\n"
      "-dialyzer({nowarn_function, f/1}). -dialyzer({[nowarn_function, no_match], [g/2]}).\n"
      "-record(r, {a, b = 1 :: integer() | {x, y}, c :: fun((A, B) -> <<_:8>>)}).\n"
      "-spec f(X) -> [X] when X :: #{a => b}. -type t() :: {a, b} | c. -doc \"text\". -wild({a, #{b => "
      "c}}).");
  EXPECT_EQ(parsed->problems(), "");
  EXPECT_EQ(parsed->tree(),
            "-module x\n-export f/1\n-export g/2\n-import lists:map/2\n-behaviour gen_server\n-nowarn "
            "f/1\n-nowarn g/2\n"
            "-export_all\n-record r\n  a\n  b =\n    integer 1\n  c\n");
  EXPECT_EQ(parsed->module->parse_transforms.size(), 1u);
}

TEST(Parser, ABadFormDoesNotHideTheOthers) {
  auto parsed = parse_text("f() -> a.\ng( -> b.\nh() -> c.\ni() -> [1, 2.\nj() -> d.");
  EXPECT_EQ(parsed->problems(),
            "2:4 syntax error before `->`, where an expression is expected\n"
            "4:13 `]` is missing after a list\n");
  EXPECT_EQ(parsed->module->functions.size(), 3u);
  EXPECT_TRUE(parsed->module->incomplete);
}

TEST(Parser, DeepNestingIsRefusedAndLongListsAreNot) {
  for (const char* opener : {"(", "[", "{", "<<", "- ", "f(", "#{a=>", "begin ", "fun()->", "case "}) {
    std::string text = "f() -> ";
    for (int i = 0; i < 100'000; ++i) text += opener;
    auto parsed = parse_text(text + " a.\ng() -> b.");
    EXPECT_NE(parsed->problems().find("nested more than"), std::string::npos) << opener << parsed->problems();
    EXPECT_EQ(parsed->module->functions.size(), 1u) << opener;
  }
  for (const char* chain : {" ++ a", " + a", " = A", " , a", " orelse a", "#r.f", "(a)"}) {
    std::string text = "f() -> A";
    for (int i = 0; i < 20'000; ++i) text += chain;
    auto parsed = parse_text(text + ".\ng() -> b.");
    bool refused = parsed->problems().find("nested more than") != std::string::npos;
    EXPECT_EQ(parsed->module->functions.size(), refused ? 1u : 2u) << chain << parsed->problems();
    EXPECT_EQ(refused, std::string_view(chain) != " , a") << chain;
  }
  std::string list = "f() -> [a";
  for (int i = 0; i < 50'000; ++i) list += ", a";
  EXPECT_EQ(parse_text(list + "].")->problems(), "");
}

}  // namespace
}  // namespace dh::erlang
