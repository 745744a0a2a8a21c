#include "dynamic/trace/binary_trace.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "dynamic/trace/binary_format.h"
#include "dynamic/trace/block_writer.h"
#include "dynamic/trace/byte_cursor.h"
#include "dynamic/trace/event_block.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {
namespace {

class BinaryTrace : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("deadheat_binary_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) { return (folder_ / name).string(); }
  static std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Converts by the names of the reader, as `deadheat replay --record` does.
  static void convert(TraceReader& reader, TraceWriter& writer) {
    for (auto events = reader.next(); !events.empty(); events = reader.next()) {
      for (const TraceEvent& event : events) writer.write(event);
    }
    ASSERT_TRUE(writer.close().has_value());
  }
  std::string to_binary(const std::string& text) {
    auto reader = read_std(InputStream::from_text(text));
    auto writer = write_binary(path("t.trace"), reader->names());
    convert(*reader, **writer);
    return bytes_of(path("t.trace"));
  }
  std::string to_text(const std::string& bytes, size_t* events = nullptr,
                      const TraceError** error = nullptr) {
    static std::unique_ptr<TraceReader> reader;
    reader = read_binary(InputStream::from_text(bytes));
    auto writer = write_std(path("t.std"), reader->names());
    convert(*reader, **writer);
    if (error != nullptr) *error = reader->error();
    const std::string text = bytes_of(path("t.std"));
    if (events != nullptr) *events = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
    return text;
  }

  std::filesystem::path folder_;
};

std::string long_trace(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) {
    text += "T" + std::to_string(i % 5) + "|" + (i % 3 == 0 ? "w" : "r") + "(v" +
            std::to_string(i * 7 % 1000) + ")|" + std::to_string(i % 90) + "\n";
  }
  return text;
}

TEST_F(BinaryTrace, TextKeepsThingsOfOneNameApart) {
  Names names;
  for (const char* thread : {"worker", "worker", "#1"}) names.add(Space::thread, thread);
  for (int i = 0; i < 2; ++i) names.add(Space::variable, "Node.next");
  auto writer = write_std(path("names.std"), names);
  for (uint32_t i = 0; i < 3; ++i) (*writer)->write({EventKind::write, 0, i, i % 2, UINT32_MAX, 0});
  ASSERT_TRUE((*writer)->close().has_value());
  EXPECT_EQ(bytes_of(path("names.std")),
            "worker|w(Node.next)|-1\nworker#1|w(Node.next#1)|-1\n_1|w(Node.next)|-1\n");
}

TEST_F(BinaryTrace, RoundTripOfEveryKind) {
  std::string text;
  for (size_t k = 0; k < kEventKinds; ++k) {
    const auto kind = static_cast<EventKind>(k);
    text += "T1|" + std_operation(kind, 0) + (event_target(kind) == Space::none ? "" : "(name)") + "|" +
            (k % 5 == 0 ? "-1" : std::to_string(k * 1000000)) + "\n";
  }
  text += "T1|acq.read(l)|1\nT1|handover_in.future(f)|2\n";
  EXPECT_EQ(to_text(to_binary(text)), text);
}

TEST_F(BinaryTrace, RoundTripOfManyBlocks) {
  const std::string text = long_trace(100000);
  const std::string bytes = to_binary(text);
  EXPECT_LT(bytes.size(), text.size() / 3);
  EXPECT_EQ(to_text(bytes), text);
}

TEST_F(BinaryTrace, SourcePlacesAndValuesSurvive) {
  Names names;
  names.add(Space::thread, "main");
  names.add(Space::variable, "Counter.n");
  names.add_location(LocationName{7, "src/Counter.java", 12, 5, "Counter.inc()"});
  auto writer = write_binary(path("v.trace"), names);
  (*writer)->write({EventKind::write, 0, 0, 0, 0, 0x123456789abcdef0});
  ASSERT_TRUE((*writer)->close().has_value());
  auto reader = open_trace(path("v.trace"));
  ASSERT_TRUE(reader.has_value());
  const auto events = (*reader)->next();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].value, 0x123456789abcdef0u);
  const LocationName location = (*reader)->names().location(LocId(events[0].location));
  EXPECT_EQ(location.path, "src/Counter.java");
  EXPECT_EQ(location.line, 12u);
  EXPECT_EQ(location.symbol, "Counter.inc()");
  EXPECT_TRUE((*reader)->next().empty());
  EXPECT_EQ((*reader)->error(), nullptr);
}

TEST_F(BinaryTrace, CutTraceIsReadableUpToTheLastWholeBlock) {
  const std::string text = long_trace(50000);
  const std::string bytes = to_binary(text);
  size_t last = 0;
  for (size_t cut = 16; cut < bytes.size(); cut += bytes.size() / 40) {
    size_t events;
    const TraceError* error;
    const std::string part = to_text(bytes.substr(0, cut), &events, &error);
    ASSERT_NE(error, nullptr) << cut;
    EXPECT_EQ(part, text.substr(0, part.size()));
    EXPECT_TRUE(events % binary::kEventsPerBlock == 0 || events == 50000) << events;
    EXPECT_GE(events, last);
    last = events;
  }
  EXPECT_GE(last, 2 * binary::kEventsPerBlock);
}

TEST_F(BinaryTrace, CorruptBlocksAreNoticed) {
  const std::string bytes = to_binary(long_trace(3000));
  for (size_t at = 16; at < bytes.size(); at += 1 + at / 50) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    const TraceError* error;
    to_text(bad, nullptr, &error);
    EXPECT_NE(error, nullptr) << "byte " << at;
  }
}

// The checksum is made right again after each mutation, so the parsers after it are reached.
TEST_F(BinaryTrace, SurvivesMutations) {
  const std::string bytes =
      to_binary(long_trace(300) + "T0|acq(l)|1\nT0|begin(b)|2\nT0|handover_out.queue(q)|3\n");
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    std::string bad = bytes;
    for (uint32_t n = 1 + random() % 4; n-- > 0;)
      bad[16 + random() % (bad.size() - 16)] = static_cast<char>(random());
    for (size_t at = sizeof(binary::FileHeader); at + sizeof(binary::BlockHeader) <= bad.size();) {
      binary::BlockHeader header;
      std::memcpy(&header, &bad[at], sizeof header);
      const size_t body = at + sizeof header;
      if (header.stored_size > bad.size() - body) break;
      header.check = binary::checksum(header, std::string_view(bad).substr(body, header.stored_size));
      std::memcpy(&bad[at], &header, sizeof header);
      at = body + header.stored_size;
    }
    auto reader = read_binary(InputStream::from_text(bad));
    for (auto events = reader->next(); !events.empty(); events = reader->next()) {
      for (const TraceEvent& e : events) {
        ASSERT_LT(static_cast<size_t>(e.kind), kEventKinds);
        ASSERT_LT(e.thread, reader->names().count(Space::thread));
      }
    }
  }
}

// A trace of one access of many elements, whose names are one entry.
std::string of_many(uint32_t names, uint32_t stride, uint64_t value, const std::string& path) {
  auto stream = OutputStream::open(path);
  BlockWriter blocks(std::move(*stream), binary::kMagic);
  std::string raw;
  raw.push_back(static_cast<char>(Space::thread));
  put_text(raw, "T");
  raw.push_back(static_cast<char>(binary::kElements | static_cast<uint8_t>(Space::variable)));
  put_text(raw, "a");
  for (const uint32_t number : {3u, stride, names}) put_number(raw, number);
  blocks.write(binary::BlockKind::names, raw, 2);
  const TraceEvent event{EventKind::write, binary::kManyElements, 0, 0, UINT32_MAX, value};
  encode_events({&event, 1}, raw);
  blocks.write(binary::BlockKind::events, raw, 1);
  EXPECT_TRUE(blocks.close().has_value());
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(BinaryTrace, AccessesOfManyElements) {
  const TraceError* error;
  const std::string bytes = of_many(10, 2, binary::elements_value(3, 4), path("many.trace"));
  EXPECT_EQ(to_text(bytes, nullptr, &error), "T|w(a[3])|-1\nT|w(a[11])|-1\nT|w(a[19])|-1\n");
  struct {
    uint32_t names, stride;
    uint64_t value;
  } const kBad[] = {
      {10, 1, binary::elements_value(0, 1)},          {10, 1, binary::elements_value(11, 1)},
      {10, 1, binary::elements_value(UINT32_MAX, 0)}, {10, 1, binary::elements_value(2, UINT32_MAX)},
      {0, 1, binary::elements_value(1, 1)},           {10, 0, binary::elements_value(1, 1)},
      {UINT32_MAX, 1, binary::elements_value(1, 1)}};
  for (const auto& bad : kBad) {
    to_text(of_many(bad.names, bad.stride, bad.value, path("many.trace")), nullptr, &error);
    ASSERT_NE(error, nullptr) << bad.names << " " << bad.stride << " " << bad.value;
    EXPECT_EQ(error->message.find("cut off"), std::string::npos) << error->message;
  }
}

TEST_F(BinaryTrace, UnwritablePathIsAnError) {
  Names names;
  EXPECT_FALSE(write_binary("/no/such/folder/x", names).has_value());
  EXPECT_FALSE(open_trace("/no/such/folder/x").has_value());
}

}  // namespace
}  // namespace dh::dyn
