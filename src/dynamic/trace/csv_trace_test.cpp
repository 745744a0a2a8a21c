#include "dynamic/trace/csv_trace.h"

#include <gtest/gtest.h>

namespace dh::dyn {
namespace {

TEST(CsvTrace, AColumnAThread) {
  auto reader = read_csv(InputStream::from_text("acq(l),\n,w(x)\r\n , r(x)\nrel(l)\n"));
  const auto events = reader->next();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].kind, EventKind::acquire);
  EXPECT_EQ(reader->names().name(Space::thread, events[0].thread), "T0");
  EXPECT_EQ(reader->names().name(Space::thread, events[1].thread), "T1");
  EXPECT_EQ(events[2].kind, EventKind::read);
  EXPECT_EQ(events[3].thread, events[0].thread);
  EXPECT_EQ(events[0].location, UINT32_MAX);
  EXPECT_EQ(reader->error(), nullptr);
}

TEST(CsvTrace, TwoEventsInARowAreAnErrorWithItsLine) {
  auto reader = read_csv(InputStream::from_text("w(x)\nw(x),w(y)\n"));
  while (!reader->next().empty()) {
  }
  ASSERT_NE(reader->error(), nullptr);
  EXPECT_EQ(reader->error()->line, 2u);
  EXPECT_NE(reader->error()->message.find("one event a row"), std::string::npos);
}

}  // namespace
}  // namespace dh::dyn
