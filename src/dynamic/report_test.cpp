#include "dynamic/report.h"

#include <gtest/gtest.h>

namespace dh::dyn {
namespace {

RawReport no_lock_at(uint32_t target) {
  RawReport report;
  report.tool = "Tool";
  report.target = target;
  report.current.location = LocId(7);
  report.current.known = true;
  return report;
}

TEST(ReportSink, TellsTargetsApartWhereNoEarlierPlaceIsKnown) {
  ReportSink sink;
  for (uint32_t target : {1u, 2u, 2u}) sink.add(no_lock_at(target));
  const std::vector<RawReport> reports = sink.take();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[1].times, 2u);
}

TEST(ReportSink, TakesTargetsOfAGroupForOne) {
  ReportSink sink;
  sink.group_targets([](uint32_t target) { return target % 10; });
  for (uint32_t target : {11u, 21u, 12u}) sink.add(no_lock_at(target));
  const std::vector<RawReport> reports = sink.take();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].target, 11u);
  EXPECT_EQ(reports[0].times, 2u);
}

TEST(ReportSink, TellsGroupsOfOnePairOfPlacesApart) {
  for (const bool is_grouped : {false, true}) {
    ReportSink sink;
    if (is_grouped) sink.group_targets([](uint32_t target) { return target; });
    for (uint32_t target : {1u, 2u}) {
      RawReport report = no_lock_at(target);
      report.previous = report.current;
      sink.add(report);
    }
    EXPECT_EQ(sink.take().size(), is_grouped ? 2u : 1u);
  }
}

}  // namespace
}  // namespace dh::dyn
