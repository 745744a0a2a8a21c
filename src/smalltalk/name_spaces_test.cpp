// Which class or variable a name means when there are several, and what removals and imports of parcels do.
#include "smalltalk/name_spaces.h"

#include <gtest/gtest.h>

#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

TEST(NameSpaces, Distance) {
  NameSpaces spaces;
  spaces.declare("Smalltalk.App", {"Lib.*", "Other.Thing"});
  const int hidden = NameSpaces::kHidden;
  NameScope app{"App", {}};
  EXPECT_LT(spaces.distance("Foo", "App", app), spaces.distance("Foo", "Lib", app));
  EXPECT_LT(spaces.distance("Foo", "Lib", app), spaces.distance("Foo", "Smalltalk", app));
  EXPECT_LT(spaces.distance("Thing", "Other", app), hidden);
  EXPECT_EQ(spaces.distance("Foo", "Other", app), hidden);
  EXPECT_LT(spaces.distance("Foo", "Core", app), hidden);
  EXPECT_LT(spaces.distance("Sub.Foo", "App.Sub", app), spaces.distance("Sub.Foo", "Sub", app));
  EXPECT_LT(spaces.distance("Smalltalk.Foo", "", app), hidden);
  EXPECT_EQ(spaces.distance("Smalltalk.Foo", "App", app), hidden);
  EXPECT_EQ(spaces.distance("Lib.Foo", "App", app), hidden);
  std::string_view imports[] = {"Other.*"};
  EXPECT_LT(spaces.distance("Foo", "Other", NameScope{"App", imports}), spaces.distance("Foo", "App", app));
}

std::string class_xml(const std::string& name, const std::string& space, const std::string& super,
                      const std::string& imports = "", const std::string& fields = "") {
  return "<class><name>" + name + "</name><environment>" + space + "</environment><super>" + super +
         "</super><inst-vars>" + fields + "</inst-vars><imports>" + imports + "</imports></class>\n";
}

std::string method_xml(const std::string& class_id, const std::string& body) {
  return "<methods><class-id>" + class_id + "</class-id><category>x</category><body>" + body +
         "</body></methods>\n";
}

// The class that the first instruction of a method sends to.
std::string first_receiver(const Loaded& loaded, const std::string& title) {
  const smallir::Module& module = loaded.module;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    if (smallir::function_title(module, smallir::FunctionId(i)) != title) continue;
    smallir::Value value = module.operands_of(module.body(module.functions[smallir::FunctionId(i)])[0])[0];
    return value.kind() == smallir::Value::Kind::class_ref ? smallir::class_title(module, value.class_id())
                                                           : "no class";
  }
  return "no method";
}

TEST(NameSpaces, ImportsDecideWhichClassIsMeant) {
  std::string text =
      "<st-source>\n<name-space><name>App</name><environment>Smalltalk</environment><imports>private "
      "Lib.*</imports></name-space>\n<name-space><name>Own</name><environment>Smalltalk</environment>"
      "<imports></imports></name-space>\n" +
      class_xml("Log", "Lib", "Core.Object") + class_xml("Log", "Own", "Core.Object") +
      class_xml("Log", "Zoo", "Core.Object") + class_xml("A", "App", "Core.Object") +
      class_xml("B", "Own", "Core.Object") + class_xml("C", "App", "Core.Object", "private Zoo.*") +
      class_xml("D", "Own", "Log") + method_xml("App.A", "m ^Log new") + method_xml("Own.B", "m ^Log new") +
      method_xml("App.C", "m ^Log new") + method_xml("Own.B", "q ^Lib.Log new") +
      method_xml("Own.B", "u ^Nowhere.Log new") + "</st-source>\n";
  Loaded loaded = load_texts({{"a.st", text}});
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  EXPECT_EQ(first_receiver(loaded, "App.A>>m"), "Lib.Log");
  EXPECT_EQ(first_receiver(loaded, "Own.B>>m"), "Own.Log");
  EXPECT_EQ(first_receiver(loaded, "App.C>>m"), "Zoo.Log");
  EXPECT_EQ(first_receiver(loaded, "Own.B>>q"), "Lib.Log");
  EXPECT_EQ(first_receiver(loaded, "Own.B>>u"), "Nowhere.Log");
  const smallir::Module& module = loaded.module;
  smallir::ClassId d = smallir::find_class(module, "Own.D");
  ASSERT_TRUE(d.valid());
  EXPECT_EQ(smallir::class_title(module, module.classes[d].superclass), "Own.Log");
}

TEST(NameSpaces, OfGnuSmalltalk) {
  Loaded loaded =
      load_texts({{"a.st",
                   "Namespace current: Lib [ Object subclass: Log [ one [ ^1 ] ] ]\n"
                   "Namespace current: Own [ Object subclass: Log [ two [ ^2 ] ] ]\n"
                   "Namespace current: App [ <import: Lib> Object subclass: A [ m [ ^Log new ] ] ]\n"
                   "Namespace current: Own!\nObject subclass: B [ m [ ^Log new ] ]\n"}});
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  EXPECT_EQ(first_receiver(loaded, "App.A>>m"), "Lib.Log");
  EXPECT_EQ(first_receiver(loaded, "Own.B>>m"), "Own.Log");
}

TEST(NameSpaces, SharedVariablesOfClassesAndOfNamespaces) {
  std::string text = "<st-source>\n" + class_xml("A", "App", "Core.Object") +
                     "<shared-variable><name>Max</name><environment>App.A</environment><initializer>3"
                     "</initializer></shared-variable>\n<shared-variable><name>Mode</name><environment>App"
                     "</environment></shared-variable>\n<shared-variable><name>Mode</name><environment>Other"
                     "</environment></shared-variable>\n" +
                     method_xml("App.A", "m ^Max + Mode") + "</st-source>\n";
  Loaded loaded = load_texts({{"a.st", text}});
  const smallir::Module& module = loaded.module;
  ASSERT_EQ(loaded.functions(), (std::vector<std::string>{"App.A>>m", "load.1"}));
  auto body = module.body(module.functions[smallir::FunctionId(0)]);
  EXPECT_EQ(module.variables[body[0].variable()].kind, smallir::VariableKind::class_variable);
  EXPECT_EQ(module.variables[body[1].variable()].kind, smallir::VariableKind::global);
  EXPECT_EQ(module.text(module.variables[body[1].variable()].name_space), "App");
}

TEST(NameSpaces, RemovedSelectors) {
  std::string text = "<st-source>\n" + class_xml("A", "", "Object") + method_xml("A", "one ^1") +
                     method_xml("A", "two ^2") + method_xml("A class", "one ^1") +
                     "<remove-selector><class-id>A</class-id><selector>one</selector></remove-selector>\n"
                     "<remove-selector><class-id>A</class-id><selector>two</selector></remove-selector>\n" +
                     method_xml("A", "two ^22") + "</st-source>\n";
  Loaded loaded = load_texts({{"a.st", text}});
  EXPECT_EQ(loaded.functions(), (std::vector<std::string>{"A>>two", "A class>>one"}));
  EXPECT_TRUE(loaded.problems(Severity::note).empty()) << loaded.problems(Severity::note)[0];
  loaded = load_texts({{"b.st",
                        "'From Cuis'!\nObject subclass: #A instanceVariableNames: '' classVariableNames: '' "
                        "poolDictionaries: '' category: 'x'!\n!A methodsFor: 'x'!\none ^1!\ntwo ^2! !\n"
                        "!methodRemoval: A #one stamp: 'x'!\none ^1!\n"}});
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"A>>two"});
  loaded = load_texts(
      {{"c.st", "<st-source><remove-selector><class-id>A</class-id></remove-selector></st-source>"}});
  EXPECT_TRUE(loaded.has_problem("names no method", Severity::error));
}

TEST(NameSpaces, RemovedClasses) {
  std::string text = "<st-source>\n" + class_xml("A", "", "Object", "", "x") + method_xml("A", "one ^x") +
                     method_xml("A class", "make ^self new") + class_xml("B", "", "Object") +
                     method_xml("B", "one ^1") + "<remove-class><class-id>A</class-id></remove-class>\n" +
                     "<remove-class><name>B</name><environment>Smalltalk</environment></remove-class>\n" +
                     class_xml("B", "", "Object", "", "y") + method_xml("B", "two ^y") + "</st-source>\n";
  Loaded loaded = load_texts({{"a.st", text}});
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"B>>two"});
  EXPECT_TRUE(loaded.problems(Severity::note).empty()) << loaded.problems(Severity::note)[0];
  smallir::ClassId a = smallir::find_class(loaded.module, "A");
  EXPECT_TRUE(!a.valid() || !loaded.module.classes[a].defined);
  // What another file defined before goes, too; what comes after stays.
  loaded = load_texts({{"a.st", "'From Squeak'!\n!A methodsFor: 'x'!\none ^1! !\n"},
                       {"b.st", "'From Squeak'!\nSmalltalk removeClassNamed: #A!\n"},
                       {"c.st", "'From Squeak'!\n!A methodsFor: 'x'!\ntwo ^2! !\n"}});
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"A>>two"});
  std::string definition =
      "Object subclass: #A instanceVariableNames: '' classVariableNames: '' poolDictionaries: '' category: "
      "'x'!\n!A methodsFor: 'x'!\none ^1! !\n";
  loaded = load_texts({{"a.st", "'From Squeak'!\n" + definition},
                       {"b.st", "'From Cuis'!\n!classRemoval: #A stamp: 'x'!\nObject subclass: #A!\n"},
                       {"c.st", "'From Squeak'!\n!A methodsFor: 'x'!\ntwo ^2! !\n"}});
  EXPECT_EQ(loaded.functions(), std::vector<std::string>{"A>>two"});
  loaded = load_texts({{"c.st", "<st-source><remove-class></remove-class></st-source>"}});
  EXPECT_TRUE(loaded.has_problem("names no class", Severity::error));
}

TEST(NameSpaces, ImportsOfParcelsDoNotRedefine) {
  std::string parcel = "<st-source>\n" + class_xml("B", "App", "App.A") +
                       "<do-it>\"Imported Classes:\"</do-it>\n<do-it>self error: 'no'</do-it>\n" +
                       class_xml("A", "App", "App.Root", "", "old") +
                       class_xml("Root", "App", "Core.Object") + "</st-source>\n";
  std::string real = "<st-source>\n" + class_xml("A", "App", "App.Root", "", "a b") + "</st-source>\n";
  for (const auto& names : {std::pair{"1.pst", "2.pst"}, std::pair{"2.pst", "1.pst"}}) {
    Loaded loaded = load_texts({{names.first, parcel}, {names.second, real}});
    EXPECT_TRUE(loaded.problems(Severity::note).empty()) << loaded.problems(Severity::note)[0];
    EXPECT_TRUE(loaded.functions().empty());
    const smallir::Module& module = loaded.module;
    const smallir::Class& a = module.classes[smallir::find_class(module, "App.A")];
    EXPECT_EQ(a.fields.count, 2u);
    EXPECT_TRUE(a.defined);
    EXPECT_FALSE(module.classes[a.superclass].defined);  // its source is not here, but its place is known
    EXPECT_TRUE(module.classes[a.superclass].superclass.valid());
  }
}

}  // namespace
}  // namespace dh::smalltalk
