// Hand-made debug information of Elixir modules: what cannot be read, what newer versions write, hostile
// bytes.
#include "erlang/elixir/elixir_module.h"

#include <gtest/gtest.h>

#include <random>

#include "erlang/syntax/tree_print.h"

namespace dh::erlang {
namespace {

using namespace std::string_literals;

std::string size4(size_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
          static_cast<char>(n)};
}
std::string atom(const std::string& name) {
  return "w" + std::string(1, static_cast<char>(name.size())) + name;
}
std::string tuple(std::initializer_list<std::string> items) {
  std::string result = "h" + std::string(1, static_cast<char>(items.size()));
  for (const std::string& item : items) result += item;
  return result;
}
std::string list(std::initializer_list<std::string> items) {
  if (items.size() == 0) return "j";
  std::string result = "l" + size4(items.size());
  for (const std::string& item : items) result += item;
  return result + "j";
}
std::string small(int n) {
  return "a" + std::string(1, static_cast<char>(n));
}
std::string text(const std::string& bytes) {
  return "m" + size4(bytes.size()) + bytes;
}
std::string map(std::initializer_list<std::pair<std::string, std::string>> items) {
  std::string result = "t" + size4(items.size());
  for (const auto& [key, value] : items) result += atom(key) + value;
  return result;
}
std::string meta(int line) {
  return list({tuple({atom("line"), small(line)})});
}
std::string variable(const std::string& name, int version) {
  return tuple({atom(name), list({tuple({atom("version"), small(version)}), tuple({atom("line"), small(3)})}),
                atom("nil")});
}
std::string remote(const std::string& module, const std::string& function,
                   std::initializer_list<std::string> arguments) {
  return tuple({tuple({atom("."), meta(3), list({atom(module), atom(function)})}), meta(3), list(arguments)});
}
std::string definition(const std::string& name, const std::string& kind, int line, const std::string& body,
                       const std::string& arguments = "j", int arity = 0) {
  return tuple({tuple({atom(name), small(arity)}), atom(kind), meta(line),
                list({tuple({meta(line), arguments, "j", body})})});
}
std::string module_of(std::initializer_list<std::string> definitions) {
  return map({{"module", atom("Elixir.Demo")},
              {"line", small(1)},
              {"relative_file", text("lib/demo.ex")},
              {"future_key", small(1)},
              {"attributes", list({tuple({atom("behaviour"), atom("Elixir.GenServer")})})},
              {"unreachable", list({tuple({atom("unused"), small(0)})})},
              {"definitions", list(definitions)}});
}

struct Read {
  std::string tree, problems;
};

Read read(const std::string& bytes, bool places = false) {
  SharedInterner names;
  AstTags tags(names);
  Arena arena;
  AtomCache atoms(names);
  Read result;
  std::string whole = "\x83" + bytes;
  Result<Term> term = decode_term(whole, arena, atoms);
  if (!term) return {"", term.error().message};
  Module module;
  Diagnostics diagnostics;
  read_elixir_definitions(*term, tags, names, module, diagnostics);
  TreePrintOptions options;
  options.places = places;
  result.tree = tree_print(module, names, options);
  for (const Diagnostic& d : diagnostics) result.problems += d.message + "\n";
  return result;
}

TEST(ElixirModule, FunctionsInTheOrderOfTheSourceWithoutMacros) {
  Read read_module = read(module_of({
      definition("second", "defp", 9, atom("b")),
      definition("first", "def", 2, atom("a")),
      definition("unused", "defp", 4, atom("c")),
      definition("made", "defmacro", 5, atom("d")),
  }));
  EXPECT_EQ(read_module.problems, "");
  EXPECT_EQ(read_module.tree,
            "-module Elixir.Demo\n-export first/0\n-behaviour Elixir.GenServer\n"
            "function first/0\n  clause\n    do\n      atom 'a'\n"
            "function second/0\n  clause\n    do\n      atom 'b'\n");
}

// `use` puts functions here whose lines are those of another file.
TEST(ElixirModule, InjectedCodeHasThePlaceOfItsUse) {
  std::string meta_of_use = list({tuple({atom("line"), small(2)}),
                                  tuple({atom("file"), tuple({text("lib/gen_server.ex"), small(80)})})});
  std::string definition = tuple({tuple({atom("f"), small(0)}), atom("def"), meta_of_use,
                                  list({tuple({meta_of_use, "j", "j", remote("ets", "new", {})})})});
  Read injected = read(module_of({definition}), true);
  EXPECT_EQ(injected.tree.find("@3"), std::string::npos) << injected.tree;
  EXPECT_NE(injected.tree.find("call @2:0"), std::string::npos) << injected.tree;
}

// From 1.20 on these have Elixir's order of arguments in the chunk; before, Erlang's.
TEST(ElixirModule, CallsOfEitherOrderAreTheSame) {
  auto tree = [](const std::string& body) { return read(module_of({definition("f", "def", 2, body)})).tree; };
  std::string m = variable("m", 0), k = variable("k", 1), v = variable("v", 2);
  EXPECT_EQ(tree(remote("Elixir.Map", "put", {m, k, v})), tree(remote("maps", "put", {k, v, m})));
  EXPECT_EQ(tree(remote("Elixir.Map", "delete", {m, k})), tree(remote("maps", "remove", {k, m})));
  EXPECT_EQ(tree(remote("Elixir.Process", "send_after", {m, k, v})),
            tree(remote("erlang", "send_after", {v, m, k})));
}

// `nil` instead of [] in the types of segments from 1.15 on.
TEST(ElixirModule, SegmentTypesOfEitherVersionAreTheSame) {
  auto tree = [](const std::string& arguments) {
    std::string type = tuple({atom("utf8"), "j", arguments});
    std::string segment = tuple({atom("::"), "j", list({variable("x", 0), type})});
    return read(module_of({definition("f", "def", 2, tuple({atom("<<>>"), "j", list({segment})}))})).tree;
  };
  EXPECT_EQ(tree("j"), tree(atom("nil")));
  EXPECT_NE(tree("j").find("segment 'utf8'"), std::string::npos);
}

TEST(ElixirModule, ADefinitionThatIsNotUnderstoodDoesNotHideTheOthers) {
  Read partly = read(module_of({
      definition("bad", "def", 2, tuple({atom("case"), meta(2), list({atom("x")})})),
      definition("good", "def", 5, atom("a")),
  }));
  EXPECT_EQ(
      partly.problems,
      "function bad could not be read from the debug information: expected an expression and clauses\n");
  EXPECT_NE(partly.tree.find("function good/0"), std::string::npos);
  EXPECT_EQ(read(map({{"module", atom("m")}})).problems,
            "the module could not be read from the debug information: it has no definitions\n");
}

TEST(ElixirModule, DeepNestingIsRefused) {
  std::string deep = atom("a");
  for (int i = 0; i < 2000; ++i) deep = tuple({atom("{}"), "j", list({deep})});
  Read refused = read(module_of({definition("f", "def", 2, deep), definition("g", "def", 3, atom("a"))}));
  EXPECT_NE(refused.problems.find("nested more than"), std::string::npos);
  EXPECT_NE(refused.tree.find("function g/0"), std::string::npos);
}

std::string arrow(const std::string& heads, const std::string& body) {
  return tuple({atom("->"), meta(3), list({heads, body})});
}
std::string keyword(const std::string& key, const std::string& value) {
  return list({tuple({atom(key), value})});
}

TEST(ElixirModule, MutationsNeverCrash) {
  std::string x = variable("x", 0), clause = arrow(list({x}), atom("a"));
  std::string control = list({
      tuple({atom("cond"), meta(3), list({keyword("do", list({clause}))})}),
      tuple({atom("with"), meta(3), list({tuple({atom("<-"), meta(3), list({x, x})}), keyword("do", x)})}),
      tuple({atom("for"), meta(3), list({tuple({atom("<-"), meta(3), list({x, x})}), keyword("do", x)})}),
      tuple({atom("try"), meta(3),
             list({list({tuple({atom("do"), x}),
                         tuple({atom("rescue"),
                                list({arrow(list({tuple({atom("in"), meta(3),
                                                         list({x, list({atom("Elixir.KeyError")})})})}),
                                            x)})})})})}),
      tuple({atom("receive"), meta(3), list({keyword("do", list({clause}))})}),
      tuple({atom("%"), meta(3),
             list({atom("Elixir.S"), tuple({atom("%{}"), meta(3), list({tuple({x, x})})})})}),
      tuple({atom("fn"), meta(3), list({clause})}),
      tuple({atom("&"), meta(3), list({tuple({atom("/"), "j", list({x, small(1)})})})}),
  });
  std::string seed = module_of({definition("f", "def", 2, tuple({atom("__block__"), "j", control}))});
  ASSERT_EQ(read(seed).problems, "");
  std::mt19937 random(4);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = seed;
    for (size_t n = 1 + random() % 3; n > 0; --n) {
      size_t at = random() % bytes.size();
      if (random() % 2 == 0) {
        bytes[at] = static_cast<char>(random());
      } else {
        size_t from = at + random() % (bytes.size() - at);
        std::rotate(bytes.begin() + static_cast<ptrdiff_t>(at), bytes.begin() + static_cast<ptrdiff_t>(from),
                    bytes.end());
      }
    }
    read(bytes);
  }
}

}  // namespace
}  // namespace dh::erlang
