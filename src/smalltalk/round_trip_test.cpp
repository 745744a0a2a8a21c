// Lower, print as LLVM IR, read back: the same module. And what LLVM says to it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "smallir/read.h"
#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

// Two nested threads over captured variables: the shape of the paper's second listing, in other words.
constexpr const char* kClosures =
    "\"a workspace\"\n| first second |\nfirst := 0.\nsecond := 0.\n[\n  | a b |\n  a := first.\n  b := a.\n  "
    "[\n    second := a + b\n"
    "  ] forkAt: 20\n] forkAt: 10.\nfirst := second.\n";

constexpr const char* kEverything =
    "Trait {\n\t#name : 'TThing',\n\t#category : 'X'\n}\n\n{ #category : 'x' }\nTThing >> thing [\n\t^ "
    "self\n]\n";
constexpr const char* kClass =
    "Class {\n\t#name : 'Thing',\n\t#superclass : 'Core',\n\t#traits : 'TThing - {#a} @ {#b -> "
    "#thing}',\n\t#classTraits : 'TThing "
    "class',\n\t#instVars : [ 'x', 'y' ],\n\t#classVars : [ 'Shared' ],\n\t#classInstVars : [ 'only' "
    "],\n\t#category : 'X'\n}\n\n"
    "{ #category : 'private - x' }\nThing >> all: p with: q [\n\t<primitive: 60 error: ec>\n\t<foo: #(1 $a "
    "#b) bar: 'é \"'>\n\t| t u |\n"
    "\tx := y := p.\n\tShared := super all: p with: q.\n\tt := [ :i :j | | k | k := i + t. [ ^ k ] value. q "
    "foo; "
    "yourself ].\n"
    "\tGlobalThing := t baz; foo; bar: #[1 2 3]; yourself.\n\tp ifTrue: [ u ] ifFalse: [ thisContext ].\n\t1 "
    "to: "
    "10 do: [ :n | u := n ].\n"
    "\t^ { self. nil. true. false. 3.5. 16rFF. Library. -1. #sym }\n]\n\n{ #category : 'x' }\nThing class >> "
    "make [\n\t^ only := super "
    "new\n]\n\n{ #category : 'x' }\nThing >> = other [\n\t^ super = other\n]\n";

smallir::Module read_back(const std::string& text) {
  Diagnostics diagnostics;
  smallir::Module module = smallir::read(SourceFile::from_text("m.ll", text), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics)
    ADD_FAILURE() << diagnostic.place.text() << " " << diagnostic.message;
  return module;
}

void expect_round_trip(const Loaded& loaded) {
  std::string text = smallir::print(loaded.module);
  smallir::Module again = read_back(text);
  EXPECT_EQ(smallir::print(again), text);
  ASSERT_EQ(again.functions.size(), loaded.module.functions.size());
  ASSERT_EQ(again.variables.size(), loaded.module.variables.size());
  for (uint32_t i = 0; i < again.functions.size(); ++i) {
    const smallir::Function& a = again.functions[smallir::FunctionId(i)];
    const smallir::Function& b = loaded.module.functions[smallir::FunctionId(i)];
    EXPECT_EQ(a.uses_self, b.uses_self) << i;
    EXPECT_EQ(a.leaves_home, b.leaves_home) << i;
    EXPECT_EQ(a.home, b.home) << i;
    EXPECT_EQ(a.class_id, b.class_id) << i;
  }
  for (uint32_t i = 0; i < again.variables.size(); ++i) {
    const smallir::Variable& a = again.variables[smallir::VariableId(i)];
    const smallir::Variable& b = loaded.module.variables[smallir::VariableId(i)];
    EXPECT_EQ(a.captured, b.captured) << i;
    EXPECT_EQ(a.assigned, b.assigned) << i;
    EXPECT_EQ(a.kind, b.kind) << i;
    EXPECT_EQ(again.text(a.name), loaded.module.text(b.name)) << i;
  }
  for (uint32_t i = 0; i < again.classes.size(); ++i) {
    smallir::ClassId id(i);
    for (const char* selector : {"thing", "b", "make", "all:with:"}) {
      EXPECT_EQ(smallir::lookup(again, id, again.names.find(selector)),
                smallir::lookup(loaded.module, id, loaded.module.names.find(selector)));
    }
  }
}

Loaded everything() {
  return load_texts({{"TThing.trait.st", kEverything}, {"Thing.class.st", kClass}, {"main.ws", kClosures}});
}

TEST(RoundTrip, EveryInstruction) {
  Loaded loaded = everything();
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  expect_round_trip(loaded);
}

TEST(RoundTrip, OpaquePointers) {
  std::string text = smallir::print(everything().module);
  std::string opaque;
  for (size_t at = 0; at < text.size();) {
    if (text.compare(at, 3, "i8*") == 0) {
      opaque += "ptr";
      at += 3;
    } else {
      opaque += text[at++];
    }
  }
  EXPECT_EQ(smallir::print(read_back(opaque)), text);
}

// Text without metadata, in the shape that SmallRace's paper shows (Table I and Listing 3).
constexpr const char* kBare =
    "@t1 = internal constant [2 x i8] c\"t1\"\n"
    "define i8* @\"st.anonfun.1*main\"(i8* %0, i8* %1, i8* %2) !dbg !3 {\n"
    "  %4 = call i8* @st.model.newTemp(i8* getelementptr inbounds ([2 x i8], [2 x i8]* @t1, i64 0, i64 0))\n"
    "  call void @st.model.opaqueAssign(i8* %4, i8* %1), !dbg !10\n"
    "  %5 = call i8* @st.model.blockParam4(i8* @\"st.anonfun.2*st.anonfun.1*main.1\", i8* %4, i8* %1, i8* "
    "%2)\n"
    "  %6 = call i8* @\"st.forkAt:\"(i8* %5, i64 20)\n"
    "  ret i8* %0\n}\n"
    "define i8* @\"st.anonfun.2*st.anonfun.1*main\"(i8* %0, i8* %1, i8* %2, i8* %3) {\n"
    "  %5 = call i8* @st.model.binaryop(i8* @\"global_op_+\", i8* %1, i8* %2)\n"
    "  call void @st.model.opaqueAssign(i8* %3, i8* %5)\n"
    "  ret i8* %0\n}\n"
    "define i8* @\"st.go$Runner\"(i8* %0) {\n"
    "  %2 = call i8* @st.model.instVar(i8* @shared)\n"
    "  %3 = call i8* @st.model.newObject(i8* @Array)\n"
    "  call void @st.model.opaqueAssign(i8* %2, i8* %3)\n"
    "  ret i8* %0\n}\n"
    "define i64 @main() {\n"
    "  %1 = call i8* @st.model.newTemp(i8* @x)\n"
    "  %2 = call i8* @st.model.newTemp(i8* @y)\n"
    "  %3 = call i8* @st.model.blockParam3(i8* @\"st.anonfun.1*main.2\", i8* %1, i8* %2)\n"
    "  %4 = call i8* @\"st.forkAt:\"(i8* %3, i8* @\"10\")\n"
    "  %5 = call i8* @st.call.new(i8* @Runner)\n"
    "  %6 = call i8* @st.call.go(i8* %5)\n"
    "  call void @st.model.opaqueAssign(i8* %1, i8* %2)\n"
    "  ret i64 0\n}\n";

TEST(RoundTrip, TextWithoutMetadata) {
  smallir::Module module = read_back(kBare);
  ASSERT_EQ(module.functions.size(), 4u);
  auto kind = [&](uint32_t i) { return module.functions[smallir::FunctionId(i)].kind; };
  EXPECT_EQ(kind(0), smallir::FunctionKind::method);
  EXPECT_EQ(kind(1), smallir::FunctionKind::main);
  EXPECT_EQ(kind(2), smallir::FunctionKind::block);  // blocks follow what they are in
  EXPECT_EQ(kind(3), smallir::FunctionKind::block);
  EXPECT_EQ(module.functions[smallir::FunctionId(2)].captures.count, 2u);
  EXPECT_EQ(module.functions[smallir::FunctionId(3)].captures.count, 3u);
  EXPECT_EQ(smallir::function_title(module, smallir::FunctionId(0)), "Runner>>go");
  std::string text = smallir::print(module);
  EXPECT_EQ(smallir::print(read_back(text)), text);
}

TEST(RoundTrip, ClosuresAreCapturedByTheirTrueScope) {
  Loaded loaded = load_texts({{"main.ws", kClosures}});
  expect_round_trip(loaded);
  const smallir::Module& module = loaded.module;
  ASSERT_EQ(module.functions.size(), 3u);
  const smallir::Function& outer = module.functions[smallir::FunctionId(1)];
  const smallir::Function& inner = module.functions[smallir::FunctionId(2)];
  EXPECT_EQ(outer.captures.count, 2u);  // first, second
  EXPECT_EQ(inner.captures.count, 3u);  // second, a, b
  for (smallir::VariableId id : module.captures_of(inner)) EXPECT_TRUE(module.variables[id].captured);
  EXPECT_EQ(smallir::function_title(module, smallir::FunctionId(2)), "[] in [] in main");
}

TEST(RoundTrip, LlvmAcceptsIt) {
  if (std::system("command -v llvm-as > /dev/null && command -v opt > /dev/null") != 0)
    GTEST_SKIP() << "no llvm-as or opt";
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("deadheat-llvm-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::string text = smallir::print(everything().module);
  std::ofstream(folder / "m.ll", std::ios::binary) << text;
  std::string base = (folder / "m").string();
  EXPECT_EQ(std::system(("llvm-as " + base + ".ll -o " + base + ".bc").c_str()), 0);
  EXPECT_EQ(std::system(("opt -passes=verify -S " + base + ".bc -o " + base + ".out.ll").c_str()), 0);
  // What LLVM prints, with its own numbers for everything, reads as the same module.
  Result<SourceFile> printed = SourceFile::open(base + ".out.ll");
  ASSERT_TRUE(printed.has_value());
  EXPECT_EQ(smallir::print(read_back(std::string(printed->text()))), text);
  std::filesystem::remove_all(folder);
}

TEST(RoundTrip, SameForOneAndManyThreads) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (int i = 0; i < 40; ++i) {
    std::string name = "Thing" + std::to_string(i);
    std::string text = kClass;
    for (size_t at = text.find("Thing"); at != std::string::npos; at = text.find("Thing", at + name.size())) {
      if (at > 0 && text[at - 1] == 'T') {
        at += 1;
        continue;
      }
      text.replace(at, 5, name);
    }
    std::string padded = text + "\"" + std::string(20000, 'x') + "\"\n";
    texts.emplace_back(name + ".class.st", padded);
  }
  EXPECT_EQ(smallir::print(load_texts(texts, 1).module), smallir::print(load_texts(texts, 4).module));
}

}  // namespace
}  // namespace dh::smalltalk
