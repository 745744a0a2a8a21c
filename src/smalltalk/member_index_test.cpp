// Finding members by intervals answers what walking up the superclasses answers.
#include "smalltalk/member_index.h"

#include <gtest/gtest.h>

#include <random>

#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

using smallir::ClassId;
using smallir::Module;
using smallir::VariableId;
using smallir::VariableKind;

VariableId walk_up(const Module& module, ClassId from, Symbol name, VariableKind kind) {
  for (ClassId at = from; at.valid(); at = module.classes[at].superclass) {
    const smallir::Class& klass = module.classes[at];
    for (smallir::PoolRange range : {klass.fields, klass.class_variables}) {
      for (uint32_t i = range.first; i < range.first + range.count; ++i) {
        const smallir::Variable& variable = module.variables[VariableId(i)];
        if (variable.name == name && variable.kind == kind) return VariableId(i);
      }
    }
  }
  return {};
}

TEST(MemberIndex, AgreesWithWalkingUp) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    std::string text = "'From Squeak'!\n";
    uint32_t count = 1 + random() % 30;
    for (uint32_t i = 0; i < count; ++i) {
      std::string super = i == 0 || random() % 5 == 0 ? "Object" : "K" + std::to_string(random() % i);
      std::string fields, shared;
      for (char c : {'a', 'b', 'c'}) {
        if (random() % 3 == 0) fields += std::string(1, c) + " ";
        if (random() % 4 == 0) shared += std::string(1, static_cast<char>(c - 32)) + " ";
      }
      text += super + " subclass: #K" + std::to_string(i) + " instanceVariableNames: '" + fields +
              "' classVariableNames: '" + shared + "' poolDictionaries: '' category: 'x'!\n";
    }
    Loaded loaded = load_texts({{"a.st", text}});
    MemberIndex index(loaded.module);
    EXPECT_EQ(index.classes_downwards().size(), loaded.module.classes.size());
    for (uint32_t c = 0; c < loaded.module.classes.size(); ++c) {
      for (const char* name : {"a", "b", "c", "A", "B", "C"}) {
        Symbol symbol = loaded.module.names.find(name);
        if (!symbol.valid()) continue;
        for (VariableKind kind : {VariableKind::field, VariableKind::class_variable})
          EXPECT_EQ(index.find(ClassId(c), symbol, kind), walk_up(loaded.module, ClassId(c), symbol, kind));
      }
    }
  }
}

TEST(MemberIndex, TraitsOfTraits) {
  Loaded loaded = load_texts(
      {{"TBase.trait.st",
        "Trait {\n\t#name : 'TBase',\n\t#instVars : [ 'count' ],\n\t#traits : 'TMore'\n}\n"},
       {"TMore.trait.st",
        "Trait {\n\t#name : 'TMore',\n\t#instVars : [ 'more', 'count' ],\n\t#traits : 'TBase'\n}\n"},
       {"Foo.class.st",
        "Class {\n\t#name : 'Foo',\n\t#superclass : 'Object',\n\t#traits : 'TBase'\n}\n\n"
        "Foo >> m [\n\t^ more + count\n]\n"}});
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  const Module& module = loaded.module;
  ASSERT_EQ(loaded.functions(), std::vector<std::string>{"Foo>>m"});
  auto body = module.body(module.functions[smallir::FunctionId(0)]);
  EXPECT_EQ(smallir::variable_title(module, body[0].variable()), "TMore.more");
  EXPECT_EQ(smallir::variable_title(module, body[1].variable()), "TBase.count");
}

}  // namespace
}  // namespace dh::smalltalk
