// The sub-commands of `deadheat trace`, over readers and writers of recorded traces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "dynamic/trace/trace_event.h"

namespace dh {

// Events that pass: each list is empty for "all".
struct TraceFilter {
  std::vector<std::string> threads;
  std::vector<std::string> variables;   // for accesses; synchronization passes in any case
  std::vector<std::string> operations;  // as in text traces: r, w, acq, ...
  std::optional<uint64_t> from;         // numbers of events, from 1, both included
  std::optional<uint64_t> to;
};

// Copies what passes, so that it can be replayed: locks that are held and blocks that are open when the copy
// begins come first, and joins with threads that are not in the copy are left out. The number of events
// written.
Result<uint64_t> copy_trace(dyn::TraceReader& reader, const TraceFilter& filter, dyn::TraceWriter& writer);

// What a trace holds, as text.
std::string describe_trace(dyn::TraceReader& reader, size_t top);

}  // namespace dh
