#include "source/write_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace dh {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "deadheat-write-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(WriteFile, MakesAndReplaces) {
  std::string path = folder_ / "report.json";
  ASSERT_TRUE(write_file_atomically(path, "one"));
  EXPECT_EQ(read(path), "one");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ASSERT_TRUE(write_file_atomically(path, std::string("t\0o", 3)));
  EXPECT_EQ(read(path), std::string("t\0o", 3));
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(entries(), 1u) << "a temporary file is left";
}

TEST_F(WriteFile, FollowsLinksEvenToNothing) {
  fs::create_directory(folder_ / "deep");
  fs::create_symlink("deep/real.txt", folder_ / "link");
  fs::create_symlink("link", folder_ / "link2");
  ASSERT_TRUE(write_file_atomically(folder_ / "link2", "x"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link2"));
  EXPECT_EQ(read(folder_ / "deep/real.txt"), "x");
}

TEST_F(WriteFile, SaysWhyNot) {
  fs::create_directory(folder_ / "sub");
  fs::create_symlink("loop", folder_ / "loop");
  auto message = [&](const fs::path& path) {
    Result<void> result = write_file_atomically(path, "x");
    return result ? std::string("written") : result.error().message;
  };
  EXPECT_EQ(message(folder_ / "no/file"),
            (folder_ / "no/file").string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(message(folder_ / "sub"), (folder_ / "sub").string() + ": cannot be written: is a folder");
  EXPECT_EQ(message(folder_ / "loop"),
            (folder_ / "loop").string() + ": cannot be written: Too many levels of symbolic links");
  EXPECT_EQ(message("/dev/full"), "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(entries(), 2u);
}

TEST_F(WriteFile, WritesPipesDirectly) {
  std::string path = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read(path); });
  Result<void> written = write_file_atomically(path, "through");
  reader.join();
  ASSERT_TRUE(written);
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path));
}

}  // namespace
}  // namespace dh
