// OSR: races that another schedule has in which critical sections may be swapped. Z. Shi, U. Mathur,
// A. Pavlogiannis: Optimistic Prediction of Synchronization-Reversal Data Races, OOPSLA 2024.
//
// Differences from the paper: whether the swapped order exists is decided by scheduling the events between
// the first and the last of what is swapped, not on a graph of all events; every race is replayed before it
// is reported; of a variable, a pair of places is reported once; a limit on the work, which is quadratic at
// worst.
#pragma once

#include "tools/predict/reversal_races.h"
#include "tools/predict/window_tool.h"

namespace dh::dyn {

class OsrAnalysis {
 public:
  explicit OsrAnalysis(ToolSetup& setup);
  void analyse(const EventLog& log);
  void finish(const EventLog& log, ToolOutput& output);

 private:
  const std::string name_;
  ReportSink& reports_;
  WorkLimit work_;
};

class OSR : public WindowTool<OsrAnalysis> {
 public:
  static constexpr ToolTraits kTraits = race_predictor(ToolRole::none);
  explicit OSR(ToolSetup& setup) : WindowTool(setup, 1 << 20) {}
};

}  // namespace dh::dyn
