// SyncP: all races that another schedule of the same events has without a swap of critical sections. U.
// Mathur, A. Pavlogiannis, M. Viswanathan: Optimal Prediction of Synchronization-Preserving Races, POPL 2021.
//
// Differences from the paper: the search runs variable by variable over a window of the trace; every race is
// replayed before it is reported; of a variable, a pair of places is reported once.
#pragma once

#include "tools/predict/candidates.h"
#include "tools/predict/window_tool.h"

namespace dh::dyn {

class SyncPAnalysis {
 public:
  explicit SyncPAnalysis(ToolSetup& setup)
      : name_(setup.name), reports_(setup.reports), work_(WorkLimit::from_option(setup, 20'000)) {}
  void analyse(const EventLog& log);
  void finish(const EventLog& log, ToolOutput& output);

 private:
  const std::string name_;
  ReportSink& reports_;
  WorkLimit work_;
};

class SyncP : public WindowTool<SyncPAnalysis> {
 public:
  static constexpr ToolTraits kTraits = race_predictor(ToolRole::race_predictor);
  explicit SyncP(ToolSetup& setup) : WindowTool(setup) {}
};

}  // namespace dh::dyn
