#include "erlang/beam/beam_module.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "erlang/beam/beam_file.h"
#include "erlang/beam/zip_file.h"
#include "erlang/load/load.h"
#include "erlang/syntax/tree_print.h"
#include "erlang/syntax/tree_test_support.h"

namespace dh::erlang {
namespace {

using namespace std::string_literals;
namespace fs = std::filesystem;

std::string size4(size_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
          static_cast<char>(n)};
}

std::string chunk(const std::string& id, const std::string& data) {
  std::string result = id + size4(data.size()) + data;
  while (result.size() % 4 != 0) result += '\0';
  return result;
}

std::string beam_of(const std::string& chunks) {
  return "FOR1" + size4(chunks.size() + 4) + "BEAM" + chunks;
}

// Small terms, written by hand.
std::string atom(const std::string& name) {
  return "w" + std::string(1, static_cast<char>(name.size())) + name;
}
std::string tuple(std::initializer_list<std::string> items) {
  std::string result = "h" + std::string(1, static_cast<char>(items.size()));
  for (const std::string& item : items) result += item;
  return result;
}
std::string list(std::initializer_list<std::string> items) {
  std::string result = "l" + size4(items.size());
  for (const std::string& item : items) result += item;
  return result + "j";
}
std::string small(int n) {
  return "a" + std::string(1, static_cast<char>(n));
}
std::string debug_info(const std::string& forms) {
  return "\x83" + tuple({atom("debug_info_v1"), atom("erl_abstract_code"), tuple({forms, "j"})});
}

const std::string kForms = list({
    tuple({atom("attribute"), small(1), atom("file"), tuple({"k\x00\x05m.erl"s, small(1)})}),
    tuple({atom("attribute"), small(1), atom("module"), atom("m")}),
    tuple({atom("function"), tuple({small(3), small(1)}), atom("f"), small(0),
           list({tuple(
               {atom("clause"), small(3), "j", "j", list({tuple({atom("atom"), small(4), atom("a")})})})})}),
});

std::string read(const std::string& bytes, std::string* tree = nullptr) {
  SharedInterner names;
  BeamTags tags(names);
  SourceLocator sources;
  Diagnostics diagnostics;
  auto module = read_beam_module(SourceFile::from_text("m.beam", bytes), tags, sources, names, diagnostics);
  if (tree != nullptr && module) *tree = tree_print(*module, names);
  std::string result = module ? "read\n" : "";
  for (const Diagnostic& d : diagnostics)
    result += std::string(severity_name(d.severity)) + ": " + d.message + "\n";
  return result;
}

TEST(BeamModule, HandMade) {
  std::string tree;
  EXPECT_EQ(read(beam_of(chunk("Wxyz", "?") + chunk("Dbgi", debug_info(kForms))), &tree), "read\n");
  EXPECT_EQ(tree, "-module m\nfunction f/0\n  clause\n    do\n      atom 'a'\n");
  EXPECT_EQ(read(beam_of(chunk("Abst", "\x83" + tuple({atom("raw_abstract_v1"), kForms}))), &tree), "read\n");
}

// Places of a source that is not there are not those of another file of that name in the current folder.
TEST(BeamModule, PlacesOfSourcesThatAreNotThere) {
  TreePlace third;
  third.line = 3;
  std::vector<ModuleFile> files = {{"src/m.erl", ""}, {"/build/m.yrl", ""}, {"m.erl", "lib/a/src/m.erl"}};
  auto place = [&](uint16_t file, const std::string& module) {
    third.file = file;
    return place_in(files, module, third).text();
  };
  EXPECT_EQ(place(0, "lib/a/ebin/m.beam"), "lib/a/src/m.erl:3");
  EXPECT_EQ(place(0, "/x/a.ez!/a/ebin/m.beam"), "/x/a.ez!/a/src/m.erl:3");
  EXPECT_EQ(place(1, "lib/a/ebin/m.beam"), "/build/m.yrl:3");
  EXPECT_EQ(place(2, "lib/a/ebin/m.beam"), "lib/a/src/m.erl:3");
}

TEST(BeamModule, WhatCannotBeAnalysedIsSaid) {
  std::string stripped =
      "error: has no debug information; compile with +debug_info (erlc) or {erl_opts, [debug_info]} "
      "(rebar3), or "
      "pass the .erl file\n";
  EXPECT_EQ(read(beam_of(chunk("Code", "x"))), stripped);
  EXPECT_EQ(read(beam_of(chunk("Dbgi", "\x83" + tuple({atom("debug_info_v1"), atom("erl_abstract_code"),
                                                       tuple({atom("none"), "j"})})))),
            stripped);
  auto elixir = [](const std::string& data) {
    return read(beam_of(chunk("Dbgi", "\x83" + tuple({atom("debug_info_v1"), atom("elixir_erl"), data}))));
  };
  EXPECT_EQ(elixir(tuple({atom("elixir_v2"), "j", "j"})),
            "error: has debug information of an unknown version of Elixir\n");
  EXPECT_EQ(elixir(tuple({atom("elixir_v1"), "j", "j"})), "error: has damaged debug information\n");
  EXPECT_EQ(elixir(atom("none")),
            "error: has no debug information; compile without `@compile {:debug_info, false}` and, for a "
            "release, with strip_beams: false\n");
  EXPECT_EQ(read(beam_of(chunk("Abst", "\0\x04mode"s))),
            "error: has encrypted debug information; pass the .erl file\n");
  EXPECT_EQ(read(""), "error: is not a compiled Erlang module\n");
  std::string whole = beam_of(chunk("Dbgi", debug_info(kForms)));
  EXPECT_EQ(read(whole.substr(0, whole.size() / 2)).substr(0, 21), "error: is truncated: ");
  EXPECT_EQ(read(beam_of("Dbgi" + size4(1000) + "x")),
            "error: is damaged: chunk Dbgi extends past the end of the file\n");
}

TEST(BeamModule, AFormThatIsNotUnderstoodDoesNotHideTheOthers) {
  std::string forms = list({
      tuple({atom("function"), small(1), atom("bad"), small(0),
             list({tuple({atom("clause"), small(1), "j", "j", list({tuple({atom("future"), small(1)})})})})}),
      tuple({atom("function"), small(2), atom("good"), small(0),
             list({tuple({atom("clause"), small(2), "j", "j", list({tuple({atom("nil"), small(2)})})})})}),
  });
  std::string tree;
  EXPECT_EQ(read(beam_of(chunk("Dbgi", debug_info(forms))), &tree),
            "read\nerror: function bad could not be read from the debug information: an expression of an "
            "unknown kind\n");
  EXPECT_NE(tree.find("function good/0"), std::string::npos);
}

TEST(BeamModule, DeepNestingIsRefusedAndLongListsAreNot) {
  auto function_of = [](const std::string& expr) {
    return list({tuple({atom("function"), small(1), atom("f"), small(0),
                        list({tuple({atom("clause"), small(1), "j", "j", list({expr})})})})});
  };
  std::string deep, closing;
  for (int i = 0; i < 100'000; ++i) deep += "h\x03" + atom("catch") + small(1);
  EXPECT_NE(read(beam_of(chunk("Dbgi", debug_info(function_of(deep + tuple({atom("nil"), small(1)}))))))
                .find("nested more than"),
            std::string::npos);
  std::string cons;
  for (int i = 0; i < 100'000; ++i)
    cons += "h\x04" + atom("cons") + small(1) + tuple({atom("nil"), small(1)});
  EXPECT_EQ(read(beam_of(chunk("Dbgi", debug_info(function_of(cons + tuple({atom("nil"), small(1)})))))),
            "read\n");
}

TEST(BeamModule, MutationsNeverCrash) {
  std::string seed = beam_of(chunk("Atom", "abc") + chunk("Dbgi", debug_info(kForms)));
  std::mt19937 random(2);
  for (int i = 0; i < 10'000; ++i) {
    std::string bytes = seed;
    for (size_t n = 1 + random() % 3; n > 0; --n) {
      size_t at = random() % bytes.size();
      if (random() % 2 == 0) {
        bytes[at] = static_cast<char>(random());
      } else {
        // Swap two pieces: terms of the wrong kind in the right place.
        std::rotate(bytes.begin() + static_cast<ptrdiff_t>(at),
                    bytes.begin() + static_cast<ptrdiff_t>(at + random() % (bytes.size() - at)), bytes.end());
      }
    }
    read(bytes);
  }
}

// What needs an Erlang compiler.
class Compiled : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("erlc -help >/dev/null 2>&1") == 127 * 256 || installed_otp_library().empty()) {
      GTEST_SKIP() << "no erlc: install Debian's erlang-nox and erlang-src";
    }
    folder_ = fs::temp_directory_path() / ("deadheat_beam_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "src");
    fs::create_directories(folder_ / "ebin");
  }
  void TearDown() override {
    std::error_code error;
    fs::remove_all(folder_, error);
  }

  std::string compile(const std::string& name, const std::string& text,
                      const std::string& flags = "+debug_info") {
    fs::path source = folder_ / "src" / (name + ".erl");
    std::ofstream(source) << text;
    std::string command =
        "cd " + (folder_ / "src").string() + " && erlc -W0 " + flags + " -o ../ebin " + name + ".erl";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return (folder_ / "ebin" / (name + ".beam")).string();
  }
  std::string source(const std::string& name) const { return (folder_ / "src" / (name + ".erl")).string(); }

  struct Both {
    Program program;
    Diagnostics diagnostics;
  };
  static std::unique_ptr<Both> load(const std::vector<std::string>& paths) {
    auto result = std::make_unique<Both>();
    load_modules(paths, {}, result->program, result->diagnostics);
    return result;
  }

  fs::path folder_;
};

constexpr const char* kEverything = R"(-module(every).
-export([f/2]).
-import(lists, [map/2]).
-behaviour(application).
-record(r, {a, b = 3 :: integer(), c = [x|y]}).
-dialyzer({nowarn_function, [f/2]}).
-define(M(X), ets:insert(t, {X, ??X})).
f(X, #r{a = A} = R) when X > 1, A < 2; is_atom(X) ->
    Y = [1, 2 | [3 | X]], ?M(Y),
    try foo:bar(X) of ok -> R#r.b
    catch throw:x -> Y; E when E -> E; error:_:S -> S
    after ok end,
    receive {a, B} -> B after 10 -> R#r{b = 3} end,
    <<X:8/integer-unit:2, "abc"/utf8, -1:(X+1)>>,
    #{b := 2} = M = #{a => 1}, M#{c => 3},
    [Z || Z <- Y, Z > 1, <<W>> <= <<1,2>>, W], << <<V>> || V <- Y >>,
    fun f/2, fun every:f/2, fun M:X/A, fun(Q) -> Q; (_) -> 1 end, fun F(1) -> F(2) end,
    catch X ! {a, $b, 1.5, "str" "ing", 123456789012345678901234567890, 16#ff},
    #r.a, #r{_ = 1}, begin a, b end, if true -> a; false -> b end, -1 + 2 * 3 ++ "a",
    {?LINE, ?FUNCTION_NAME, ?FUNCTION_ARITY, ?MODULE, 'quoted atom', "\x{3b1}"}.
)";

TEST_F(Compiled, BothFrontEndsAgree) {
  std::string beam = compile("every", kEverything);
  auto from_beam = load({beam});
  auto from_source = load({source("every")});
  ASSERT_EQ(from_beam->program.modules.size(), 1u);
  ASSERT_EQ(from_source->program.modules.size(), 1u);
  EXPECT_EQ(tree_print(*from_beam->program.modules[0], from_beam->program.names, {true}),
            tree_print(*from_source->program.modules[0], from_source->program.names, {true}));
  // The source is found beside the .beam.
  const Module& module = *from_beam->program.modules[0];
  EXPECT_EQ(module.place(module.functions[0].place).path, source("every"));
}

TEST_F(Compiled, ModulesThatAreThereTwiceAreReadOnce) {
  compile("every", kEverything);
  auto both = load({folder_.string()});
  ASSERT_EQ(both->program.modules.size(), 1u);
  EXPECT_EQ(both->program.modules[0]->origin, ModuleOrigin::source);

  // A source that cannot be parsed completely is replaced by its .beam.
  std::ofstream(source("every"), std::ios::app) << "g( -> a.\n";
  both = load({folder_.string()});
  ASSERT_EQ(both->program.modules.size(), 1u);
  EXPECT_EQ(both->program.modules[0]->origin, ModuleOrigin::beam);
  ASSERT_EQ(both->diagnostics.size(), 1u);
  EXPECT_EQ(both->diagnostics[0].severity, Severity::note);
}

TEST_F(Compiled, StrippedAndCompressed) {
  std::string stripped = compile("every", kEverything, "+strip");
  auto loaded = load({stripped});
  EXPECT_TRUE(loaded->program.modules.empty());
  ASSERT_EQ(loaded->diagnostics.size(), 1u);
  EXPECT_EQ(load({folder_.string()})->program.modules.size(), 1u);  // the source is beside it
  std::string small = compile("every", kEverything, "+debug_info +compressed");
  EXPECT_EQ(load({small})->program.modules.size(), 1u);
}

TEST_F(Compiled, Archives) {
  compile("every", kEverything);
  std::string archive = (folder_ / "a.ez").string();
  std::string command =
      "cd " + folder_.string() +
      " && erl -noshell -eval '{ok, _} = zip:create(\"a.ez\", [\"ebin/every.beam\"]), halt().'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  auto loaded = load({archive});
  ASSERT_EQ(loaded->program.modules.size(), 1u);
  EXPECT_EQ(loaded->program.modules[0]->path, archive + "!/ebin/every.beam");

  std::ifstream in(archive, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string mutated = bytes.substr(0, random() % 10 == 0 ? random() % bytes.size() : bytes.size());
    for (size_t n = random() % 4; n > 0 && !mutated.empty(); --n)
      mutated[random() % mutated.size()] = static_cast<char>(random());
    auto entries = read_zip_directory(mutated);
    if (!entries) continue;
    for (const ZipEntry& entry : *entries) read_zip_entry(mutated, entry);
  }
}

// A sample of OTP; bench/erlang/agreement compares all of it.
TEST_F(Compiled, AgreementOnModulesOfOtp) {
  std::string library = installed_otp_library();
  size_t compared = 0;
  for (std::string_view name : {"gen_server", "gb_trees", "ets", "lists", "io_lib_pretty", "erl_parse",
                                "global_group", "ct_master", "mnesia_tm", "unicode"}) {
    SharedInterner names;
    BeamTags tags(names);
    SourceLocator sources;
    Diagnostics diagnostics;
    for (const auto& application : fs::directory_iterator(library)) {
      fs::path beam = application.path() / "ebin" / (std::string(name) + ".beam");
      if (!fs::exists(beam)) continue;
      auto from_beam = read_beam_module(*SourceFile::open(beam.string()), tags, sources, names, diagnostics);
      ASSERT_NE(from_beam, nullptr);
      if (!from_beam->files[0].path.ends_with(".erl")) continue;
      IncludeSearch search({}, {}, true, {}, names);
      SourceModuleOptions options;
      options.preprocessor.otp_release = installed_otp_release();
      options.preprocessor.source_name = from_beam->files[0].name;
      auto from_source = read_source_module(*SourceFile::open(from_beam->files[0].path), options, search,
                                            names, diagnostics);
      EXPECT_EQ(tree_difference(*from_beam, *from_source, names, {true}), "") << beam;
      ++compared;
    }
    EXPECT_TRUE(diagnostics.empty()) << diagnostics[0].place.text() << diagnostics[0].message;
  }
  if (compared == 0) GTEST_SKIP() << "no sources of OTP: install Debian's erlang-src";
}

}  // namespace
}  // namespace dh::erlang
