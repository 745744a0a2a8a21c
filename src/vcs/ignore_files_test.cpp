// Against git itself: the same files are ignored, for random patterns.
#include "vcs/ignore_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "source/root.h"
#include "vcs/git.h"

namespace dh {
namespace {

namespace fs = std::filesystem;

class IgnoreFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("GIT_DIR");
    std::string name = (fs::temp_directory_path() / "deadheat-ignore-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = canonical_path(name);
    if (!run_git(root_, {"init", "-q"})) GTEST_SKIP() << "git is not here";
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((fs::path(root_) / path).parent_path());
    std::ofstream(fs::path(root_) / path, std::ios::binary) << text;
  }

  // All files and folders, below the root.
  std::vector<std::string> everything() const {
    std::vector<std::string> paths;
    for (auto it = fs::recursive_directory_iterator(root_); it != fs::recursive_directory_iterator(); ++it) {
      if (it->path().filename() == ".git") {
        it.disable_recursion_pending();
      } else {
        paths.push_back(relative_to(root_, it->path().string()));
      }
    }
    return paths;
  }

  StringSet ignored_by_git(const std::vector<std::string>& paths) {
    std::string input;
    for (const std::string& path : paths) input += path + '\0';
    const Result<std::string> output = run_git(root_, {"check-ignore", "--no-index", "-z", "--stdin"}, input);
    StringSet result;  // git fails when it ignores none of them
    if (output) {
      for (std::string& path : split_at_nul(*output)) result.insert(std::move(path));
    }
    return result;
  }

  void expect_same_as_git(const std::string& context) {
    const std::vector<std::string> paths = everything();
    const StringSet expected = ignored_by_git(paths);
    IgnoreFiles files(root_);
    for (const std::string& path : paths) {
      const std::string full = root_ + "/" + path;
      EXPECT_EQ(expected.contains(path), files.matches(full, fs::is_directory(full))) << path << "\n"
                                                                                      << context;
    }
  }

  std::string root_;
};

TEST_F(IgnoreFilesTest, NestedFilesAndNegation) {
  write(".gitignore", "*.o\n/build/\n!keep.o\ndocs/**/*.html\n\\#notes\ntrailing  \n");
  write("src/.gitignore", "!special.o\n/only_here\n");
  for (const char* path :
       {"a.o", "keep.o", "src/special.o", "src/x.o", "build/keep.o", "src/build/x", "src/only_here",
        "src/deep/only_here", "docs/x.html", "docs/a/b/x.html", "#notes", "trailing"}) {
    write(path, "");
  }
  expect_same_as_git("");
}

TEST_F(IgnoreFilesTest, TrackedFilesAreNotIgnored) {
  write(".gitignore", "gen/\n");
  write("gen/tracked.erl", "");
  write("gen/other.erl", "");
  ASSERT_TRUE(run_git(root_, {"add", "-f", "gen/tracked.erl"}));
  IgnoreFiles files(root_);
  EXPECT_FALSE(files.ignores(root_ + "/gen", true));
  EXPECT_FALSE(files.ignores(root_ + "/gen/tracked.erl", false));
  EXPECT_TRUE(files.ignores(root_ + "/gen/other.erl", false));
}

TEST_F(IgnoreFilesTest, RandomPatterns) {
  for (const char* a : {"a", "b", "ab", "a.c"}) {
    for (const char* b : {"a", "ba", "x.c", "[a]"}) {
      for (const char* c : {"a", "b.c", "c d", "*"}) write(std::string(a) + "/" + b + "/" + c, "");
    }
  }
  const std::vector<std::string> parts = {"a",    "b",    "ab",     "*",           "**",  "/",   "/", "?",
                                          "[ab]", "[!a]", "\\",     ".c",          "x",   "***", "[", "]",
                                          " ",    "\\*",  "[a-b]*", "[[:alpha:]]", "c d", "#"};
  std::mt19937 random(20240607);
  const auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  for (int round = 0; round < 120; ++round) {
    std::string context;
    for (const char* folder : {"", "a/", "a/ba/", "b/"}) {
      std::string text;
      for (size_t line = below(4); line > 0; --line) {
        if (below(4) == 0) text += '!';
        for (size_t part = 1 + below(5); part > 0; --part) text += parts[below(parts.size())];
        text += below(8) == 0 ? "\r\n" : "\n";
      }
      write(std::string(folder) + ".gitignore", text);
      context += std::string("--- ") + folder + ".gitignore\n" + text;
    }
    expect_same_as_git(context);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace dh
