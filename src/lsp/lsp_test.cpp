#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp/message_reader.h"
#include "lsp/position.h"
#include "lsp/settings.h"
#include "lsp/uri.h"

namespace dh::lsp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MessageReader, WaitsForTheWholeMessage) {
  MessageReader reader;
  const std::string bytes = "content-length: 2\r\nContent-Type: x\r\n\r\n{}Content-Length: 0\r\n\r\n";
  std::vector<std::string> messages;
  for (char byte : bytes) {
    reader.feed(std::string_view(&byte, 1));
    while (auto message = reader.next()) messages.push_back(message->value_or("failed"));
  }
  EXPECT_THAT(messages, ElementsAre("{}", ""));
}

TEST(MessageReader, GoesOnAfterABadHeader) {
  MessageReader reader;
  reader.feed("Content-Length: -1\r\n\r\nContent-Length: 99999999999\r\n\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_FALSE(reader.next()->has_value());
  EXPECT_FALSE(reader.next()->has_value());
  EXPECT_EQ(reader.next()->value(), "x");
  reader.feed(std::string(MessageReader::kMaxHeader + 1, 'x'));
  EXPECT_FALSE(reader.next()->has_value());
  EXPECT_FALSE(reader.next().has_value());
}

TEST(Uri, GivesPathsOfThisMachineOnly) {
  EXPECT_EQ(path_of_uri("file:///a%20b/%C3%A9.py"), "/a b/\xC3\xA9.py");
  EXPECT_EQ(path_of_uri("file://localhost/a"), "/a");
  EXPECT_EQ(path_of_uri(uri_of_path("/a b/#?.py")), "/a b/#?.py");
  for (const char* uri : {"untitled:1", "file://other/a", "file:///%0", "file:///%zz", "file:///a%00b", ""})
    EXPECT_EQ(path_of_uri(uri), std::nullopt) << uri;
}

TEST(Position, CountsUtf16) {
  const SourceFile file = SourceFile::from_text("f",
                                                "a\xF0\x9F\x98\x80"
                                                "b\r\n  c\n");
  const auto column = [&](uint32_t line, uint32_t character) {
    return range_of(Place{"f", line, character, line, character + 1}, file);
  };
  EXPECT_EQ(column(1, 3).begin, (Position{0, 3}));
  EXPECT_EQ(column(1, 3).end, (Position{0, 4}));
  EXPECT_EQ(position_of(5, file), (Position{0, 3}));
  EXPECT_EQ(range_of(Place{"f", 2, 0, 0, 0}, file).begin, (Position{1, 2}));
  EXPECT_EQ(range_of(Place{"f", 99, 9, 99, 9}, file).begin, (Position{2, 0}));
  EXPECT_EQ(range_of(Place{"f", 0, 0, 0, 0}, file).begin, (Position{0, 0}));
}

TEST(Settings, KeepDefaultsForWhatIsWrong) {
  std::vector<std::string> problems;
  const Json json = {
      {"minConfidence", 101}, {"debounceMilliseconds", 5}, {"checkOnChange", 1}, {"path", "x"}};
  const Settings settings = settings_from(json, problems);
  EXPECT_EQ(settings.debounce_milliseconds, 5);
  EXPECT_TRUE(settings.check_on_change);
  EXPECT_FALSE(settings.min_confidence);
  EXPECT_THAT(problems, ElementsAre(HasSubstr("minConfidence"), HasSubstr("checkOnChange")));
}

}  // namespace
}  // namespace dh::lsp
