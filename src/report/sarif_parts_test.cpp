#include "report/sarif_parts.h"

#include <gtest/gtest.h>

namespace dh::sarif {
namespace {

TEST(Sarif, Uris) {
  EXPECT_EQ(uri_of("src/a.erl"), "src/a.erl");
  EXPECT_EQ(uri_of("./src/a b.erl"), "src/a%20b.erl");
  EXPECT_EQ(uri_of("/abs/a.erl"), "file:///abs/a.erl");
  EXPECT_EQ(uri_of("c:x/100%#?.st"), "c%3Ax/100%25%23%3F.st");
  EXPECT_EQ(uri_of("gr\u00F6\xFF"), "gr%C3%B6%FF");
  EXPECT_EQ(artifact_location(Place{"a", 0, 0, 0, 0}).dump(), R"({"uri":"a","uriBaseId":"%SRCROOT%"})");
  EXPECT_EQ(artifact_location(Place{"/a", 0, 0, 0, 0}).dump(), R"({"uri":"file:///a"})");
}

TEST(Sarif, MessagesMeanThemselves) {
  EXPECT_EQ(literal("a[i] \\ {0}"), "a\\[i\\] \\\\ {{0}}");
  EXPECT_EQ(link("a[i]", 3), "[a\\[i\\]](3)");
}

std::string region_text(const Place& place) {
  FixedSourceLines sources;
  sources.add("f", "first\r\ngr\u00F6\u00DFe\r\n");
  Json json = region(place, &sources);
  if (json.is_null()) return "none";
  return json["startLine"].dump() + ":" + json["startColumn"].dump() + "-" + json["endLine"].dump() + ":" +
         json["endColumn"].dump();
}

TEST(Sarif, RegionsHaveFourNumbers) {
  EXPECT_EQ(region_text({"f", 2, 1, 2, 4}), "2:1-2:4");
  EXPECT_EQ(region_text({"f", 1, 2, 2, 3}), "1:2-2:3");
  EXPECT_EQ(region_text({"f", 2, 0, 0, 0}), "2:1-2:6");     // the whole line
  EXPECT_EQ(region_text({"gone", 2, 0, 0, 0}), "2:1-2:2");  // its beginning
  EXPECT_EQ(region_text({"f", 2, 3, 0, 0}), "2:3-2:4");
  EXPECT_EQ(region_text({"f", 2, 3, 2, 1}), "2:3-2:3");
  EXPECT_EQ(region_text({"f", 0, 0, 0, 0}), "none");
}

}  // namespace
}  // namespace dh::sarif
