// Findings that predictive tools share: what did not happen in this run and can happen in another.
#pragma once

#include "tools/parts/finding_traits.h"

namespace dh::dyn {

inline constexpr std::string_view kOneLockForBoth =
    "Guard both accesses with one lock, or order the threads by a start, join, volatile or hand-over.";

inline constexpr FindingTraits kPredictedRace{
    .rule = "data-race",
    .message =
        "Data race on {target}: in another schedule the {operation} by {thread} and the "
        "{earlier_operation} by {earlier_thread} happen at once.",
    .hint = kOneLockForBoth,
    .certainty = factors::replayed_schedule,
    .doubt = {},
};

inline constexpr CountWords kPredictedEvents{"event can race with an earlier event",
                                             "events can race with an earlier event"};

// Positions of the log are those of the trace, and variables are known by their ids.
inline constexpr FindingTraits kPredictedRaceOnly[] = {kPredictedRace};
constexpr ToolTraits race_predictor(ToolRole role) {
  return {
      .findings = kPredictedRaceOnly,
      .counted = kPredictedEvents,
      .needs = {.names = true, .all_accesses = true},
      .role = role,
  };
}

}  // namespace dh::dyn
