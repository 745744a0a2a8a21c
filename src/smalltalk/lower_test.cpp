// What the instructions of SmallIR say about the traps of the language.
#include <gtest/gtest.h>

#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

using smallir::FunctionId;
using smallir::Module;

// One line per instruction: "write main.a result0", "send foo: self 3 (cascaded)".
std::string code_of(const Module& module, FunctionId id) {
  std::string out;
  const smallir::Function& function = module.functions[id];
  for (const smallir::Instruction& instruction : module.body(function)) {
    out += smallir::op_name(instruction.op);
    switch (instruction.op) {
      case smallir::Op::read:
      case smallir::Op::write:
        out += " " + smallir::variable_title(module, instruction.variable());
        break;
      case smallir::Op::send:
      case smallir::Op::super_send:
        out += " " + std::string(module.text(instruction.selector()));
        break;
      default:
        break;
    }
    for (smallir::Value value : module.operands_of(instruction)) {
      switch (value.kind()) {
        case smallir::Value::Kind::none:
          out += " -";
          break;
        case smallir::Value::Kind::result:
          out += " %" + std::to_string(value.index());
          break;
        case smallir::Value::Kind::self:
          out += " self";
          break;
        case smallir::Value::Kind::literal: {
          const smallir::Literal& literal = module.literals[value.literal()];
          out += literal.kind == LiteralKind::nil ? " nil" : " " + std::string(module.text(literal.text));
          break;
        }
        case smallir::Value::Kind::class_ref:
          out += " " + smallir::class_title(module, value.class_id());
          break;
        case smallir::Value::Kind::context:
          out += " thisContext";
          break;
      }
    }
    if (instruction.inlined()) out += " (inlined)";
    if ((instruction.flags & smallir::Instruction::kCascaded) != 0) out += " (cascaded)";
    out += "\n";
  }
  return out;
}

std::string lowered_script(const std::string& source, uint32_t function = 0) {
  Loaded loaded = load_texts({{"main.ws", source}});
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  if (loaded.module.functions.size() <= function) return "no function";
  return code_of(loaded.module, FunctionId(function));
}

TEST(Lower, ReturnInABraceArrayIsAReturn) {
  Loaded loaded = load_texts({{"a.st",
                               "'From Squeak'!\n!Foo methodsFor: 'x'!\nm: x\n\t{x. ^x. x foo: [1]} bar. "
                               "x baz! \n\nn: x\n\t^[{x. ^x. 3} size. x baz]! !\n"}});
  ASSERT_EQ(loaded.functions(), (std::vector<std::string>{"Foo>>m:", "Foo>>n:", "[] in Foo>>n:"}));
  EXPECT_EQ(code_of(loaded.module, FunctionId(0)), "read x\nread x\nreturn_value %1\n");
  EXPECT_EQ(code_of(loaded.module, FunctionId(2)), "read x\nread x\nreturn_home %1\n");
  EXPECT_TRUE(loaded.module.functions[FunctionId(2)].leaves_home);
}

TEST(Lower, CascadesGoToOneReceiverInOrder) {
  EXPECT_EQ(lowered_script("a foo bar: 1; baz; + 2"),
            "read a\nsend foo %0\nsend bar: %1 1\nsend baz %1 (cascaded)\nsend + %1 2 "
            "(cascaded)\nreturn_value %4\n");
}

TEST(Lower, InlinedControlAndWhatOnlyLooksLikeIt) {
  EXPECT_EQ(lowered_script("a ifTrue: [1] ifFalse: [2]"),
            "read a\nblock\nblock\nsend ifTrue:ifFalse: %0 %1 %2 (inlined)\nreturn_value %3\n");
  EXPECT_EQ(lowered_script("a ifTrue: b"), "read a\nread b\nsend ifTrue: %0 %1\nreturn_value %2\n");
  EXPECT_EQ(lowered_script("[a] whileTrue: [b]"),
            "block\nblock\nsend whileTrue: %0 %1 (inlined)\nreturn_value %2\n");
  EXPECT_EQ(lowered_script("a whileTrue: [b]"), "read a\nblock\nsend whileTrue: %0 %1\nreturn_value %2\n");
}

TEST(Lower, AssignmentsChainFromTheRight) {
  EXPECT_EQ(lowered_script("| a b | a := b := 3"), "write b 3\nwrite a 3\nreturn_value 3\n");
}

TEST(Lower, ContextNilAndBlocksWithoutStatements) {
  EXPECT_EQ(lowered_script("thisContext foo"), "send foo thisContext\nreturn_value %0\n");
  EXPECT_EQ(lowered_script("a := []. [:x | ]", 1), "return_value nil\n");
  EXPECT_EQ(lowered_script("[:x | ]", 1), "return_value nil\n");
}

TEST(Lower, SmalltalkAndCoreAreNoNamesOfTheirOwn) {
  EXPECT_EQ(lowered_script("Smalltalk.Count := 1. Count"), "write Count 1\nread Count\nreturn_value %1\n");
  EXPECT_EQ(lowered_script("Core.Object new. Object new"),
            "send new Object\nsend new Object\nreturn_value %1\n");
}

TEST(Lower, StatementsAreNoMethodHeader) {
  Loaded loaded = load_texts({{"a.st", "test start. test stop."}});
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"main"});
  EXPECT_EQ(code_of(loaded.module, FunctionId(0)),
            "read test\nsend start %0\nread test\nsend stop %2\nreturn_value %3\n");
}

// Files of one line: places stop at the last column, and finding them stays cheap.
TEST(Lower, ALineWithoutEnd) {
  std::string text = "<st-source>";
  for (int i = 0; i < 20000; ++i) {
    std::string name = "C" + std::to_string(i);
    text += "<class><name>" + name + "</name><super>Object</super><inst-vars>a b</inst-vars></class>";
  }
  text += "<methods><class-id>C0</class-id><body>m ^a</body></methods></st-source>";
  Loaded loaded = load_texts({{"a.st", text}});
  EXPECT_TRUE(loaded.problems().empty());
  const smallir::Module& module = loaded.module;
  EXPECT_EQ(module.body(module.functions[FunctionId(0)])[0].place.column, smallir::Range::kLastColumn);
  EXPECT_EQ(module.classes[smallir::find_class(module, "C1")].place.line, 1u);
  EXPECT_LT(module.classes[smallir::find_class(module, "C1")].place.column, 200u);
}

TEST(Lower, AShebangLineIsNoCode) {
  Loaded loaded = load_texts({{"a.st", "#!/usr/bin/env gst -f\n3 printNl"}});
  EXPECT_TRUE(loaded.problems().empty());
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"main"});
}

TEST(Lower, PrintingASymbolDefinesNoClass) {
  Loaded loaded = load_texts({{"a.ws",
                               "Object subclass: #Foo.\nTranscript << #foo; cr.\nTranscript << #Bar; cr.\n"
                               "Object << #Real slots: {#a}; package: 'P'.\n"}});
  EXPECT_TRUE(smallir::find_class(loaded.module, "Real").valid());
  EXPECT_FALSE(smallir::find_class(loaded.module, "foo").valid());
  EXPECT_FALSE(smallir::find_class(loaded.module, "Bar").valid());
  ASSERT_EQ(loaded.functions(), std::vector<std::string>{"main"});
  EXPECT_EQ(loaded.module.body(loaded.module.functions[smallir::FunctionId(0)]).size(), 5u);
}

}  // namespace
}  // namespace dh::smalltalk
