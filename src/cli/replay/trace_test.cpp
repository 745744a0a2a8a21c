#include "cli/replay/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dynamic/trace/std_trace.h"

namespace dh {
namespace {

constexpr const char* kTrace =
    "main|fork(A)|1\n"
    "A|acq(l)|2\n"
    "A|w(x)|3\n"
    "A|r(y)|4\n"
    "A|rel(l)|5\n"
    "main|join(A)|6\n"
    "main|w(x)|7\n";

// Keeps what is written as operations with their targets.
class KeepingWriter final : public dyn::TraceWriter {
 public:
  explicit KeepingWriter(const dyn::Names& names) : names_(names) {}
  void write(const dyn::TraceEvent& event) override {
    written.push_back(dyn::std_operation(event.kind, event.detail) + " " +
                      dyn::display_name(names_, dyn::event_target(event.kind), event.target));
  }
  void flush() override {}
  Result<void> close() override { return {}; }
  std::vector<std::string> written;

 private:
  const dyn::Names& names_;
};

std::vector<std::string> copied(const TraceFilter& filter) {
  auto reader = dyn::read_std(dyn::InputStream::from_text(kTrace));
  KeepingWriter writer(reader->names());
  const auto written = copy_trace(*reader, filter, writer);
  EXPECT_TRUE(written.has_value());
  return writer.written;
}

TEST(Trace, ACutBeginsWithTheLocksThatAreHeld) {
  TraceFilter filter;
  filter.from = 4;
  filter.to = 6;
  EXPECT_THAT(copied(filter), ::testing::ElementsAre("acq l", "r y", "rel l", "join A"));
}

TEST(Trace, AFilterByVariableKeepsSynchronization) {
  TraceFilter filter;
  filter.variables = {"y"};
  EXPECT_THAT(copied(filter), ::testing::ElementsAre("fork A", "acq l", "r y", "rel l", "join A"));
}

TEST(Trace, AFilterByThreadLeavesOutJoinsWithOthers) {
  TraceFilter filter;
  filter.threads = {"main"};
  filter.operations = {"join", "w"};
  EXPECT_THAT(copied(filter), ::testing::ElementsAre("w x"));
}

TEST(Trace, UnknownOperationsAreAnError) {
  auto reader = dyn::read_std(dyn::InputStream::from_text(kTrace));
  KeepingWriter writer(reader->names());
  TraceFilter filter;
  filter.operations = {"lock"};
  EXPECT_FALSE(copy_trace(*reader, filter, writer).has_value());
}

TEST(Trace, InfoCounts) {
  auto reader = dyn::read_std(dyn::InputStream::from_text(kTrace));
  const std::string text = describe_trace(*reader, 1);
  for (const char* line :
       {"events      7\n", "threads     2\n", "variables   2, 1 of them", "locks       1\n"})
    EXPECT_THAT(text, ::testing::HasSubstr(line));
}

}  // namespace
}  // namespace dh
