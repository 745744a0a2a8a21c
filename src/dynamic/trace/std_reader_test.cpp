#include <gtest/gtest.h>

#include <random>

#include "dynamic/trace/std_trace.h"

namespace dh::dyn {
namespace {

struct Read {
  std::vector<TraceEvent> events;
  std::vector<uint64_t> lines;
  std::unique_ptr<TraceReader> reader;
};

Read read(const std::string& text) {
  Read result;
  result.reader = read_std(InputStream::from_text(text));
  for (auto events = result.reader->next(); !events.empty(); events = result.reader->next()) {
    for (const TraceEvent& event : events) {
      result.lines.push_back(result.reader->line_at(result.events.size()));
      result.events.push_back(event);
    }
  }
  return result;
}

TEST(StdReader, ReadsAllOperations) {
  const Read r = read(
      "T0|w(x)|1\nT0|r(x)|2\nT0|acq(l)|3\nT0|rel(l)|4\nT0|fork(T1)|5\nT0|join(T1)|6\n"
      "T0|begin(f)|7\nT0|end|8\n");
  ASSERT_EQ(r.reader->error(), nullptr);
  ASSERT_EQ(r.events.size(), 8u);
  EXPECT_EQ(r.events[0].kind, EventKind::write);
  EXPECT_EQ(r.events[4].kind, EventKind::start_pre);
  EXPECT_EQ(r.reader->names().name(Space::thread, r.events[4].target), "T1");
  EXPECT_EQ(r.events[6].kind, EventKind::begin);
  EXPECT_EQ(r.reader->names().location(LocId(r.events[7].location)).number, 8u);
}

TEST(StdReader, ALastLineWithoutItsEndMayBeCutOff) {
  const Read r = read("T0|w(x)|1\nT0|r(x)|2");
  ASSERT_NE(r.reader->error(), nullptr);
  EXPECT_EQ(r.reader->error()->line, 2u);
  EXPECT_EQ(r.events.size(), 2u);
}

TEST(StdReader, NamesAreFreeText) {
  const Read r = read("main thread|w(A.f(int)[3] | b)|12\n");
  ASSERT_EQ(r.reader->error(), nullptr);
  EXPECT_EQ(r.reader->names().name(Space::variable, 0), "A.f(int)[3] | b");
  EXPECT_EQ(r.reader->names().name(Space::thread, 0), "main thread");
}

TEST(StdReader, NamesAndLocationsOfEveryLength) {
  std::string text;
  std::vector<std::string> names;
  std::vector<uint64_t> numbers;
  for (int round = 0; round < 3; ++round) {
    for (size_t size = 1; size <= 40; ++size) {
      names.push_back(std::string(size - 1, 'v') + static_cast<char>('a' + round % 2));
      numbers.push_back(std::stoull(std::string(1 + size % 18, static_cast<char>('1' + round))));
      text += std::string(1 + size % 10, 'T') + "|w(" + names.back() + ")|" + std::to_string(numbers.back()) +
              "\n";
    }
  }
  const Read r = read(text);
  ASSERT_EQ(r.reader->error(), nullptr);
  ASSERT_EQ(r.events.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(r.reader->names().name(Space::variable, r.events[i].target), names[i]);
    EXPECT_EQ(r.reader->names().location(LocId(r.events[i].location)).number, numbers[i]);
    EXPECT_EQ(r.reader->names().name(Space::thread, r.events[i].thread).size(), 1 + (i % 40 + 1) % 10);
  }
  EXPECT_EQ(r.reader->names().count(Space::variable), 80u);
  EXPECT_EQ(r.reader->names().count(Space::thread), 10u);
}

TEST(StdReader, NegativeLocationsAreNotKnown) {
  const Read r = read("T|w(x)|-1\nT|w(x)|-77\nT|w(x)|-123456789\n");
  ASSERT_EQ(r.events.size(), 3u);
  for (const TraceEvent& event : r.events) EXPECT_EQ(event.location, UINT32_MAX);
}

TEST(StdReader, ManyNamesOfBothSizes) {
  constexpr int kNames = 3000;  // tables grow several times
  std::string text;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kNames; ++i) {
      text += "T|r(V" + std::to_string(i) + ")|1\nT|w(a.longer.name." + std::to_string(i) + ")|1\n";
    }
  }
  const Read r = read(text);
  ASSERT_EQ(r.events.size(), 4u * kNames);
  EXPECT_EQ(r.reader->names().count(Space::variable), 2u * kNames);
  for (size_t i = 0; i < 2 * kNames; ++i) EXPECT_EQ(r.events[i].target, r.events[i + 2 * kNames].target);
}

TEST(StdReader, CommentsAndBlankLinesCountAsLines) {
  const Read r = read("# a comment\n\nT|w(x)|1  # expect: x|y\r\n   \nT|w(x)|2\n");
  ASSERT_EQ(r.reader->error(), nullptr);
  EXPECT_EQ(r.lines, (std::vector<uint64_t>{3, 5}));
}

TEST(StdReader, ExtendedOperationsHaveTheirOwnNames) {
  const Read r = read("T|acq.read(l)|1\nT|volatile_write(v)|2\nT|handover_out.queue(q)|3\nT|thread_exit|4\n");
  ASSERT_EQ(r.reader->error(), nullptr);
  EXPECT_EQ(r.events[0].detail, static_cast<uint8_t>(LockMode::shared));
  EXPECT_EQ(r.events[2].detail, static_cast<uint8_t>(HandOver::queue));
  for (const TraceEvent& e : r.events) {
    EventKind kind;
    uint8_t detail;
    ASSERT_TRUE(parse_std_operation(std_operation(e.kind, e.detail), kind, detail));
    EXPECT_EQ(kind, e.kind);
    EXPECT_EQ(detail, e.detail);
  }
}

TEST(StdReader, ErrorsHaveTheirLineAndKeepWhatCameBefore) {
  for (const char* bad : {"nonsense", "T|w(x)", "T|w(x)|", "T|w(x)|1x", "|w(x)|1", "T|w(x|1", "T|fly(x)|1",
                          "T|w|1", "T|w()|1", "T|w(x)|99999999999999999999", "T|acq.write(l)|1", "T||1"}) {
    const Read r = read(std::string("T|w(x)|1\n") + bad + "\nT|w(x)|2\n");
    ASSERT_NE(r.reader->error(), nullptr) << bad;
    EXPECT_EQ(r.reader->error()->line, 2u) << bad;
    EXPECT_EQ(r.events.size(), 1u) << bad;
  }
}

TEST(StdReader, NamesMayHaveBarsAndHashes) {
  const Read r = read(
      "T#1|w(Map#put)|1\nT#1|w(a|b)|2 # c|3\nT#1|acq(f(x)|3)|4\t# see r(y)|5\nT#1|w(m # n)|6\nT#1|w(|)|-1\n");
  ASSERT_EQ(r.reader->error(), nullptr) << r.reader->error()->message;
  ASSERT_EQ(r.events.size(), 5u);
  const Names& names = r.reader->names();
  EXPECT_EQ(names.name(Space::thread, 0), "T#1");
  EXPECT_EQ(names.name(Space::variable, 0), "Map#put");
  EXPECT_EQ(names.name(Space::variable, 1), "a|b");
  EXPECT_EQ(names.name(Space::lock, 0), "f(x)|3");
  EXPECT_EQ(names.name(Space::variable, 2), "m # n");
  EXPECT_EQ(names.name(Space::variable, 3), "|");
  EXPECT_EQ(names.location(LocId(r.events[2].location)).number, 4u);
  EXPECT_EQ(r.events[4].location, UINT32_MAX);
}

TEST(StdReader, BlanksAroundThePartsDoNotCount) {
  const Read r = read("T|w(x)|1\n\t T | w( x ) | 2 \r\nT |w (x)|\t3  # c\nT|req(l)|4\n");
  ASSERT_EQ(r.reader->error(), nullptr) << r.reader->error()->message;
  ASSERT_EQ(r.events.size(), 4u);
  EXPECT_EQ(r.reader->names().count(Space::thread), 1u);
  EXPECT_EQ(r.reader->names().count(Space::variable), 1u);
  EXPECT_EQ(r.reader->names().location(LocId(r.events[2].location)).number, 3u);
  EXPECT_EQ(r.events[3].kind, EventKind::request);
}

TEST(StdReader, AByteOrderMarkIsNoPartOfTheFirstName) {
  const Read r = read("\xef\xbb\xbfT|w(x)|1\nT|w(x)|2\n");
  ASSERT_EQ(r.reader->error(), nullptr);
  EXPECT_EQ(r.reader->names().count(Space::thread), 1u);
}

TEST(StdReader, LongLineIsAnError) {
  const Read r = read("T|w(x)|1\nT|w(" + std::string(3 << 20, 'y') + ")|1\n");
  ASSERT_NE(r.reader->error(), nullptr);
  EXPECT_EQ(r.reader->error()->line, 2u);
  EXPECT_EQ(r.events.size(), 1u);
}

TEST(StdReader, LargeTraceCrossesBuffers) {
  std::string text;
  for (int i = 0; i < 200000; ++i)
    text += "T" + std::to_string(i % 7) + "|w(v" + std::to_string(i) + ")|5000000\n";
  const Read r = read(text);
  ASSERT_EQ(r.reader->error(), nullptr);
  ASSERT_EQ(r.events.size(), 200000u);
  EXPECT_EQ(r.lines.back(), 200000u);
  EXPECT_EQ(r.reader->names().count(Space::variable), 200000u);
  EXPECT_EQ(r.reader->names().name(Space::variable, 199999), "v199999");
}

TEST(StdReader, SurvivesMutations) {
  const std::string good =
      "T0|w(x)|1\nT0|acq(l)|3\nT0|fork(T1)|5\n# c\nT0|begin(f)|7\nT0|end|8\nT1|acq.read(l)|-1\n";
  std::mt19937 random(7);
  for (int i = 0; i < 5000; ++i) {
    std::string text = good;
    for (uint32_t n = 1 + random() % 4; n-- > 0;) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        default:
          text.insert(at, 1, "|()\n#.0-"[random() % 8]);
          break;
      }
      if (text.empty()) text = "|";
    }
    const Read r = read(text);
    for (const TraceEvent& e : r.events) {
      const Space space = event_target(e.kind);
      ASSERT_LT(e.thread, r.reader->names().count(Space::thread));
      if (space != Space::none) {
        ASSERT_LT(e.target, r.reader->names().count(space));
      }
    }
  }
}

}  // namespace
}  // namespace dh::dyn
