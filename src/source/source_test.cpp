#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "source/discovery.h"
#include "source/glob.h"
#include "source/source_file.h"
#include "source/toml.h"

namespace dh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LineTableTest, AllLineEndsCount) {
  SourceFile file = SourceFile::from_text("f", "a\nbb\r\nccc\rd");
  EXPECT_EQ(file.lines().line_count(), 4u);
  EXPECT_EQ(file.line(1), "a");
  EXPECT_EQ(file.line(2), "bb");
  EXPECT_EQ(file.line(3), "ccc");
  EXPECT_EQ(file.line(4), "d");
  EXPECT_EQ(file.line(5), "");
  EXPECT_EQ(file.place(2, 4), (Place{"f", 2, 1, 2, 3}));
  EXPECT_EQ(file.place(10, 11), (Place{"f", 4, 1, 4, 2}));
}

TEST(LineTableTest, ColumnsAreCharactersAndAMarkIsInvisible) {
  SourceFile file = SourceFile::from_text("f", "\xEF\xBB\xBFx\xC3\xA4\xFFy");
  EXPECT_EQ(file.place(3, 4), (Place{"f", 1, 1, 1, 2}));
  EXPECT_EQ(file.place(7, 8), (Place{"f", 1, 4, 1, 5}));
  EXPECT_EQ(file.place(99, 99), (Place{"f", 1, 5, 1, 5}));  // past the end is the end
}

TEST(LineTableTest, EmptyFile) {
  SourceFile file = SourceFile::from_text("f", "");
  EXPECT_EQ(file.lines().line_count(), 1u);
  EXPECT_EQ(file.place(0, 0), (Place{"f", 1, 1, 1, 1}));
}

TEST(PlaceTest, TextLeavesOutWhatIsNotKnown) {
  EXPECT_EQ((Place{"f", 0, 0, 0, 0}).text(), "f");
  EXPECT_EQ((Place{"f", 2, 0, 0, 0}).text(), "f:2");
  EXPECT_EQ((Place{"f", 2, 3, 2, 4}).text(), "f:2:3");
}

TEST(GlobTest, StarsStayInFoldersAndDoubleStarsCross) {
  EXPECT_TRUE(glob_matches("*.java", "a/b/C.java"));
  EXPECT_TRUE(glob_matches("test", "a/test/C.java"));
  EXPECT_FALSE(glob_matches("test", "a/tests/C.java"));
  EXPECT_TRUE(glob_matches("src/gen", "src/gen/x/C.java"));
  EXPECT_FALSE(glob_matches("src/gen", "a/src/gen/C.java"));
  EXPECT_TRUE(glob_matches("**/gen", "a/b/gen/C.java"));
  EXPECT_TRUE(glob_matches("**/gen", "gen/C.java"));
  EXPECT_FALSE(glob_matches("**/gen", "agen/C.java"));
  EXPECT_TRUE(glob_matches("src/**/T*.java", "src/a/b/Test.java"));
  EXPECT_TRUE(glob_matches("src/**/T*.java", "src/Test.java"));
  EXPECT_FALSE(glob_matches("src/*.java", "src/a/Test.java"));
  EXPECT_TRUE(glob_matches("a?c", "abc"));
  EXPECT_TRUE(glob_matches("[a-c]x", "bx"));
  EXPECT_FALSE(glob_matches("[!a-c]x", "bx"));
  EXPECT_TRUE(glob_matches("[x", "[x"));
}

TEST(GlobTest, ManyStarsDoNotExplode) {
  EXPECT_FALSE(glob_matches(std::string(40, '*') + "a*b*a*b*a*b/c", std::string(2000, 'a')));
}

TEST(LanguageTest, NamesAndContents) {
  EXPECT_EQ(language_of_name("Foo.java").language, Language::java);
  EXPECT_EQ(language_of_name("foo.class.st").language, Language::smalltalk);
  EXPECT_TRUE(language_of_name("x.py").look_inside);
  EXPECT_FALSE(language_of_name("x.txt").language.has_value());
  EXPECT_TRUE(content_is(Language::exo, "@proc\ndef f(n: size):\n"));
  EXPECT_FALSE(content_is(Language::exo, "print('hello')\n"));
  EXPECT_EQ(language_of_script("#!/usr/bin/env escript\nmain(_) -> ok.\n"), Language::erlang);
  EXPECT_EQ(language_of_script("#!/bin/sh\nescript x\n"), std::nullopt);
}

TEST(LanguageTest, PathsEndingsAndTitles) {
  EXPECT_EQ(language_of_path("lib/my.java/cache.ex"), Language::elixir);
  EXPECT_EQ(language_of_path("Foo.java"), Language::java);
  EXPECT_EQ(language_of_path("Foo.java/readme"), std::nullopt);
  const std::vector<std::string_view> endings = file_endings();
  for (const char* ending : {".st", ".cs", ".erl", ".ex", ".py", ".java", ".ll"})
    EXPECT_NE(std::find(endings.begin(), endings.end(), ending), endings.end()) << ending;
  EXPECT_EQ(language_titles(), "Smalltalk, Erlang, Elixir, Exo, Java and SmallIR");
}

class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "deadheat-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text = "") {
    std::filesystem::path full = root_ / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }
  std::vector<std::string> found(const DiscoveryOptions& options = {}, const std::string& below = "") {
    std::vector<std::string> paths;
    for (const InputFile& file : discover((root_ / below).string(), options, diagnostics_)) {
      paths.push_back(std::filesystem::path(file.path).lexically_relative(root_).string());
    }
    return paths;
  }

  std::filesystem::path root_;
  Diagnostics diagnostics_;
};

using DiscoveryTest = FolderTest;

TEST_F(DiscoveryTest, LeavesOutHiddenAndBuildFolders) {
  write("src/A.java");
  write(".git/B.java");
  write("node_modules/C.java");
  write("readme.txt");
  EXPECT_THAT(found(), ElementsAre("src/A.java"));
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(DiscoveryTest, AFolderCalledBuildIsOutputOnlyBesideABuildFile) {
  write("pom.xml");
  write("build/A.java");
  write("src/org/build/B.java");
  write("build/script.py", "print(1)\n");
  EXPECT_THAT(found(), ElementsAre("src/org/build/B.java"));
  ASSERT_EQ(diagnostics_.size(), 1u);  // never silently
  EXPECT_EQ(diagnostics_[0].place.path, (root_ / "build").string());
  EXPECT_THAT(diagnostics_[0].message, HasSubstr("looks like the output of a build (1 file)"));
  diagnostics_.clear();
  EXPECT_THAT(found({}, "build"), ElementsAre("build/A.java"));  // named by the user
  DiscoveryOptions options;
  options.exclude = {"build/**"};
  EXPECT_THAT(found(options), ElementsAre("src/org/build/B.java"));
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(DiscoveryTest, OutputWithoutSourcesIsNotWorthAWord) {
  write("pom.xml");
  write("build/log.txt");
  write("build/script.py", "print(1)\n");
  write("A.java");
  EXPECT_THAT(found(), ElementsAre("A.java"));
  EXPECT_TRUE(diagnostics_.empty());
}

TEST_F(DiscoveryTest, LinksFromElsewhereMayLeadIntoOutput) {
  write("pom.xml");
  write("build/generated/A.java");
  std::filesystem::create_directory_symlink(root_ / "build" / "generated", root_ / "made");
  EXPECT_THAT(found(), ElementsAre("made/A.java"));
}

TEST_F(DiscoveryTest, LinksToNothingAreMentionedWhereTheyHaveTheNameOfASourceFile) {
  write("A.java");
  std::filesystem::create_symlink("gone", root_ / "readme.txt");
  EXPECT_THAT(found(), ElementsAre("A.java"));
  EXPECT_TRUE(diagnostics_.empty());
  std::filesystem::create_symlink("gone", root_ / "B.java");
  EXPECT_THAT(found(), ElementsAre("A.java"));
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].severity, Severity::warning);
  EXPECT_THAT(diagnostics_[0].message, HasSubstr("the link leads nowhere"));
}

TEST_F(DiscoveryTest, LoopsOfLinksEnd) {
  write("a/A.java");
  std::filesystem::create_directory_symlink(root_, root_ / "a" / "loop");
  std::filesystem::create_directory_symlink("loop2", root_ / "a" / "loop2");
  EXPECT_THAT(found(), ElementsAre("a/A.java"));
}

TEST_F(DiscoveryTest, GlobsAndLanguage) {
  write("a/A.java");
  write("b/B.java");
  write("b/c.erl");
  DiscoveryOptions options;
  options.exclude = {"a"};
  EXPECT_THAT(found(options), ElementsAre("b/B.java", "b/c.erl"));
  options.language = Language::erlang;
  EXPECT_THAT(found(options), ElementsAre("b/c.erl"));
  options = {};
  options.include = {"a/**"};
  EXPECT_THAT(found(options), ElementsAre("a/A.java"));
}

TEST_F(DiscoveryTest, ContentDecidesForPython) {
  write("kernel.py", "@proc\ndef f(): pass\n");
  write("script.py", "print(1)\n");
  EXPECT_THAT(found(), ElementsAre("kernel.py"));
}

TEST_F(DiscoveryTest, AnUnknownFileThatWasNamedIsMentioned) {
  write("notes.txt", "hello");
  EXPECT_TRUE(found({}, "notes.txt").empty());
  ASSERT_EQ(diagnostics_.size(), 1u);
  EXPECT_EQ(diagnostics_[0].severity, Severity::warning);
  DiscoveryOptions options;
  options.language = Language::erlang;
  EXPECT_THAT(found(options, "notes.txt"), ElementsAre("notes.txt"));
}

TEST_F(FolderTest, OpeningWhatIsNoFileFails) {
  EXPECT_THAT(SourceFile::open((root_ / "none").string()).error().message, HasSubstr("No such file"));
  EXPECT_THAT(SourceFile::open(root_.string()).error().message, HasSubstr("not a regular file"));
}

TEST_F(FolderTest, AHugeFileIsRefusedWithItsSize) {
  write("huge.java");
  std::filesystem::resize_file(root_ / "huge.java", 3ull << 30);  // sparse
  EXPECT_THAT(SourceFile::open((root_ / "huge.java").string()).error().message, HasSubstr("3072 MiB"));
}

TEST_F(FolderTest, LargeFilesAreMappedAndSmallOnesRead) {
  std::string large(200'000, 'x');
  write("large.st", large);
  write("small.st", "y");
  EXPECT_EQ(SourceFile::open((root_ / "large.st").string())->text(), large);
  EXPECT_EQ(SourceFile::open((root_ / "small.st").string())->text(), "y");
}

TEST(TomlTest, ReadsStrictly) {
  Diagnostics diagnostics;
  TomlValue document = parse_toml("flag = true\nnumber = 7\nnames = ['a', 'b']\nwrong = 'x'\nextar = 1\n",
                                  "f.toml", diagnostics);
  ASSERT_TRUE(diagnostics.empty());
  TomlReader reader(&document, diagnostics);
  EXPECT_TRUE(reader.boolean("flag", false));
  EXPECT_EQ(reader.integer("number", 0, 0, 10), 7);
  EXPECT_THAT(reader.strings("names"), ElementsAre("a", "b"));
  EXPECT_EQ(reader.integer("wrong", 5, 0, 10), 5);
  EXPECT_FALSE(reader.boolean("extra", false));
  reader.finish();
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].place.text(), "f.toml:4:1");
  EXPECT_EQ(diagnostics[0].message, "'wrong' must be an integer, not string");
  EXPECT_EQ(diagnostics[1].place.text(), "f.toml:5:1");
  EXPECT_EQ(diagnostics[1].message, "unknown key 'extar'; did you mean 'extra'?");
}

TEST(TomlTest, NestingIsBounded) {
  std::string deep = "a = 1\nb";
  for (int i = 0; i < 100'000; ++i) deep += " . b";
  Diagnostics diagnostics;
  parse_toml(deep + " = 1\n", "f.toml", diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics.front().place.text(), "f.toml:2:63");

  diagnostics.clear();
  std::string nested = "x = ";
  for (int i = 0; i < 30; ++i) nested += "{ a.a.a.a.a.a.a.a.a.a = ";
  parse_toml(nested + "1" + std::string(30, '}') + "\n", "f.toml", diagnostics);
  EXPECT_TRUE(diagnostics.empty());

  // A fourth and fifth quote belong to the string: they do not hide what follows.
  for (const char* quotes : {"\"\"\"\"", "\"\"\"\"\"", "''''", "'''''"}) {
    diagnostics.clear();
    const std::string after = fmt::format("{0:.3}a{0}, z", quotes);
    std::string key;
    for (int i = 0; i < 100'000; ++i) key += ".z";
    parse_toml("x = { y = " + after + key + " = 1 }\n", "f.toml", diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_TRUE(diagnostics.front().message.starts_with("a key has more than"))
        << diagnostics.front().message;
  }
}

TEST(TomlTest, CharactersBeyondAsciiAreErrorsWhereverTheyStand) {
  for (const char* character : {"\u00a1", "\u00be", "\u0400", "\u2028", "\u2c60", "\ufb00", "\U0001f600"}) {
    for (const char* around :
         {"{} = 1\n", "a{} = 1\n", "a = {}\n", "a = 1{}\n", "[{}]\n", "[a{}\n", "a = [1{}\n", "a = {{ {}",
          "a = \"x\\\n{}", "a = 1 {}\n", "a.{} = 1\n", "a = 1979-05-27{}\n"}) {
      Diagnostics diagnostics;
      parse_toml(fmt::format(fmt::runtime(around), character), "f.toml", diagnostics);
      EXPECT_EQ(diagnostics.size(), 1u) << around << ' ' << character;
    }
  }
}

TEST(TomlTest, SyntaxErrorsHaveAPlace) {
  Diagnostics diagnostics;
  parse_toml("a = 1\nb = = 2\n", "f.toml", diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].place.line, 2u);
  diagnostics.clear();
  parse_toml(std::string(100'000, '['), "f.toml", diagnostics);
  EXPECT_EQ(diagnostics.size(), 1u);
}

}  // namespace
}  // namespace dh
