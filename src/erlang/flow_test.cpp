#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "erlang/erlang_check.h"
#include "erlang/flow_test_support.h"

namespace dh::erlang {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(ErlangModel, BuiltInModelIsRight) {
  SharedInterner names;
  Diagnostics diagnostics;
  Model model = load_model(nullptr, names, diagnostics);
  EXPECT_THAT(diagnostics, IsEmpty());
  EXPECT_TRUE(model.operations.contains({names.intern("ets"), names.intern("insert"), 2}));
  EXPECT_TRUE(model.callbacks.contains({names.intern("lists"), names.intern("foreach"), 2}));
}

TEST(ErlangModel, MistakesHaveLines) {
  struct {
    const char* text;
    uint32_t line;
    const char* message;
  } mistakes[] = {
      {"[state.ets]\nreads = ['ets:lookup']", 2, "not a signature"},
      {"[state.ets]\nreads = ['ets:lookup(Tabel)']", 2, "unknown argument 'Tabel'"},
      {"[state.mine]\nrule = 'exo-race'", 2, "not an Erlang rule"},
      {"[calls]\nonce = ['m:f(_)']", 2, "needs Fun/N"},
      {"\n[calls]\nsometimes = []", 3, "sometimes"},
      {"[behaviour.b]\nstart = ['init']", 2, "not a function"},
      {"colour = 'red'", 1, "colour"},
  };
  for (const auto& m : mistakes) {
    Diagnostics diagnostics;
    TomlValue table = parse_toml(m.text, "deadheat.toml", diagnostics);
    validate_erlang_settings(&table, diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u) << m.text;
    EXPECT_EQ(diagnostics[0].place.line, m.line) << m.text;
    EXPECT_THAT(diagnostics[0].message, HasSubstr(m.message));
  }
}

TEST(ErlangModel, UsersAddStateAndCallbacks) {
  const char* text =
      "-module(m).\n-export([f/1]).\n"
      "f(K) -> each:one(fun() ->\n"
      "  case cache:find(K) of none -> cache:store(K, self()); _ -> ok end end).\n";
  EXPECT_EQ(summary(findings_in({text})), "");
  const char* settings =
      "[state.cache]\nrule = 'erlang-ets'\nthing = 'cache'\nlike = 'ets-table'\n"
      "reads = ['cache:find(Key)']\nacts = ['cache:store(Key, _)']\n[calls]\nonce = ['each:one(Fun/0)']\n";
  EXPECT_EQ(summary(findings_in({text}, 1, settings)), "erlang-ets:4 K 60");
}

TEST(ErlangLowering, NamesOfOneThingAreOneValue) {
  SharedInterner names;
  CoreModule m = lower("-module(m).\nf(A) -> B = A, {C, _} = {B, 1}, g(C).\n", names);
  const CoreFunction& f = m.functions[0];
  ASSERT_EQ(f.calls.size(), 1u);
  EXPECT_EQ(f.operands_in(f.calls[0].arguments)[0], ValueId(0));
}

TEST(ErlangLowering, RecordDefaultsAndUpdates) {
  SharedInterner names;
  CoreModule m = lower(
      "-module(m).\n-record(r, {key = k, n}).\n"
      "f(R) -> g(#r{n = 1}), g(R#r{n = 2}).\n",
      names);
  const CoreFunction& f = m.functions[0];
  const Value& made = f.value(f.operands_in(f.calls[0].arguments)[0]);
  ASSERT_EQ(made.kind, ValueKind::tuple);
  ASSERT_EQ(made.count, 3u);
  EXPECT_EQ(m.constants[f.value(f.operands_of(made)[1]).index].text, names.intern("k"));
  const Value& updated = f.value(f.operands_in(f.calls[1].arguments)[0]);
  EXPECT_EQ(f.value(f.operands_of(updated)[1]).kind, ValueKind::field);
}

TEST(ErlangLowering, ComprehensionVariablesAreNew) {
  SharedInterner names;
  CoreModule m = lower("-module(m).\nf(X, L) -> [g(X) || X <- L], h(X).\n", names);
  const CoreFunction& f = m.functions[0];
  EXPECT_NE(f.operands_in(f.calls[0].arguments)[0], ValueId(0));
  EXPECT_EQ(f.operands_in(f.calls[1].arguments)[0], ValueId(0));
}

// A program whose number of paths is astronomic: summaries must not care.
TEST(ErlangRaces, CostDoesNotGrowWithPaths) {
  std::string text = "-module(m).\n-export([f0/2]).\n";
  for (int i = 0; i < 120; ++i) {
    text += fmt::format("f{}(A, N) -> case whereis(A) of undefined -> ok; _ -> no end,\n", i);
    for (int j = 0; j < 12; ++j)
      text +=
          fmt::format("  case N of {} -> f{}(A, N); _ -> f{}(N, A) end,\n", j, (i + 1) % 120, (i + 7) % 120);
    text += "  ok.\n";
  }
  EXPECT_EQ(summary(findings_in({text})), "");
}

std::string rotation(int names) {
  auto list = [&](int first) {
    std::vector<std::string> all;
    for (int i = 0; i < names; ++i) all.push_back(fmt::format("A{}", (first + i) % names));
    return fmt::format("{}", fmt::join(all, ", "));
  };
  return fmt::format(
      "-module(m).\n-export([f/{0}]).\n"
      "f({1}) -> case whereis(A{2}) of undefined -> g({1}); _ -> ok end.\n"
      "g({1}) -> register(A0, self()), g({3}).\n",
      names, list(0), names - 1, list(1));
}

// However many rounds it takes: the recursion is followed to its end.
TEST(ErlangRaces, RecursionIsFollowedToItsEnd) {
  for (int names : {2, 5, 9, 20, 32}) {
    int confidence = names > 24 ? 40 : names > 12 ? 60 : names > 6 ? 70 : 80;  // by the calls in between
    EXPECT_EQ(summary(findings_in({rotation(names)}), 20),
              fmt::format("erlang-registry:4 A{} {}", names - 1, confidence));
  }
}

// More data than are kept apart: they are joined, which lowers the confidence but loses no finding.
TEST(ErlangRaces, TooManyDataAreJoined) {
  EXPECT_EQ(summary(findings_in({rotation(40)}), 0), "erlang-registry:4 one of many 25");
}

// Every function calls every other with its parameters in another order: still an end, and soon.
TEST(ErlangRaces, DenseRecursionEnds) {
  constexpr int kFunctions = 20;
  std::string text = "-module(m).\n-export([f0/4]).\n";
  for (int i = 0; i < kFunctions; ++i) {
    text += fmt::format(
        "f{}(A, B, C, D) -> case ets:lookup(A, B) of [] -> ok; [X] -> ets:insert(C, X) end,\n", i);
    for (int j = 0; j < kFunctions; ++j) {
      const char* orders[] = {"B, C, D, A", "{A, B}, element(1, C), D, k", "D, x, hd(A), [B]", "C, A, B, D"};
      text += fmt::format("  case D of {0} -> f{0}({1}); _ -> ok end,\n", j, orders[(i + j) % 4]);
    }
    text += "  ok.\n";
  }
  findings_in({text});
}

TEST(ErlangRaces, SameForOneAndManyThreads) {
  std::vector<std::string> texts;
  for (int i = 0; i < 8; ++i) {
    texts.push_back(
        fmt::format("-module(m{0}).\n-export([f/1, g/1]).\n"
                    "f(N) -> case whereis(N) of undefined -> m{1}:g(N); _ -> ok end.\n"
                    "g(N) -> register(N, self()).\n",
                    i, (i + 1) % 8));
  }
  std::string one = summary(findings_in(texts, 1), 0);
  EXPECT_THAT(one, HasSubstr("erlang-registry"));
  EXPECT_EQ(one, summary(findings_in(texts, 2), 0));
}

TEST(ErlangRaces, ConditionsOfClausesAreKept) {
  // The clause that registers is not the one that is called.
  const char* text =
      "-module(m).\n-export([f/1, h/1]).\n"
      "f(N) -> case whereis(N) of undefined -> g(stop, N); _ -> ok end.\n"
      "h(N) -> g(start, N).\n"
      "g(start, N) -> register(N, self());\n"
      "g(stop, _) -> ok.\n";
  EXPECT_EQ(summary(findings_in({text})), "");
}

TEST(ErlangRaces, SurvivesZippedFilters) {
  EXPECT_EQ(summary(findings_in({"-module(m).\n-export([f/1]).\nf(L) -> [X || X <- L && ok && Y].\n"})), "");
}

// Broken and odd programs: whatever the parser makes of them, the analysis survives.
TEST(ErlangRaces, SurvivesMutations) {
  std::vector<std::string> texts;
  std::filesystem::path folder = std::filesystem::path(DEADHEAT_SOURCE_DIR) / "tests/cases/erlang";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".erl") continue;
    std::ifstream in(entry.path());
    std::stringstream all;
    all << in.rdbuf();
    texts.push_back(all.str());
  }
  std::sort(texts.begin(), texts.end());
  ASSERT_FALSE(texts.empty());
  NamedModel model;
  std::mt19937 random(7);
  const char* pieces[] = {"whereis(X)",
                          "{",
                          "}",
                          "[",
                          "fun() -> ",
                          " end",
                          "case X of ",
                          "_",
                          "X",
                          "ets:insert(t, {X, 1})",
                          ", ",
                          "try ",
                          " catch _:_ -> ok end",
                          "#r{}",
                          " || X <- X"};
  for (int round = 0; round < 1500; ++round) {
    std::string text = texts[random() % texts.size()];
    for (int i = 0; i < 3; ++i) {
      size_t at = random() % (text.size() + 1);
      if (random() % 2) {
        text.insert(at, pieces[random() % std::size(pieces)]);
      } else {
        text.erase(at, random() % 20);
      }
    }
    findings_in({text}, model);
  }
}

// Comparing constants once went over inequalities of a clause that was left, while they were made again for
// the current clause, which has more of them.
TEST(ErlangRaces, ComparesConstantsAfterAClauseWithFewerInequalities) {
  std::string text = R"(-module(m).
-export([f/6]).
f(A, B, C, D, E, F) ->
    case A of
        _ when A =/= B ->
            case whereis(A) of undefined -> register(A, self()); _ -> ok end;
        _ when A =/= C, A =/= D, A =/= E, A =/= F, B =/= C, B =/= D, B =/= E, B =/= F ->
            case whereis(foo) of undefined -> register(foo, self()); _ -> ok end;
        _ -> ok
    end.
)";
  EXPECT_EQ(summary(findings_in({text})), "erlang-registry:6 A 80\nerlang-registry:8 foo 80");
}

// What the other process does has to be possible after the look, and has to change this key.
TEST(ErlangRaces, TellsOfAnotherProcessThatCanDoIt) {
  auto second_step = [](const std::string& functions) {
    std::string text =
        "-module(m).\n-export([start/0, up/1, down/1, other/2]).\n"
        "start() -> ets:new(t, [named_table, public]).\n" +
        functions;
    for (const Finding& f : findings_in({text})) {
      if (f.place.line == 4) return f.witness->steps.at(1);
    }
    return std::string("nothing is found");
  };
  EXPECT_EQ(second_step("up(_) -> [{_, N}] = ets:lookup(t, self()), ets:insert(t, {self(), N + 1}).\n"
                        "down(K) -> ets:delete(t, K).\n"
                        "other(K, V) -> ets:insert(t, {K, V}).\n"),
            "process 2: ets:insert/2 in m:other/2, line 6");
  EXPECT_EQ(second_step("up(K) -> case ets:lookup(t, K) of [] -> ets:insert(t, {K, 1}); _ -> ok end.\n"
                        "down(_) -> ets:update_counter(t, online, -1).\n"
                        "other(K, V) -> ets:insert(t, {K, V}).\n"),
            "process 2: ets:insert/2 in m:other/2, line 6");
  EXPECT_EQ(second_step("up(K) -> [{_, 0}] = ets:lookup(t, K), ets:delete(t, K).\n"
                        "down(K) -> ets:take(t, K), ets:insert_new(t, {K, 1}).\n"
                        "other(K, V) -> ets:insert(t, {K, V}).\n"),
            "process 2: ets:insert/2 in m:other/2, line 6");
}

}  // namespace
}  // namespace dh::erlang
