// The STD text format: one event a line, `thread|op(target)|location`. docs/trace-format.md has the whole.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dynamic/trace/input_stream.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// Another format of lines.
struct LineFormat {
  // Makes lines of STD text, each with its end, of as many lines. Thread-safe.
  std::string (*rewrite)(std::string_view lines) = nullptr;  // null: they are STD text
  std::string_view expected = "thread|operation(target)|location";
};

// `start` is what was read of the stream already, to find out what it is.
std::unique_ptr<TraceReader> read_std(InputStream stream, std::string start = {}, LineFormat format = {});

// Events beyond STD are written with their names in full, which only deadheat reads back.
Result<std::unique_ptr<TraceWriter>> write_std(const std::string& path, const Names& names);

// The name of an operation in a text trace, and back. Details: `acq.read`, `handover_out.queue`.
std::string std_operation(EventKind kind, uint8_t detail);
bool parse_std_operation(std::string_view text, EventKind& kind, uint8_t& detail);

}  // namespace dh::dyn
