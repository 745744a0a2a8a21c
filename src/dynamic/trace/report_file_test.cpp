#include "dynamic/trace/report_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace dh::dyn {
namespace {

class ReportFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() / ("deadheat_reports_" + std::to_string(::getpid()));
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static RawReport report(uint32_t n) {
    RawReport r;
    r.tool = "Tool" + std::to_string(n);
    r.finding = n % 5;
    r.target = n;
    r.current.thread = ThreadId(n);
    r.current.location = LocId(n);
    r.current.epoch = {n, n + 1};
    r.current.locks = {1, 2, n};
    r.current.known = true;
    r.clock = {1, 0, 70000};
    r.steps = {{EventKind::acquire, ThreadId(1), 7, LocId(), 9}};
    r.block = n % 2 == 0 ? UINT32_MAX : n;
    r.note = "why";
    return r;
  }

  // Reports and the names they need, the way a target makes them.
  std::unique_ptr<ReportWriter> write(Names& names, uint32_t count) {
    auto writer = ReportWriter::open(path_, names);
    EXPECT_TRUE(writer.has_value());
    for (uint32_t i = 0; i < count; ++i) {
      {
        const std::lock_guard lock(names.guard());
        names.add(Space::variable, "x" + std::to_string(i));
        names.add_location({i, "A.java", i + 1, 2, "A.f()"});
      }
      (*writer)->add(report(i));
    }
    return std::move(*writer);
  }

  static void expect_reports(const ReportFile& file, size_t count) {
    ASSERT_EQ(file.reports.size(), count);
    for (uint32_t i = 0; i < count; ++i) {
      const RawReport expected = report(i);
      const RawReport& r = file.reports[i];
      EXPECT_EQ(r.finding, expected.finding);
      EXPECT_EQ(r.tool, expected.tool);
      EXPECT_EQ(r.current.locks, expected.current.locks);
      EXPECT_EQ(r.current.epoch, expected.current.epoch);
      EXPECT_TRUE(r.current.known);
      EXPECT_FALSE(r.previous.known);
      EXPECT_FALSE(r.previous.thread.valid());
      EXPECT_EQ(r.clock, expected.clock);
      ASSERT_EQ(r.steps.size(), 1u);
      EXPECT_EQ(r.steps[0].kind, EventKind::acquire);
      EXPECT_FALSE(r.steps[0].location.valid());
      EXPECT_EQ(r.block, expected.block);
      EXPECT_EQ(r.note, "why");
      EXPECT_EQ(display_name(*file.names, Space::variable, r.target), "x" + std::to_string(i));
      EXPECT_EQ(file.names->location(r.current.location).line, i + 1);
    }
  }

  std::filesystem::path path_;
};

TEST_F(ReportFiles, RoundTrip) {
  Names names;
  auto writer = write(names, 12);
  std::vector<RawReport> reports(12);
  reports[3].times = 99;
  ASSERT_TRUE(writer->finish(reports, {{"FastTrack", 110, 5, 1}}, {{"Count", {"a", "b"}}}).has_value());
  const auto file = read_reports(path_.string());
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->complete) << file->error.message;
  expect_reports(*file, 12);
  EXPECT_EQ(file->reports[3].times, 99u);
  ASSERT_EQ(file->counts.size(), 1u);
  EXPECT_EQ(file->counts[0].events, 110u);
  ASSERT_EQ(file->outputs.size(), 1u);
  EXPECT_EQ(file->outputs[0].lines, (std::vector<std::string>{"a", "b"}));
}

TEST_F(ReportFiles, AKilledTargetLosesNothing) {
  Names names;
  auto writer = write(names, 5);
  const auto file = read_reports(path_.string());  // the writer never got to finish()
  ASSERT_TRUE(file.has_value());
  EXPECT_FALSE(file->complete);
  EXPECT_NE(file->error.message, "");
  expect_reports(*file, 5);
  expect_reports(read_reports(InputStream::from_text(bytes().substr(0, bytes().size() - 3))), 4);
}

TEST_F(ReportFiles, HostileBytesAreRefused) {
  Names names;
  ASSERT_TRUE(write(names, 4)->finish(std::vector<RawReport>(4), {}, {}).has_value());
  const std::string good = bytes();
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (uint32_t n = 1 + random() % 4; n-- > 0;) bad[random() % bad.size()] = static_cast<char>(random());
    const ReportFile file = read_reports(InputStream::from_text(bad));
    EXPECT_LE(file.reports.size(), 4u);
  }
  EXPECT_FALSE(read_reports(InputStream::from_text("")).complete);
  EXPECT_FALSE(read_reports("/no/such/file").has_value());
}

// A checksum does not stop who means it: blocks with false contents and good checksums.
TEST_F(ReportFiles, FalseContentsAreRefused) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    {
      auto stream = OutputStream::open(path_.string());
      BlockWriter blocks(std::move(*stream), binary::kReportMagic);
      std::string raw(random() % 60, '\0');
      for (char& c : raw) c = static_cast<char>(random() % 4 == 0 ? random() : random() % 3);
      blocks.write(i % 2 == 0 ? binary::BlockKind::reports : binary::BlockKind::results, raw, i % 2 == 0);
      (void)blocks.close();
    }
    EXPECT_FALSE(read_reports(path_.string())->complete);
  }
}

}  // namespace
}  // namespace dh::dyn
