#include "java/index/file_roles.h"

#include <gmock/gmock.h>

namespace dh::java {
namespace {

using ::testing::ElementsAre;

std::vector<FileRole> roles(const std::vector<std::string>& paths) {
  Diagnostics diagnostics;
  return file_roles(paths, load_models(nullptr, diagnostics));
}

TEST(FileRoles, FoldersBelowWhatAllFilesShareCount) {
  EXPECT_THAT(roles({"p/src/main/A.java", "p/src/test/B.java", "p/target/generated-sources/C.java"}),
              ElementsAre(FileRole::product, FileRole::test, FileRole::generated));
}

TEST(FileRoles, WhatTheUserNamedIsNoTest) {
  EXPECT_THAT(roles({"p/src/test/a/A.java", "p/src/test/b/B.java"}),
              ElementsAre(FileRole::product, FileRole::product));
  EXPECT_THAT(roles({"p/src/test/ATest.java"}), ElementsAre(FileRole::product));
}

TEST(FileRoles, NamesOfFilesCount) {
  EXPECT_THAT(roles({"p/CacheTest.java", "p/Cache.java", "p/CacheIT.java", "p/Latest.java"}),
              ElementsAre(FileRole::test, FileRole::product, FileRole::test, FileRole::product));
}

}  // namespace
}  // namespace dh::java
