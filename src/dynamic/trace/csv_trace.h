// Traces as a table with a column a thread and an event a row, such as `,acq(l)`: an older format of the
// field. It has no locations and no names of threads; column n is thread `Tn`, from 0.
#pragma once

#include "dynamic/trace/input_stream.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

std::unique_ptr<TraceReader> read_csv(InputStream stream, std::string start = {});

// Commas in names become semicolons.
Result<std::unique_ptr<TraceWriter>> write_csv(const std::string& path, const Names& names);

}  // namespace dh::dyn
