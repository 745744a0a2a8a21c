// Predicted races of a window as reports: each with a witness that was replayed.
#pragma once

#include "tools/predict/candidates.h"
#include "tools/predict/witness.h"

namespace dh::dyn {

inline constexpr std::string_view kBothNext = "both accesses next";

using WitnessFinder = std::optional<Witness> (*)(const Needs&, const Sections&,
                                                 const std::vector<LogId>& next);

struct WitnessedPair {
  RacingPair pair;
  Witness witness;
};

// Replays a witness for each pair, in the order of where the witnesses leave the trace. Pairs whose replay
// fails, or for which the finder knows none, are left out and counted in `unconfirmed`.
std::vector<WitnessedPair> confirm_races(const Needs& needs, const Sections& sections,
                                         const std::vector<RacingPair>& pairs, WitnessFinder find,
                                         std::vector<RacingPair>& unconfirmed);

RawReport predicted_race(const std::string& tool, const Sections& sections, const EventLog& log,
                         const RacingPair& pair);

// Confirms and reports, in the order of the pairs.
void report_predicted_races(const std::string& tool, ReportSink& sink, const Needs& needs,
                            const Sections& sections, const std::vector<RacingPair>& pairs,
                            WitnessFinder find);

}  // namespace dh::dyn
