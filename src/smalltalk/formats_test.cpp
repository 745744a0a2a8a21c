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

Loaded tonel() {
  return load_texts(
      {{"SharedCell.class.st",
        "Class {\n\t#name : 'SharedCell',\n\t#superclass : 'Object',\n\t#instVars : "
        "[\n\t\t'value',\n\t\t'lock'\n\t],\n"
        "\t#classVars : [\n\t\t'Count'\n\t],\n\t#classInstVars : [\n\t\t'default'\n\t],\n\t#category : "
        "'Cells',\n"
        "\t#package : 'Cells'\n}\n\n"
        "{ #category : 'making' }\nSharedCell class >> default [\n\t^ default ifNil: [ default := self new "
        "]\n]\n\n"
        "{ #category : 'accessing' }\nSharedCell >> value [\n\t^ value\n]\n\n"
        "{ #category : 'accessing' }\nSharedCell >> value: anObject [\n\tCount := #(1 $a #b 'it''s').\n"
        "\tlock critical: [ :x | value := anObject. ^ x ]\n]\n"},
       {"main.ws", kScript}});
}

Loaded chunk() {
  return load_texts(
      {{"cells.st",
        "'From Pharo'!\n\nObject subclass: #SharedCell\n\tinstanceVariableNames: 'value "
        "lock'\n\tclassVariableNames: "
        "'Count'\n\tpoolDictionaries: ''\n\tcategory: 'Cells'!\n\nSharedCell class\n\tinstanceVariableNames: "
        "'default'!\n\n!SharedCell class methodsFor: 'making' stamp: 'x'!\ndefault\n\t^default ifNil: "
        "[default := "
        "self new]! !\n\n!SharedCell methodsFor: 'accessing'!\nvalue\n\t^value! \n\nvalue: anObject\n\tCount "
        ":= #(1 $a "
        "#b 'it''s').\n\tlock critical: [:x | value := anObject. ^x]! !\n"},
       {"main.ws", kScript}});
}

Loaded bracket() {
  return load_texts(
      {{"cells.st",
        "Object subclass: SharedCell [\n  | value lock |\n  <category: 'Cells'>\n  Count := nil.\n  "
        "SharedCell class [ "
        "| default | ]\n\n  SharedCell class >> default [ <category: 'making'> ^default ifNil: [default := "
        "self "
        "new] ]\n  value [ <category: 'accessing'> ^value ]\n  value: anObject [\n    <category: "
        "'accessing'>\n    "
        "Count := #(1 $a #b 'it''s').\n    lock critical: [:x | value := anObject. ^x]\n  ]\n]\n"},
       {"main.ws", kScript}});
}

Loaded xml(const std::string& line_end = "\n") {
  std::string text =
      "<?xml version=\"1.0\"?>\n<st-source>\n<!-- see <url> "
      "-->\n<class>\n<name>SharedCell</name>\n<environment></environment>\n"
      "<super>Object</super>\n<indexed-type>none</indexed-type>\n<inst-vars>value lock "
      "</inst-vars>\n<class-inst-vars>default "
      "</class-inst-vars>\n<class-vars>Count </class-vars>\n<category>Cells</category>\n</class>\n"
      "<methods>\n<class-id>SharedCell class</class-id> <category>making</category>\n<body "
      "package=\"Cells\">default\n\t^default ifNil: [default := self new]</body>\n</methods>\n"
      "<methods>\n<class-id>SharedCell</class-id> <category>accessing</category>\n<body package=\"Cells\" "
      "selector=\"value\">value\n\t^value</body>\n\n<body package=\"Cells\" selector=\"value:\">value: "
      "anObject\n\t\"a &lt; b &amp; "
      "c\" Count := #(1 $a #b &apos;it&apos;&apos;s&apos;).\n\tlock critical: [:x | value := anObject. "
      "^x]</body>\n</methods>\n</st-source>\n";
  std::string converted;
  for (char c : text) converted += c == '\n' ? line_end : std::string(1, c);
  return load_texts({{"cells.st", converted}, {"main.ws", kScript}});
}

Loaded filetree() {
  fs::path root = fs::temp_directory_path() / ("deadheat-filetree-" + std::to_string(::getpid()));
  fs::path folder = root / "Cells.package" / "SharedCell.class";
  auto write = [&](const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  };
  write(folder / "properties.json",
        "{\n\"category\" : \"Cells\",\n\"classinstvars\" : [ \"default\" ],\n\"classvars\" : [ \"Count\" "
        "],\n\"instvars\" : [ \"value\", "
        "\"lock\" ],\n\"name\" : \"SharedCell\",\n\"pools\" : [ ],\n\"super\" : \"Object\",\n\"type\" : "
        "\"normal\" }\n");
  write(folder / "class" / "default.st", "making\ndefault\n\t^ default ifNil: [ default := self new ]");
  write(folder / "instance" / "value.st", "accessing\nvalue\n\t^ value");
  write(folder / "instance" / "value..st",
        "accessing\nvalue: anObject\n\tCount := #(1 $a #b 'it''s').\n\tlock critical: [ :x | value := "
        "anObject. ^ x ]");
  write(root / "main.ws", kScript);
  CheckInput input;
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

// The dialect and the package of methods follow from the format.
std::string same(const Loaded& loaded) {
  EXPECT_TRUE(loaded.problems().empty()) << loaded.problems()[0];
  std::string text = loaded.meaning();
  for (const char* dialect : {"!\"pharo\"", "!\"gnu\"", "!\"visualworks\""}) {
    for (size_t at = text.find(dialect); at != std::string::npos; at = text.find(dialect))
      text.erase(at, std::string(dialect).size());
  }
  smallir::Module module;  // flags of new_sends_initialize: 9 = defined + sends, 1 = defined
  for (auto [from, to] : {std::pair{"i32 9, ", "i32 1, "}, {"i32 8, ", "i32 0, "}}) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from)) text.replace(at, 7, to);
  }
  return text;
}

// Everything but nodes of metadata: pragmas and packages of methods differ by format.
std::string code(const Loaded& loaded) {
  std::string text = same(loaded);
  text = text.substr(0, text.find("\n!st.files"));
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    for (const char* mark : {", !st.flags", " !st.function"}) line = line.substr(0, line.find(mark));
    out += line + "\n";
    at = end + 1;
  }
  return out;
}

TEST(Formats, OneProgramInSixFormatsIsTheSameModule) {
  std::string expected = code(tonel());
  EXPECT_NE(expected.find("@\"st.value:$SharedCell\""), std::string::npos);
  EXPECT_NE(expected.find("st.model.nonLocalReturn"), std::string::npos);
  EXPECT_NE(expected.find("define i8* @main"), std::string::npos);
  EXPECT_EQ(code(chunk()), expected);
  EXPECT_EQ(code(xml()), expected);
  EXPECT_EQ(code(filetree()), expected);
  // Pragmas hold literals, which shifts the numbers of the others.
  Loaded gnu = bracket();
  EXPECT_TRUE(gnu.problems().empty());
  EXPECT_EQ(gnu.module.functions.size(), tonel().module.functions.size());
  EXPECT_EQ(gnu.module.instructions.size(), tonel().module.instructions.size());
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
    EXPECT_EQ(write.place.column, 21u);  // behind a comment with entities
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
  EXPECT_NE(mismatch.problems()[0].find("header says c, but the file calls it b"), std::string::npos);
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
