#include "cli/write_reports.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <optional>

#include "cli/conclude.h"
#include "cli/out_of_memory.h"
#include "cli/output.h"
#include "report/display.h"
#include "source/write_file.h"

namespace dh {

namespace {

// Columns of the terminal; nothing when the output goes elsewhere.
std::optional<size_t> terminal_width(int fd) {
  constexpr size_t kMinWidth = 40;
  winsize size{};
  if (::isatty(fd) != 1 || ::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<size_t>(size.ws_col, kMinWidth);
}

RenderOptions render_options(const ReportOptions& options, SourceLines& sources, int fd) {
  RenderOptions render{.sources = &sources, .explain_confidence = options.explain_confidence};
  render.show_summary = !options.messages.quiet;
  render.color = wants_color(options.color, fd);
  render.full = options.shown.full;
  render.width = terminal_width(fd).value_or(render.width);
  render.show_time = ::isatty(fd) == 1;  // elsewhere the same findings give the same bytes
  return render;
}

void print_report(const Report& report, const ReportOptions& options, const ReadableRoots& roots) {
  FileSourceLines sources(roots);
  write_err(render_diagnostics_text(report.diagnostics, render_options(options, sources, STDERR_FILENO)));
  const bool to_stderr = options.report_to == "stderr";
  const RenderOptions render = render_options(options, sources, to_stderr ? STDERR_FILENO : STDOUT_FILENO);
  const std::string shown = report_format_by_name(options.format)->render(report, render);
  to_stderr ? write_err(shown) : write_out(shown);
}

ExitStatus write_outputs(const Report& report, const ReportOptions& options, const ReadableRoots& roots,
                         ExitStatus status) {
  FileSourceLines sources(roots);
  RenderOptions render = render_options(options, sources, STDOUT_FILENO);
  render.color = render.show_time = false;
  render.width = RenderOptions().width;
  for (const OutputFile& output : options.outputs) {
    std::string text = report_format_by_name(output.format)->render(report, render);
    Result<void> written = write_file_atomically(output.path, text);
    if (!written) status = usage_error(written.error().message);
  }
  return status;
}

// Needs the memory of one finding.
void print_in_little_memory(const Report& report, const ReportOptions& options) {
  write_err(
      "deadheat: out of memory while the report was written; its findings follow, one a line. --format "
      "concise, --top "
      "or a higher limit help\n");
  const auto print = options.report_to == "stderr" ? write_err : write_out;
  for (const Finding& finding : report.findings) {
    print(fmt::format("{}: {}[{}]: {}\n", clean_line(finding.place.text()), level_name(finding.level),
                      rule_info(finding.rule).id, clean_line(finding.message)));
  }
}

}  // namespace

ExitStatus write_reports(const Report& report, const ReportOptions& options, const ReadableRoots& roots,
                         ExitStatus status) {
  const auto give_up = [&] {
    print_in_little_memory(report, options);
    ::_exit(static_cast<int>(finish_output(status == ExitStatus::clean ? ExitStatus::incomplete : status)));
  };
  guard_against_out_of_memory();  // the analysis may have used up the reserve
  try {
    const LastResort last_resort(give_up);
    print_report(report, options, roots);
    return write_outputs(report, options, roots, status);
  } catch (const std::bad_alloc&) {
    give_up();
  }
  return status;
}

}  // namespace dh
