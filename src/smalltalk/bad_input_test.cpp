// What is wrong is said with its place, and the rest of the input goes on.
#include <gtest/gtest.h>

#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

using Titles = std::vector<std::string>;
using Problems = std::vector<std::string>;

const std::string kXmlClass =
    "<st-source>\n<class><name>Foo</name><super>Object</super><inst-vars>a b</inst-vars></class>\n";

std::string xml_methods(const std::string& bodies) {
  return kXmlClass + "<methods>\n<class-id>Foo</class-id> <category>x</category>\n" + bodies +
         "</methods>\n</st-source>\n";
}

TEST(BadInput, BrokenXml) {
  Loaded loaded =
      load_texts({{"a.st", kXmlClass + "<methods><class-id>Foo</class-id><body>one ^1</bodyy>\n</methods>\n"
                                       "<methods><class-id>Foo</class-id><body>two ^2</body></methods>\n"
                                       "</st-source>"}});
  EXPECT_TRUE(loaded.has_problem("3:", Severity::error)) << loaded.problems()[0];
  EXPECT_TRUE(loaded.has_problem("broken XML", Severity::error));
  Titles functions = loaded.functions();
  EXPECT_EQ(std::count(functions.begin(), functions.end(), "Foo>>two"), 1);
}

TEST(BadInput, BrokenXmlCostsOneElement) {
  std::string bodies;
  Titles expected;
  for (int i = 100; i < 400; ++i) {
    std::string number = std::to_string(i);
    bodies += "<body>a" + number + " ^1</body>\n<body>b" + number + " ^2 < 3</body>\n";
    expected.push_back("Foo>>a" + number);
  }
  Loaded loaded = load_texts({{"a.st", xml_methods(bodies)}});
  EXPECT_EQ(loaded.problems(Severity::error).size(), 300u);
  Titles functions = loaded.functions();
  std::erase_if(functions, [](const std::string& title) { return title.starts_with("Foo>>b"); });
  EXPECT_EQ(functions, expected);
  // An end tag that is missing must not make the rest disappear either.
  loaded = load_texts({{"b.st", kXmlClass + "<methods><class-id>Foo</class-id><body>one ^1</methods>\n"
                                            "<methods><class-id>Bar</class-id><body>two ^2</body></methods>\n"
                                            "<methods><class-id>Baz</class-id><body>three ^3</body>\n"}});
  functions = loaded.functions();
  EXPECT_EQ(std::count(functions.begin(), functions.end(), "Bar>>two"), 1);
  EXPECT_EQ(std::count(functions.begin(), functions.end(), "Baz>>three"), 1);
}

TEST(BadInput, FileCutInHalf) {
  std::string whole = xml_methods("<body>one ^1</body>\n<body>two ^2</body>\n");
  Loaded loaded = load_texts({{"a.st", whole.substr(0, whole.find("wo ^2"))}});
  EXPECT_TRUE(loaded.has_problem("broken XML", Severity::error));
  Titles functions = loaded.functions();
  EXPECT_EQ(std::count(functions.begin(), functions.end(), "Foo>>one"), 1);

  loaded = load_texts({{"b.st", "'From Squeak'!\n!Foo methodsFor: 'x'!\none ^1!\n\ntwo ^(2 + "}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>one"});
  EXPECT_TRUE(loaded.has_problem("cut off", Severity::error));

  loaded =
      load_texts({{"Foo.class.st",
                   "Class {\n\t#name : 'Foo',\n\t#superclass : 'Object',\n\t#category : 'X'\n}\n\n"
                   "{ #category : 'a' }\nFoo >> one [ ^ 1 ]\n\n{ #category : 'a' }\nFoo >> two [\n\t^ (2"}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>one"});
  EXPECT_EQ(loaded.problems(), Problems{"11:12 this '[' is not closed"});

  loaded = load_texts({{"c.st", "Object subclass: Foo [\n  one [ ^1 ]\n  two [ ^(2"}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>one"});
  EXPECT_TRUE(loaded.has_problem("1:22 this '[' is not closed", Severity::error));
}

TEST(BadInput, BodyCutInHalf) {
  Loaded loaded = load_texts({{"a.st", xml_methods("<body>one ^(1 + </body>\n<body>two ^2</body>\n")}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>two"});
  EXPECT_EQ(loaded.problems(),
            Problems{"5:17 method Foo>>one: expected an expression, but the code ends; it is skipped"});
}

TEST(BadInput, UnbalancedBrackets) {
  for (const char* body : {"one ^[1", "one ^1]", "one ^(1", "one ^1)", "one ^{1", "one #(1 2", "one ^'1",
                           "one \"x", "one #[1 2"}) {
    Loaded loaded = load_texts(
        {{"b.st", std::string("'From Squeak'!\n!Foo methodsFor: 'x'!\n") + body + "!\n\ntwo ^2! !\n"}});
    EXPECT_EQ(loaded.functions(), Titles{"Foo>>two"}) << body;
    ASSERT_EQ(loaded.problems(Severity::error).size(), 1u) << body;
    EXPECT_EQ(loaded.problems(Severity::error)[0].substr(0, 2), "3:") << body;
  }
}

TEST(BadInput, WrongEscapes) {
  Loaded loaded = load_texts({{"a.st", xml_methods("<body>one ^&foo; 1</body>\n<body>two ^a &lt; b</body>\n"
                                                   "<body>three ^&#0;</body>\n")}});
  EXPECT_TRUE(loaded.has_problem("5:12 '&' begins no known entity", Severity::error));
  EXPECT_TRUE(loaded.has_problem("7:14 '&' begins no known entity", Severity::error));
  Titles functions = loaded.functions();
  EXPECT_EQ(std::count(functions.begin(), functions.end(), "Foo>>two"), 1);
}

TEST(BadInput, UnknownClassId) {
  Loaded loaded =
      load_texts({{"a.st", kXmlClass + "<methods><class-id>3 Foo</class-id><body>one ^1</body></methods>\n"
                                       "<methods><body>three ^3</body></methods>\n"
                                       "<methods><class-id>Other</class-id><body>two ^2</body></methods>\n"
                                       "</st-source>"}});
  EXPECT_EQ(loaded.functions(), Titles{"Other>>two"});
  EXPECT_TRUE(loaded.has_problem("'3 Foo' is not the name of a class", Severity::error));
  EXPECT_TRUE(loaded.has_problem("this <body> belongs to no class", Severity::error));
  // A class without a definition is a library class: a note, not an error.
  EXPECT_TRUE(loaded.has_problem("class Other is not defined in the analysed files"));
  EXPECT_EQ(loaded.problems(Severity::error).size(), 2u);
}

TEST(BadInput, SelectorThatDoesNotMatchTheHeader) {
  Loaded loaded = load_texts({{"a.st", xml_methods("<body selector=\"b\">c ^1</body>\n")}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>c"});
  ASSERT_EQ(loaded.problems().size(), 1u);
  EXPECT_NE(loaded.problems()[0].find("5:20 the method's header says c, but the file's metadata says b"),
            std::string::npos)
      << loaded.problems()[0];
}

TEST(BadInput, DuplicatesTheLaterWins) {
  Loaded loaded =
      load_texts({{"a.st",
                   "'From Squeak'!\nObject subclass: #Foo instanceVariableNames: 'a' classVariableNames: '' "
                   "poolDictionaries: '' category: 'x'!\n!Foo methodsFor: 'x'!\nm\n\t^1! !\n"},
                  {"b.st",
                   "'From Squeak'!\nObject subclass: #Foo instanceVariableNames: 'b' classVariableNames: '' "
                   "poolDictionaries: '' category: 'x'!\n!Foo methodsFor: 'x'!\nm\n\t^b! !\n"}});
  EXPECT_TRUE(
      loaded.has_problem("2:18 class Foo is defined again; this definition replaces the one in a.st"));
  EXPECT_TRUE(loaded.has_problem("4:1 Foo>>m is defined again; this definition replaces the one at a.st:4"));
  EXPECT_TRUE(loaded.problems().empty());
  ASSERT_EQ(loaded.functions(), Titles{"Foo>>m"});
  const smallir::Module& module = loaded.module;
  const smallir::Instruction& first = module.body(module.functions[smallir::FunctionId(0)])[0];
  ASSERT_EQ(first.op, smallir::Op::read);
  EXPECT_EQ(smallir::variable_title(module, first.variable()), "Foo.b");
}

TEST(BadInput, CyclicInheritance) {
  auto subclass = [](const std::string& super, const std::string& name) {
    return super + " subclass: #" + name +
           " instanceVariableNames: '' classVariableNames: '' poolDictionaries: '' category: 'x'!\n";
  };
  Loaded loaded = load_texts(
      {{"a.st", "'From Squeak'!\n" + subclass("B", "A") + subclass("C", "B") + subclass("A", "C") +
                    subclass("Self", "Self") + subclass("A", "D") + "!D methodsFor: 'x'!\nm ^1! !\n"}});
  EXPECT_EQ(loaded.problems(Severity::error).size(), 2u);
  EXPECT_TRUE(loaded.has_problem("inherits from itself; its superclass", Severity::error));
  EXPECT_EQ(loaded.functions(), Titles{"D>>m"});
}

TEST(BadInput, TonelMetadata) {
  Loaded loaded =
      load_texts({{"Foo.class.st",
                   "Class {\n\t#name : 'Foo',\n\t#superclass : 'Object',\n\t#category : "
                   "'drag\\'n\\'drop'\n}\n\n{ #category : 'it\\'s \\\\' }\nFoo >> one [ ^ 1 ]\n\n{ "
                   "#category }\nFoo >> two [ ^ 2 ]\n\n{ #category : 'x' }\nFoo >> three [ ^ 3 ]\n"}});
  EXPECT_EQ(loaded.problems(), Problems{"10:13 expected ':' in the metadata"});
  const smallir::Module& module = loaded.module;
  smallir::ClassId foo = smallir::find_class(module, "Foo");
  EXPECT_EQ(module.text(module.classes[foo].category), "drag'n'drop");
  smallir::FunctionId one = smallir::own_method(module, foo, module.names.find("one"));
  ASSERT_TRUE(one.valid());
  EXPECT_EQ(module.text(module.functions[one].protocol), "it's \\");
  EXPECT_TRUE(smallir::own_method(module, foo, module.names.find("three")).valid());
}

TEST(BadInput, TonelGoesOnBehindBrokenMetadata) {
  for (const char* newline : {"\n", "\r", "\r\n"}) {
    std::string text =
        "Class {@\t#name : 'Foo',@\t#superclass 'Object'@}@@{ #category : 'x' }@Foo >> one [@\t^ [1@]@@"
        "{ #category : 'x' }@Foo >> two [@\t^ 2@]@";
    std::string with_ends;
    for (char c : text) c == '@' ? with_ends += newline : with_ends += c;
    Loaded loaded = load_texts({{"Foo.class.st", with_ends}});
    EXPECT_EQ(loaded.functions(), Titles{"Foo>>two"});
    EXPECT_EQ(loaded.problems(),
              (Problems{"3:14 expected ':' in the metadata", "7:12 this '[' is not closed"}));
  }
}

TEST(BadInput, EmptyBodyOfXmlHasItsPlace) {
  Loaded loaded = load_texts({{"a.st", xml_methods("<body selector=\"b\"></body>\n<body>two ^2</body>\n")}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>two"});
  EXPECT_EQ(loaded.problems(),
            Problems{"5:2 method Foo>>b: expected a method header, but the code ends; it is skipped"});
}

TEST(BadInput, MethodsOfNoClassInChunks) {
  Loaded loaded = load_texts(
      {{"a.st",
        "'From Squeak'!\n!12 methodsFor: 'x'!\none ^1!\n\ntwo ^2! !\n!Foo methodsFor: 'x'!\nthree ^3! !\n"}});
  EXPECT_EQ(loaded.functions(), Titles{"Foo>>three"});
  EXPECT_EQ(loaded.problems(), Problems{"2:2 '12' is not the name of a class; its methods are skipped"});
}

TEST(BadInput, BracketSyntaxGoesOnBehindUnbalancedBrackets) {
  auto load = [](const std::string& bad) {
    return load_texts({{"a.st", "Object subclass: Foo [\n  | a |\n  " + bad +
                                    "\n  good [ ^1 ]\n]\nObject subclass: Bar [\n  fine [ ^2 ]\n]\n"}});
  };
  for (const char* bad : {"bad [ ^[1 ]", "bad [ ^'x ]", "bad [ ^\"x ]", "bad [ ^(1 ]"}) {
    Loaded loaded = load(bad);
    EXPECT_EQ(loaded.functions(), (Titles{"Bar>>fine", "Foo>>good"})) << bad;
    EXPECT_FALSE(loaded.problems(Severity::error).empty()) << bad;
  }
  EXPECT_TRUE(load("bad [ ^[1 ]").has_problem("3:7 this '[' is not closed", Severity::error));
  Loaded attribute = load("<comment: 'x' bad [ ^1 ]");
  EXPECT_EQ(attribute.functions(), (Titles{"Bar>>fine", "Foo>>good"}));
  EXPECT_TRUE(attribute.has_problem("3:3 this '<' is not closed", Severity::error));
  Loaded variables = load("| b c bad [ ^1 ]");
  EXPECT_EQ(variables.functions(), (Titles{"Bar>>fine", "Foo>>good"}));
  EXPECT_TRUE(variables.has_problem("3:13 expected a name or '|'", Severity::error));
}

TEST(BadInput, BinaryPackagesAreSkipped) {
  using namespace std::string_literals;
  Loaded loaded = load_texts({{"old.pac", "!STB 0 F\x0b\0\0Package! foo ]! !"s}});
  EXPECT_TRUE(loaded.has_problem("binary Dolphin package", Severity::warning));
  EXPECT_TRUE(loaded.problems(Severity::error).empty());
}

}  // namespace
}  // namespace dh::smalltalk
