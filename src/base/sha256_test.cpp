#include "base/sha256.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

// The examples of FIPS 180-4, and one of two blocks.
TEST(Sha256, KnowsTheExamplesOfTheStandard) {
  EXPECT_EQ(sha256_base64(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  EXPECT_EQ(sha256_base64("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
}

TEST(Base64, PadsToGroupsOfFour) {
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
}

}  // namespace
}  // namespace dh
