#include "base/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace dh {
namespace {

namespace fs = std::filesystem;

class ControlGroupTest : public testing::Test {
 protected:
  void SetUp() override {
    mount_ = testing::TempDir() + "/cgroup";
    fs::remove_all(mount_);
  }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(mount_ + path).parent_path());
    std::ofstream(mount_ + path) << text;
  }
  std::string mount_;
};

TEST_F(ControlGroupTest, TheSmallestLimitOfTheGroupAndThoseAboveCounts) {
  EXPECT_EQ(control_group_limit("0::/\n", mount_), INT64_MAX);
  write("/a/b/memory.max", "max\n");
  EXPECT_EQ(control_group_limit("0::/a/b\n", mount_), INT64_MAX);
  write("/a/memory.max", "4096\n");
  write("/memory.max", "8192\n");
  EXPECT_EQ(control_group_limit("0::/a/b\n", mount_), 4096);
  EXPECT_EQ(control_group_limit("0::/elsewhere\n", mount_), 8192);
}

TEST_F(ControlGroupTest, VersionOne) {
  write("/memory/job/memory.limit_in_bytes", "1000\n");
  EXPECT_EQ(control_group_limit("5:cpu,memory:/job/inner\n4:pids:/\n0::/\n", mount_), 1000);
  EXPECT_EQ(control_group_limit("nonsense\n\n:\n", mount_), INT64_MAX);
}

TEST(MemoryTest, OfThisProcess) {
  EXPECT_GT(resident_bytes(), 0);
  EXPECT_GT(usable_memory_bytes(), resident_bytes());
}

}  // namespace
}  // namespace dh
