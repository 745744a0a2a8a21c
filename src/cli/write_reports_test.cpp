#include "cli/write_reports.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace dh {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kHasAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kHasAddressSanitizer = true;
#else
constexpr bool kHasAddressSanitizer = false;
#endif
#else
constexpr bool kHasAddressSanitizer = false;
#endif

// Lets the process have this much more than it has now.
void limit_memory(rlim_t more) {
  unsigned long pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  const rlim_t limit = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + more;
  const struct rlimit both { limit, limit };
  ::setrlimit(RLIMIT_AS, &both);
}

TEST(WriteReportsTest, FindingsAreNotLostWhenMemoryRunsOut) {
  if (kHasAddressSanitizer) GTEST_SKIP() << "AddressSanitizer needs all of the address space";
  const auto report_without_memory = [] {
    Report report;
    report.command = "check";
    Finding finding;
    finding.rule = Rule::java_escape;
    finding.place = {"A.java", 1, 1, 1, 2};
    finding.message = std::string(200, 'm');
    finding.level = Level::error;
    report.findings.assign(100'000, finding);
    ReportOptions options;
    options.format = "json";  // needs a multiple of the memory of the findings
    options.report_to = "stderr";
    limit_memory(rlim_t{50} << 20);
    std::exit(static_cast<int>(write_reports(report, options, {}, ExitStatus::findings)));
  };
  EXPECT_EXIT(report_without_memory(), ::testing::ExitedWithCode(1),
              "out of memory while the report was written.* help\nA.java:1:1: error.java-escape.: mmm");
}

}  // namespace
}  // namespace dh
