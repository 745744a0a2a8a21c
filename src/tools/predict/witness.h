// From a predicted pair or deadlock to a reordering that shows it, and to the report.
#pragma once

#include <optional>

#include "tools/predict/closure.h"
#include "tools/predict/interpreter.h"

namespace dh::dyn {

// The events of the progress that are not done when the trace has run up to `from`, in the order of the
// trace.
std::vector<LogId> events_from(const Needs& needs, const Progress& progress, LogId from);

// A sync-preserving reordering after which all of `next` are next. If one can begin with the trace as it was
// up to the first of them, it is that one: it is shorter.
std::optional<Witness> sync_preserving_witness(const Needs& needs, const Sections& sections,
                                               const std::vector<LogId>& next);

// An access as reports show it, with the locks held.
RawAccess raw_access(const Sections& sections, const EventLog& log, LogId event);

// The steps of a witness, shortened to what people read.
inline constexpr size_t kMaxSteps = 40;
void put_witness(RawReport& report, const EventLog& log, const Witness& witness, std::string_view claim);

}  // namespace dh::dyn
