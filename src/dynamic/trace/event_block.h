// The events block of binary traces, as bytes.
#pragma once

#include <span>
#include <string>

#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// `raw` becomes the block of these events: widths, then columns.
void encode_events(std::span<const TraceEvent> events, std::string& raw);

}  // namespace dh::dyn
