// One small program in all six formats is the same SmallIR, but for places.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "smalltalk/test_support.h"

namespace dh::smalltalk {
namespace {

namespace fs = std::filesystem;

// SharedCell: a field, a class variable, a class-instance variable, methods on both sides; and a script.
constexpr const char* kScript =
    "| cell |\ncell := SharedCell new.\n[cell value: 3] fork.\ncell value: cell value + 1; yourself.\n";

// Formats imply dialects, and those what `new` does: one dialect for all, to compare everything else.
const TomlValue& one_dialect() {
  static Diagnostics diagnostics;
  static const TomlValue table = parse_toml("dialect = 'pharo'\n", "deadheat.toml", diagnostics);
  return table;
}

Loaded load(const std::vector<std::pair<std::string, std::string>>& texts) {
  return load_texts(texts, 1, &one_dialect());
}

Loaded tonel() {
  return load({{"SharedCell.class.st", R"(Class {
	#name : 'SharedCell',
	#superclass : 'Object',
	#instVars : [
		'value',
		'lock'
	],
	#classVars : [
		'Count'
	],
	#classInstVars : [
		'default'
	],
	#category : 'Cells',
	#package : 'Cells'
}

{ #category : 'making' }
SharedCell class >> default [
	^ default ifNil: [ default := self new ]
]

{ #category : 'accessing' }
SharedCell >> value [
	^ value
]

{ #category : 'accessing' }
SharedCell >> value: anObject [
	<noticed: #it>
	Count := #(1 $a #b 'it''s').
	lock critical: [ :x | value := anObject. ^ x ]
]
)"},
               {"main.ws", kScript}});
}

Loaded chunk() {
  return load({{"cells.st", R"('From Pharo'!

Object subclass: #SharedCell
	instanceVariableNames: 'value lock'
	classVariableNames: 'Count'
	poolDictionaries: ''
	category: 'Cells'!

SharedCell class
	instanceVariableNames: 'default'!

!SharedCell class methodsFor: 'making' stamp: 'x'!
default
	^default ifNil: [default := self new]! !

!SharedCell methodsFor: 'accessing'!
value
	^value!

value: anObject
	<noticed: #it>
	Count := #(1 $a #b 'it''s').
	lock critical: [:x | value := anObject. ^x]! !
)"},
               {"main.ws", kScript}});
}

Loaded bracket() {
  return load({{"cells.st", R"(Object subclass: SharedCell [
  | value lock |
  <category: 'Cells'>
  Count := nil.
  SharedCell class [ | default | ]

  SharedCell class >> default [ <category: 'making'> ^default ifNil: [default := self new] ]
  value [ <category: 'accessing'> ^value ]
  value: anObject [
    <category: 'accessing'>
    <noticed: #it>
    Count := #(1 $a #b 'it''s').
    lock critical: [:x | value := anObject. ^x]
  ]
]
)"},
               {"main.ws", kScript}});
}

Loaded xml(const std::string& line_end = "\n") {
  const std::string text = R"(<?xml version="1.0"?>
<st-source>
<!-- see <url> -->
<class>
<name>SharedCell</name>
<environment>Smalltalk</environment>
<super>Core.Object</super>
<indexed-type>none</indexed-type>
<inst-vars>value lock </inst-vars>
<class-inst-vars>default </class-inst-vars>
<class-vars>Count </class-vars>
<category>Cells</category>
</class>
<methods>
<class-id>SharedCell class</class-id> <category>making</category>
<body package="Cells">default
	^default ifNil: [default := self new]</body>
</methods>
<methods>
<class-id>SharedCell</class-id> <category>accessing</category>
<body package="Cells" selector="value">value
	^value</body>

<body package="Cells" selector="value:">value: anObject
	"a &lt; b &amp; c" Count := #(1 $a #b &apos;it&apos;&apos;s&apos;). &lt;noticed: #it&gt;
	lock critical: [:x | value := anObject. ^x]</body>
</methods>
</st-source>
)";
  std::string converted;
  for (char c : text) converted += c == '\n' ? line_end : std::string(1, c);
  return load({{"cells.st", converted}, {"main.ws", kScript}});
}

Loaded workspace() {
  const std::string definitions = R"(| cell |
Object subclass: #SharedCell instanceVariableNames: 'value lock' classVariableNames: 'Count' category: 'Cells'.
SharedCell class instanceVariableNames: 'default'.
SharedCell class compile: 'default ^default ifNil: [default := self new]' classified: 'making'.
SharedCell compile: 'value ^value' classified: 'accessing'.
SharedCell compile: 'value: anObject
	<noticed: #it>
	Count := #(1 $a #b ''it''''s''). lock critical: [:x | value := anObject. ^x]' classified: 'accessing'.
)";
  return load({{"main.ws", definitions + std::string(kScript).substr(9)}});
}

Loaded filetree() {
  fs::path root = fs::temp_directory_path() / ("deadheat-filetree-" + std::to_string(::getpid()));
  fs::path folder = root / "Cells.package" / "SharedCell.class";
  auto write = [&](const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  };
  write(folder / "properties.json", R"({
"category" : "Cells", "classinstvars" : [ "default" ], "classvars" : [ "Count" ],
"instvars" : [ "value", "lock" ], "name" : "SharedCell", "pools" : [ ], "super" : "Object", "type" : "normal" }
)");
  write(folder / "class" / "default.st", "making\ndefault\n\t^ default ifNil: [ default := self new ]");
  write(folder / "instance" / "value.st", "accessing\nvalue\n\t^ value");
  write(folder / "instance" / "value..st",
        "accessing\nvalue: anObject\n\t<noticed: #it>\n\tCount := #(1 $a #b 'it''s').\n\tlock critical: [ :x "
        "| value := anObject. ^ x ]");
  write(root / "main.ws", kScript);
  CheckInput input;
  input.settings = &one_dialect();
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    std::string path = entry.path().string();
    if (path.ends_with(".st") || path.ends_with(".ws")) input.paths.push_back(path);
  }
  std::sort(input.paths.begin(), input.paths.end());
  CheckSink sink;
  Loaded loaded{load_smalltalk(input, sink), {}};
  loaded.diagnostics = sink.take().diagnostics;
  fs::remove_all(root);
  return loaded;
}

TEST(Formats, OneProgramInSixFormatsIsTheSameModule) {
  std::string expected = tonel().meaning();
  EXPECT_NE(expected.find("@\"st.value:$SharedCell\""), std::string::npos);
  EXPECT_NE(expected.find("st.model.nonLocalReturn"), std::string::npos);
  EXPECT_NE(expected.find("define i8* @main"), std::string::npos);
  EXPECT_NE(expected.find("noticed:"), std::string::npos);
  EXPECT_EQ(chunk().meaning(), expected);
  EXPECT_EQ(xml().meaning(), expected);
  EXPECT_EQ(filetree().meaning(), expected);
  EXPECT_EQ(bracket().meaning(), expected);
  EXPECT_EQ(workspace().meaning(), expected);
  for (auto format : {tonel, chunk, filetree, bracket, workspace}) {
    Loaded loaded = format();
    EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  }
}

TEST(Formats, CodeInStringsKeepsItsPlaces) {
  Loaded loaded = workspace();
  smallir::ClassId cell = smallir::find_class(loaded.module, "SharedCell");
  smallir::FunctionId setter = smallir::lookup(loaded.module, cell, loaded.module.names.find("value:"));
  ASSERT_TRUE(setter.valid());
  auto body = loaded.module.body(loaded.module.functions[setter]);
  EXPECT_EQ(body[0].place.line, 8u);  // Count := ...
  EXPECT_EQ(body[0].place.column, 2u);
  EXPECT_EQ(body[1].place.column, 35u);  // lock, after doubled quotes
}

TEST(Formats, LinesAreThoseOfTheFile) {
  for (const char* line_end : {"\n", "\r", "\r\n"}) {
    Loaded loaded = xml(line_end);
    smallir::ClassId cell = smallir::find_class(loaded.module, "SharedCell");
    ASSERT_TRUE(cell.valid());
    smallir::FunctionId setter = smallir::lookup(loaded.module, cell, loaded.module.names.find("value:"));
    ASSERT_TRUE(setter.valid());
    const smallir::Function& function = loaded.module.functions[setter];
    const smallir::Instruction& write = loaded.module.body(function)[0];  // Count := ...
    EXPECT_EQ(write.op, smallir::Op::write);
    EXPECT_EQ(write.place.line, 25u);
    EXPECT_EQ(write.place.column, 21u);  // after a comment with entities
    EXPECT_EQ(write.place.end_column, 26u);
  }
}

TEST(Formats, ChunkBangsAreUndoubledAndPlacesStayRight) {
  Loaded loaded =
      load_texts({{"a.st", "'From Squeak'!\n!Foo methodsFor: 'x'!\nbar\n\t^'a!!b!!!!' size: xyz! !\n"}});
  ASSERT_EQ(loaded.module.functions.size(), 1u);
  auto body = loaded.module.body(loaded.module.functions[smallir::FunctionId(0)]);
  ASSERT_EQ(body.size(), 3u);  // read xyz, send, return
  EXPECT_EQ(body[0].place.line, 4u);
  EXPECT_EQ(body[0].place.column, 20u);
  EXPECT_EQ(loaded.module.text(loaded.module.literals[loaded.module.operands_of(body[1])[0].literal()].text),
            "a!b!!");
}

TEST(Formats, BadInputIsReportedAndTheRestGoesOn) {
  // Tonel: an unclosed bracket, then a good method.
  Loaded tonel_loaded = load_texts(
      {{"Foo.class.st",
        "Class {\n\t#name : 'Foo',\n\t#superclass : 'Object',\n\t#category : 'X'\n}\n\n"
        "{ #category : 'a' }\nFoo >> bad [\n\t^ [ 1\n]\n\n{ #category : 'a' }\nFoo >> good [\n\t^ 1\n]\n"}});
  ASSERT_EQ(tonel_loaded.problems().size(), 1u);
  EXPECT_EQ(tonel_loaded.problems()[0], "8:12 this '[' is not closed");
  EXPECT_EQ(tonel_loaded.module.functions.size(), 1u);
  // XML: cut in half, wrong entity, unknown class-id, selector that does not match.
  Loaded xml_loaded = load_texts({{"a.st",
                                   "<?xml version=\"1.0\"?>\n<st-source>\n<methods>\n<class-id>3 "
                                   "Foo</class-id> <category>x</category>\n<body>a ^1</body>\n"
                                   "</methods>\n<methods>\n<class-id>Foo</class-id> "
                                   "<category>x</category>\n<body selector=\"b\">c ^&foo; 1</body>\n<body>d "
                                   "^1</bodyy>\n<methods>\n<class-id>Foo</class-id><body>e "
                                   "^1</body></methods>\n<methods>\n<class-id>Foo</class-id>\n<body>f ^1"}});
  std::vector<std::string> problems = xml_loaded.problems();
  auto has = [&](const std::string& text) {
    return std::any_of(problems.begin(), problems.end(),
                       [&](const std::string& p) { return p.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("is not the name of a class"));
  EXPECT_TRUE(has("begins no known entity"));
  EXPECT_TRUE(has("broken XML"));
  bool found_e = false;
  for (const smallir::Function& function : xml_loaded.module.functions) {
    found_e = found_e || xml_loaded.module.text(function.name) == "e";
  }
  EXPECT_TRUE(found_e);
  Loaded mismatch = load_texts(
      {{"a.st",
        "<st-source><class><name>Foo</name><super>Object</super></class><methods><class-id>Foo</class-id>"
        "<body selector=\"b\">c ^1</body></methods></st-source>"}});
  ASSERT_EQ(mismatch.problems().size(), 1u);
  EXPECT_NE(mismatch.problems()[0].find("header says c, but the file's metadata says b"), std::string::npos);
}

TEST(Formats, DuplicatesAndCycles) {
  Loaded loaded =
      load_texts({{"a.st",
                   "'From Squeak'!\nObject subclass: #Foo instanceVariableNames: 'a' classVariableNames: '' "
                   "poolDictionaries: '' category: 'x'!\nObject subclass: #Foo instanceVariableNames: 'b' "
                   "classVariableNames: '' poolDictionaries: '' category: 'x'!\nB subclass: #A "
                   "instanceVariableNames: '' "
                   "classVariableNames: '' poolDictionaries: '' category: 'x'!\nA subclass: #B "
                   "instanceVariableNames: '' "
                   "classVariableNames: '' poolDictionaries: '' category: 'x'!\n!Foo methodsFor: "
                   "'x'!\nm\n\t^1!\n\nm\n\t^b! !\n"}});
  std::vector<std::string> notes = loaded.problems(Severity::note);
  auto count = [&](const std::string& text) {
    return std::count_if(notes.begin(), notes.end(),
                         [&](const std::string& p) { return p.find(text) != std::string::npos; });
  };
  EXPECT_EQ(count("class Foo is defined again"), 1);
  EXPECT_EQ(count("Foo>>m is defined again"), 1);
  EXPECT_EQ(count("inherits from itself"), 1);
  ASSERT_EQ(loaded.module.functions.size(), 1u);  // the later one: reads field b
  EXPECT_EQ(loaded.module.body(loaded.module.functions[smallir::FunctionId(0)])[0].op, smallir::Op::read);
  EXPECT_EQ(loaded.problems(Severity::error).size(), 1u);
}

}  // namespace
}  // namespace dh::smalltalk
