#include "tools/predict/race_reports.h"

#include <algorithm>

namespace dh::dyn {

std::vector<WitnessedPair> confirm_races(const Needs& needs, const Sections& sections,
                                         const std::vector<RacingPair>& pairs, WitnessFinder find,
                                         std::vector<RacingPair>& unconfirmed) {
  std::vector<WitnessedPair> found;
  for (const RacingPair& pair : pairs) {
    auto witness = find(needs, sections, {pair.first, pair.second});
    if (witness) {
      found.push_back({pair, std::move(*witness)});
    } else {
      unconfirmed.push_back(pair);
    }
  }
  if (found.empty()) return found;
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.witness.from < b.witness.from; });
  Interpreter interpreter(needs.log());
  std::erase_if(found, [&](const WitnessedPair& w) {
    const bool good = interpreter.replay(w.witness, {w.pair.first, w.pair.second}, Claim::both_next).empty();
    if (!good) unconfirmed.push_back(w.pair);
    return !good;
  });
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(a.pair.second, a.pair.first) < std::pair(b.pair.second, b.pair.first);
  });
  return found;
}

RawReport predicted_race(const std::string& tool, const Sections& sections, const EventLog& log,
                         const RacingPair& pair) {
  RawReport report;
  report.tool = tool;
  report.space = Space::variable;
  report.target = log[pair.second].target;
  report.current = raw_access(sections, log, pair.second);
  report.previous = raw_access(sections, log, pair.first);
  report.position = report.current.position;
  return report;
}

void report_predicted_races(const std::string& tool, ReportSink& sink, const Needs& needs,
                            const Sections& sections, const std::vector<RacingPair>& pairs,
                            WitnessFinder find) {
  std::vector<RacingPair> unconfirmed;
  for (const WitnessedPair& witnessed : confirm_races(needs, sections, pairs, find, unconfirmed)) {
    RawReport report = predicted_race(tool, sections, needs.log(), witnessed.pair);
    put_witness(report, needs.log(), witnessed.witness, kBothNext);
    sink.add(std::move(report));
  }
}

}  // namespace dh::dyn
