// Mutations of source text: tokenizer, preprocessor and parser must survive everything.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "erlang/syntax/tree_test_support.h"

namespace dh::erlang {
namespace {

constexpr const char* kSeed = R"(
-define(A(X), {X, ??X}). -define(B, ?A(b)). -define(C(X, Y), X ++ ?A(Y)).
-ifdef(NO). -define(D, 1). -elif(defined(B) andalso 1 < 2). -define(D, 2). -else. -endif.
-record(r, {a = 1 :: integer(), b}). -export([f/1]). -spec f(X) -> [X] when X :: a | {b, c}.
f(X) when X > 1; is_atom(X) -> ?B, ?C([1], "a\x{41}"), ?LINE, ?FUNCTION_NAME,
  case X of {ok, [H | T]} -> H ! T; #r{a = Y} -> Y#r{b = 2}#r.a; _ -> #{a => 1, b := 2} end,
  try g() of ok -> 1 catch error:_:S -> S; x -> y after z end,
  receive a -> b after 10 -> c end, fun f/1, fun m:f/A, fun(Z) -> Z end, fun N(1) -> N(0) end,
  <<X:8/integer-unit:2, "s"/utf8>>, [Y || Y <- L, <<Y>> <= B], #{K => V || K := V <- M},
  maybe {ok, Q} ?= h(), Q else _ -> 0 end, begin 1 + 2 * -3 bsl 4 end, ~b"sigil", 16#ff_ff, 1.5e3, $\n, 'q a'.
)";

TEST(SourceFuzz, MutationsNeverCrash) {
  // Pieces of the language, so that mutations go deeper than noise would.
  const std::vector<std::string> pieces = {"(",
                                           ")",
                                           "[",
                                           "]",
                                           "{",
                                           "}",
                                           "<<",
                                           ">>",
                                           "->",
                                           ",",
                                           ";",
                                           ".\n",
                                           "?A(",
                                           "??",
                                           "?",
                                           "#r{",
                                           "#{",
                                           "end ",
                                           "fun ",
                                           "case ",
                                           "of ",
                                           "-ifdef(A).\n",
                                           "-endif.\n",
                                           "-else.\n",
                                           "-define(A, ?B).\n",
                                           "\"",
                                           "'",
                                           "$",
                                           "\"\"\"\n",
                                           "~S(",
                                           "%",
                                           "maybe ",
                                           "||",
                                           "<:-",
                                           "&&",
                                           "-include(\"x.erl\").\n",
                                           "-file(\"y\", 3).\n",
                                           "\xff",
                                           "\xe2\x82",
                                           "1.0e",
                                           "16#"};
  const std::string seed = kSeed;
  std::mt19937 random(4);
  for (int i = 0; i < 3000; ++i) {
    std::string text = seed;
    for (size_t n = 1 + random() % 6; n > 0; --n) {
      size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 20);
          break;
        case 1:
          text.insert(at, pieces[random() % pieces.size()]);
          break;
        case 2:
          text.insert(at, text.substr(random() % text.size(), random() % 60));
          break;
        default:
          text[at] = static_cast<char>(random());
      }
      if (text.empty()) text = "a";
    }
    auto parsed = parse_text(text);
    for (const Function& f : parsed->module->functions) {
      for (const Clause& clause : f.clauses) {
        for (const Expr* e : clause.body) ASSERT_LE(e->depth, kMaxNesting);
      }
    }
  }
}

TEST(SourceFuzz, EveryPrefixIsSurvived) {
  const std::string seed = kSeed;
  for (size_t n = 0; n <= seed.size(); ++n) parse_text(seed.substr(0, n));
}

TEST(SourceFuzz, TheSeedItselfIsRight) {
  auto parsed = parse_text(kSeed);
  EXPECT_EQ(parsed->problems(), "");
  EXPECT_EQ(parsed->module->functions.size(), 1u);
}

}  // namespace
}  // namespace dh::erlang
