// Races that a tool has found while events flow, and that are to have a witness: they wait for the end of the
// window.
#pragma once

#include "tools/predict/race_reports.h"

namespace dh::dyn {

// Not thread-safe.
class PendingRaces {
 public:
  explicit PendingRaces(ToolSetup& setup) : name_(setup.name), reports_(setup.reports) {}

  // Of a pair of places the first is kept, the others are counted.
  void add(RawReport report);
  // Finds and replays the witnesses and reports everything, in order. `complete` sees each report before it
  // goes.
  using Complete = std::function<void(RawReport&, bool has_witness)>;
  void report(const EventLog& log, WitnessFinder find, const Complete& complete);

 private:
  static uint64_t key_of(const RawReport& report);

  const std::string name_;
  ReportSink& reports_;
  std::vector<RawReport> pending_;
  FlatMap<uint64_t, size_t> index_;  // of the places
};

}  // namespace dh::dyn
