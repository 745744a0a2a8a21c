// Our own trace format: blocks of columns, compressed, with names beside them. docs/trace-format.md.
#pragma once

#include <memory>
#include <string>

#include "dynamic/trace/input_stream.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// `start` is what was read of the stream already.
std::unique_ptr<TraceReader> read_binary(InputStream stream, std::string start = {});
bool looks_binary(std::string_view start);

// `names` may grow between events; a name is written before the first block that may use it. Not thread-safe.
Result<std::unique_ptr<TraceWriter>> write_binary(const std::string& path, const Names& names);

}  // namespace dh::dyn
