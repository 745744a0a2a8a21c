// deadheat trace: looks at recorded traces, cuts and converts them.
#include "cli/replay/trace.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <memory>

#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/csv_trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh {

namespace {

struct TraceOptions {
  std::string action;
  std::string trace;
  std::string output;
  TraceFilter filter;
  std::optional<int64_t> from;
  std::optional<int64_t> to;
  std::optional<int64_t> top;
};

// What went wrong with the input, with its place. What was read before stays.
ExitStatus tell_trace_error(const std::string& path, const dyn::TraceError& error) {
  if (error.line != 0) {
    print_err("{}:{}: error: {}\n", path, error.line, error.message);
  } else if (error.event != 0) {
    print_err("{}: error: at event {}: {}\n", path, error.event, error.message);
  } else {
    print_err("{}: error: at byte {}: {}\n", path, error.offset, error.message);
  }
  return ExitStatus::incomplete;
}

ExitStatus fail_with(const std::string& message) {
  print_err("deadheat: {}\n", message);
  return ExitStatus::incomplete;
}

bool are_same_file(const std::string& a, const std::string& b) {
  struct stat x {};
  struct stat y {};
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && S_ISREG(x.st_mode) &&
         x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

Result<std::unique_ptr<dyn::TraceWriter>> open_writer(const std::string& path, const dyn::Names& names) {
  if (path == "-" || path.ends_with(".std")) return dyn::write_std(path, names);
  if (path.ends_with(".csv")) return dyn::write_csv(path, names);
  return dyn::write_binary(path, names);
}

ExitStatus copy_to_output(TraceOptions& options, dyn::TraceReader& reader) {
  auto writer = open_writer(options.output, reader.names());
  if (!writer) return fail_with(writer.error().message);
  const Result<uint64_t> written = copy_trace(reader, options.filter, **writer);
  const Result<void> closed = (*writer)->close();
  if (!written) return usage_error(written.error().message);
  if (!closed) return fail_with(closed.error().message);
  if (options.output != "-") print_err("{} events written to {}\n", *written, options.output);
  return ExitStatus::clean;
}

std::optional<std::string> trace_usage_problem(const TraceOptions& options) {
  const bool writes = options.action == "cut" || options.action == "filter" || options.action == "convert";
  if (writes && options.output.empty())
    return fmt::format("trace {} needs an output: deadheat trace {} TRACE OUTPUT", options.action,
                       options.action);
  if (!writes && !options.output.empty()) return fmt::format("trace {} takes no output", options.action);
  if (writes && are_same_file(options.trace, options.output))
    return fmt::format("{} is the trace itself and would be overwritten", options.output);
  if (options.action == "cut" && !options.from && !options.to) return "trace cut needs --from or --to";
  if (options.from && options.to && *options.from > *options.to) return "--from is greater than --to";
  const bool filters = !options.filter.threads.empty() || !options.filter.variables.empty() ||
                       !options.filter.operations.empty();
  if (options.action == "filter" && !filters) return "trace filter needs --thread, --variable or --operation";
  return {};
}

ExitStatus run_trace(TraceOptions& options) {
  if (const auto problem = trace_usage_problem(options)) return usage_error(*problem);
  if (options.from) options.filter.from = static_cast<uint64_t>(*options.from);
  if (options.to) options.filter.to = static_cast<uint64_t>(*options.to);
  if (options.action == "print") options.output = "-";
  auto reader = dyn::open_trace(options.trace);
  if (!reader) return fail_with(reader.error().message);
  ExitStatus status = ExitStatus::clean;
  if (options.action == "info") {
    print_out("{}", describe_trace(**reader, static_cast<size_t>(options.top.value_or(5))));
  } else {
    status = copy_to_output(options, **reader);
  }
  if ((*reader)->error() != nullptr) return tell_trace_error(options.trace, *(*reader)->error());
  return status;
}

}  // namespace

Action define_trace(Options& options) {
  auto values = std::make_shared<TraceOptions>();
  options.footer(
      "  info      numbers of events, threads, variables and locks, and the hottest of them\n"
      "  print     the events as STD text\n"
      "  convert   another format, by the ending of OUTPUT: .std text, .csv (a column a thread), else "
      "binary\n"
      "  cut       the events --from N --to N; locks that are held there are acquired first\n"
      "  filter    some threads, variables or operations; the synchronization of others stays unless\n"
      "            --thread or --operation leaves it out\n"
      "'-' is standard input or output.\n" +
      std::string(kExitStatusHelp));
  options.positional_choice("ACTION", values->action, {"info", "print", "convert", "cut", "filter"},
                            "info, print, convert, cut or filter");
  options.positional("TRACE", values->trace, "The trace to read");
  options.positional("OUTPUT", values->output, "The trace to write", false);
  options.number("--from", values->from, "N", 1, INT64_MAX, "First event, counted from 1");
  options.number("--to", values->to, "N", 1, INT64_MAX, "Last event");
  options.texts("--thread", values->filter.threads, "NAME", "Only events of this thread (repeatable)");
  options.texts("--variable", values->filter.variables, "NAME",
                "Only accesses to this variable (repeatable)");
  options.texts("--operation", values->filter.operations, "OP",
                "Only these operations, such as w or acq (repeatable)");
  options.number("--top", values->top, "N", 0, 1'000'000, "How many of the hottest to show (default 5)");
  return [values] { return run_trace(*values); };
}

}  // namespace dh
