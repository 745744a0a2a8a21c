// Programs that are large in one way each: tools write such code. All of these took minutes, or more memory
// than there is, when the cost grew with the square of something.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>

#include "erlang/flow_test_support.h"

namespace dh::erlang {
namespace {

constexpr int kMany = 2000;

const char kHead[] = "-module(m).\n-export([start/0, f/2]).\nstart() -> ets:new(t, [public, named_table]).\n";

std::string repeated(const char* between, const std::function<std::string(int)>& one) {
  std::string text;
  for (int i = 0; i < kMany; ++i) text += (i == 0 ? "" : between) + one(i);
  return text;
}

long likely(const std::vector<Finding>& findings) {
  return std::count_if(findings.begin(), findings.end(),
                       [](const Finding& f) { return f.confidence.value() >= kNoteBelow; });
}

TEST(ErlangSize, ManyClauses) {
  for (const char* constant : {"{}", "a{}", "\"s{}\"", "{{a, {}}}"}) {
    auto clause = [&](int i) {
      return fmt::format(
          "f({}, K) -> case ets:lookup(t, K) of [] -> ets:insert(t, {{K, {}}}); _ -> f({}, K) end",
          fmt::format(fmt::runtime(constant), i), i, fmt::format(fmt::runtime(constant), i + 1));
    };
    EXPECT_EQ(likely(findings_in({kHead + repeated(";\n", clause) + "."})), kMany) << constant;
  }
}

// Who else writes something else there, or brings back what is removed, is the same question each time.
TEST(ErlangSize, ManyClausesThatDoTheSame) {
  auto default_value = [](int i) {
    return fmt::format(
        "f({}, K) -> case ets:lookup(t, K) of [] -> ets:insert(t, {{K, 1}}); _ -> f({}, K) end", i, i + 1);
  };
  EXPECT_EQ(likely(findings_in({kHead + repeated(";\n", default_value) + "."})), 0);
  auto removal = [](int i) {
    return fmt::format(
        "f({}, K) -> case ets:lookup(t, K) of [{{_, {}}}] -> ets:delete(t, K); _ -> f({}, K) end", i, i,
        i + 1);
  };
  EXPECT_EQ(likely(findings_in({kHead + repeated(";\n", removal) + "."})), kMany);
}

TEST(ErlangSize, ManyBranches) {
  auto branch = [](int i) {
    return fmt::format(
        "I == {} -> case ets:lookup(t, K) of [] -> ets:insert(t, {{K, {}}}); _ -> f({}, K) end", i, i, i + 1);
  };
  EXPECT_EQ(likely(findings_in({kHead + ("f(I, K) -> if " + repeated(";\n", branch)) + " end."})), kMany);
}

TEST(ErlangSize, RingOfFunctions) {
  auto function = [](int i) {
    return fmt::format(
        "f{}(I, K) -> case ets:lookup(t, K) of [] -> ets:insert(t, {{K, I}}); a -> f{}(I, K); _ -> f{}(I, K) "
        "end.",
        i, (i + 1) % kMany, (i * 7 + 3) % kMany);
  };
  EXPECT_EQ(likely(findings_in({kHead + repeated("\n", function) + "\nf(I, K) -> f0(I, K)."})), kMany);
}

TEST(ErlangSize, ManyStatements) {
  auto statement = [](int i) {
    return fmt::format("case ets:lookup(t, K) of [] -> ets:insert(t, {{K, {}}}); _ -> ok end", i);
  };
  EXPECT_EQ(findings_in({kHead + ("f(_, K) -> " + repeated(",\n", statement)) + "."}).size(), size_t{kMany});
}

// Who looks and then calls a function with too many acts to follow one by one: each of them is found, and
// nothing of another key.
TEST(ErlangSize, ManyActsOfACallee) {
  auto clause = [](int i) { return fmt::format("put({}, K) -> ets:insert(t, {{{{a, K}}, {}}})", i, i); };
  std::string put = repeated(";\n", clause) + ".\n";
  std::string bad = "f(I, K) -> case ets:lookup(t, {a, K}) of [] -> put(I, K); _ -> ok end.";
  std::string ok = "f(I, K) -> case ets:lookup(t, {b, K}) of [] -> put(I, K); _ -> ok end.";
  EXPECT_EQ(likely(findings_in({kHead + put + bad})), kMany);
  EXPECT_EQ(likely(findings_in({kHead + put + ok})), 0);
}

// Values that are made of each other, twice each: as many ways as there are atoms in a mountain.
TEST(ErlangSize, DeepValues) {
  auto tuple = [](int i) { return fmt::format("T{} = {{T{}, T{}}}", i + 1, i, i); };
  auto chosen = [](int i) {
    return fmt::format("A{} = case I of {} -> A{}; _ -> {{A{}, x}} end", i + 1, i, i, i);
  };
  std::string key =
      fmt::format("f(I, K) -> A0 = K, T0 = I, {},\n{}, ", repeated(",\n", chosen), repeated(",\n", tuple));
  std::string look = fmt::format("case ets:lookup(t, A{}) of [] -> ets:insert(t, {{A{}, T{}}}); _ -> ok end.",
                                 kMany, kMany, kMany);
  EXPECT_EQ(likely(findings_in({kHead + key + look})), 1);
}

// The same, passed on after what was read is removed, and sent back.
TEST(ErlangSize, DeepValuesHandedOn) {
  auto tuple = [](int i) { return fmt::format("T{} = {{T{}, T{}}}", i + 1, i, i); };
  std::string tuples = repeated(",\n", tuple);
  std::string taken = fmt::format(
      "f(I, K) -> T0 = ets:lookup(t, K), ets:delete(t, K), {}, io:format(T{}), T{}.", tuples, kMany, kMany);
  EXPECT_EQ(likely(findings_in({kHead + taken})), 1);
  std::string sent = fmt::format(
      "f(I, K) -> T0 = gen_server:call(K, get), {}, gen_server:call(K, {{set, T{}}}).", tuples, kMany);
  EXPECT_EQ(likely(findings_in({kHead + sent})), 0);
}

TEST(ErlangSize, NestedGenerators) {
  std::string generators;
  for (int i = 0; i < 60; ++i)
    generators += fmt::format("{}X{} <- ets:lookup(t, {{K, {}}})", i == 0 ? "" : ", ", i, i);
  std::string text = kHead + ("f(I, K) -> [ets:insert(t, {{K, 7}, I}) || " + generators) + "].";
  EXPECT_EQ(likely(findings_in({text})), 1);
}

TEST(ErlangSize, LongListOfObjects) {
  std::string objects = "{k, 1}";
  for (int i = 0; i < 100'000; ++i) objects += fmt::format(",\n{{k{}, 1}}", i);
  std::string text =
      kHead + ("f(_, _) -> case ets:lookup(t, k) of [] -> ets:insert(t, [" + objects) + "]); _ -> ok end.";
  EXPECT_EQ(findings_in({text}).size(), 1u);
}

// Through a hub, from each of many reads to each of many acts.
TEST(ErlangSize, ManyReadsAndActs) {
  auto reader = [](int i) { return fmt::format("r{}(I, K) -> hub(ets:lookup(t, K), I, K).", i); };
  auto writer = [](int i) { return fmt::format("w{}(I, K) -> ets:insert(t, {{K, I}}).", i); };
  auto read = [](int i) { return fmt::format("{} -> r{}(I, K)", i, i); };
  auto write = [](int i) { return fmt::format("{} -> w{}(I, K)", i, i); };
  std::string hub = "hub([], I, K) -> case I of " + repeated(";\n", write) + " end;\nhub(_, _, _) -> ok.\n";
  std::string text = kHead + repeated("\n", reader) + "\n" + repeated("\n", writer) + "\n" + hub;
  EXPECT_EQ(likely(findings_in({text + "f(I, K) -> case I of " + repeated(";\n", read) + " end."})), kMany);
}

}  // namespace
}  // namespace dh::erlang
