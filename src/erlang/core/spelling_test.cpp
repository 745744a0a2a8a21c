#include "erlang/core/spelling.h"

#include <gtest/gtest.h>

namespace dh::erlang {
namespace {

TEST(Spelling, AtomsAndFunctionsOfBothLanguages) {
  constexpr SourceLanguage erlang = SourceLanguage::erlang, elixir = SourceLanguage::elixir;
  EXPECT_EQ(spell_atom(erlang, "my_cache"), "my_cache");
  EXPECT_EQ(spell_atom(erlang, "Elixir.MyApp.Cache"), "'Elixir.MyApp.Cache'");
  EXPECT_EQ(spell_atom(elixir, "Elixir.MyApp.Cache"), "MyApp.Cache");
  EXPECT_EQ(spell_atom(elixir, "my_cache"), ":my_cache");
  EXPECT_EQ(spell_atom(elixir, "full?"), ":full?");
  EXPECT_EQ(spell_atom(elixir, "odd name"), ":\"odd name\"");
  EXPECT_EQ(spell_atom(elixir, "nil"), "nil");
  EXPECT_EQ(spell_function(erlang, "cache", "put", 2), "cache:put/2");
  EXPECT_EQ(spell_function(elixir, "Elixir.MyApp.Cache", "put", 2), "MyApp.Cache.put/2");
  EXPECT_EQ(spell_call(elixir, "ets", "insert", 2), ":ets.insert/2");
  EXPECT_EQ(spell_call(elixir, "erlang", "is_process_alive", 1), "Process.alive?/1");
  EXPECT_EQ(spell_call(elixir, "erlang", "phash2", 1), ":erlang.phash2/1");
  EXPECT_EQ(spell_call(erlang, "erlang", "whereis", 1), "whereis/1");
}

TEST(Spelling, SentencesThatNameFunctions) {
  std::string hint = "use ets:take/2, or: ask (global:trans/2)";
  EXPECT_EQ(spell_sentence(SourceLanguage::erlang, hint), hint);
  EXPECT_EQ(spell_sentence(SourceLanguage::elixir, hint), "use :ets.take/2, or: ask (:global.trans/2)");
}

}  // namespace
}  // namespace dh::erlang
