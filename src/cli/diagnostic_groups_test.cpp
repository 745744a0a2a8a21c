#include "cli/diagnostic_groups.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dh {
namespace {

Diagnostic about(const std::string& path, std::string message) {
  return {Severity::error, Place{path, 1, 1, 1, 2}, std::move(message)};
}

TEST(DiagnosticGroupsTest, FewStayAsTheyAre) {
  Diagnostics few;
  for (int i = 0; i < 10; ++i) few.push_back(about(fmt::format("f{}", i), "expected `)`"));
  EXPECT_EQ(group_diagnostics(few), few);
}

TEST(DiagnosticGroupsTest, ManyOfOneKindAreCounted) {
  Diagnostics many;
  for (int i = 0; i < 5000; ++i)
    many.push_back(about("f", fmt::format("line {}: macro `m{}` is unknown", i, i)));
  many.push_back(about("f", "something else"));
  Diagnostics grouped = group_diagnostics(many);
  ASSERT_EQ(grouped.size(), kMaxOfOneKind + 2);
  EXPECT_EQ(grouped[kMaxOfOneKind].message, "something else");
  EXPECT_EQ(grouped.back().severity, Severity::note);
  EXPECT_EQ(
      grouped.back().message,
      "4990 more errors like \"line 0: macro `m0` is unknown\" are not shown; --all-diagnostics shows them");
}

TEST(DiagnosticGroupsTest, NamesNeedNoQuotes) {
  Diagnostics many;
  for (int i = 0; i < 50; ++i) {
    std::string name(static_cast<size_t>(i + 1), 'X');
    many.push_back(about("f", fmt::format("macro ?{} is not defined", name)));
    many.push_back(about("f", fmt::format("analysing /lib/{}.beam, {}>>at: instead", name, name)));
  }
  EXPECT_EQ(group_diagnostics(many).size(), 2 * kMaxOfOneKind + 2);
}

TEST(DiagnosticGroupsTest, ManyKindsAndLongMessagesAreBounded) {
  Diagnostics many;
  for (int i = 0; i < 5000; ++i) {
    std::string name(1, static_cast<char>('a' + i % 26));
    many.push_back(
        about("f", fmt::format("{}{}{}: {}", name, std::string(static_cast<size_t>(i % 97), 'x'),
                               std::string(static_cast<size_t>(i % 13), 'y'), std::string(9000, 'z'))));
  }
  size_t bytes = 0;
  for (const Diagnostic& diagnostic : group_diagnostics(many)) bytes += diagnostic.message.size();
  EXPECT_LT(bytes, 300'000u);
}

}  // namespace
}  // namespace dh
