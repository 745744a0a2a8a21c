#include "cli/run/run_native.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cli/run/compiler.h"
#include "cli/run/native_reports.h"
#include "native/recording_format.h"

namespace dh {

ProgramKind program_kind(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string contents{std::istreambuf_iterator<char>(file), {}};
  if (!contents.starts_with("\x7f"
                            "ELF"))
    return ProgramKind::other;
  if (contents.find("libdeadheat_native.so") != std::string::npos) return ProgramKind::instrumented;
  for (const char* runtime :
       {"libtsan.so", "libasan.so", "__tsan_report_race_thunk", "ThreadSanitizer:", "AddressSanitizer:"}) {
    if (contents.find(runtime) != std::string::npos) return ProgramKind::other_runtime;
  }
  return ProgramKind::plain_native;
}

std::vector<std::pair<std::string, std::string>> native_environment(const std::string& folder,
                                                                    int64_t max_reports) {
  const char* given = std::getenv("DEADHEAT_OPTIONS");
  return {{"DEADHEAT_NATIVE_REPORTS", folder},
          {"DEADHEAT_OPTIONS", fmt::format("max_reports={} {}", max_reports, given == nullptr ? "" : given)}};
}

void record_events(Environment& environment) {
  environment.emplace_back("DEADHEAT_NATIVE_RECORD", native::kRecordEverything);
}

Result<void> look_at_locks(Environment& environment) {
  const Result<NativeRuntime> runtime = find_native_runtime();
  if (!runtime) return tl::unexpected(runtime.error());
  const char* given = std::getenv("LD_PRELOAD");
  environment.emplace_back("DEADHEAT_NATIVE_RECORD", native::kRecordLocks);
  environment.emplace_back("LD_PRELOAD", given == nullptr
                                             ? runtime->shared_library
                                             : fmt::format("{}:{}", runtime->shared_library, given));
  return {};
}

std::vector<Finding> take_native_reports(const std::string& path, NativeRun& run, CheckSink& sink) {
  Result<NativeReports> reports = read_native_reports(path);
  if (!reports) {
    sink.add(Diagnostic{Severity::error, {}, reports.error().message});
    return {};
  }
  run.has_reports = true;
  sink.count("native processes", 1);
  sink.count("threads", static_cast<int64_t>(reports->threads));
  if (!reports->is_complete) {
    sink.add(Diagnostic{
        Severity::error, {}, "the program was killed before its end; what was found until then is reported"});
  }
  std::vector<Finding> shown;
  for (Finding& finding : reports->findings) {
    if (is_suppressed(finding, run.suppressions)) {
      ++run.suppressed;
    } else {
      shown.push_back(std::move(finding));
    }
  }
  return shown;
}

}  // namespace dh
