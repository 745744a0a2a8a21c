// SHB: schedulable happens-before. U. Mathur, D. Kini, M. Viswanathan: What Happens-After the First Race?,
// OOPSLA 2018.
//
// Happens-before, and a read is after the write that it saw. So every race that is reported can happen by
// itself, not only the first one of a run. Differences from the paper: in a replay every race gets a witness,
// found by the sync-preserving closure, which covers all of SHB; a live run has none, for nobody keeps its
// events.
#pragma once

#include <atomic>

#include "tools/parts/clock_tool.h"
#include "tools/parts/finding_traits.h"
#include "tools/predict/pending_races.h"

namespace dh::dyn {

struct ShbVariable {
  VarClocks accesses;
  VectorClock last_write;  // what the last write knew, and the write
  Epoch last_epoch;
};

class SHB : public ClockTool<ShbVariable> {
 public:
  static constexpr FindingTraits kFindings[] = {{
      .rule = "data-race",
      .message = kDataRace.message,
      .hint = kDataRace.hint,
      .certainty = factors::schedulable_race,
      .doubt = {},
  }};
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kRacyEvents,
      .needs = {.stacks = true, .all_accesses = true},
  };

  explicit SHB(ToolSetup& setup);

  Flow sync(Event& e);
  Flow notify(Event& e) { return log(e), Flow::pass; }
  Flow notify_all(Event& e) { return log(e), Flow::pass; }
  Flow access(Event& e);
  void finish(ToolOutput& output);

 private:
  void log(const Event& e);
  bool has_stopped(const Event& e);
  void end_window();

  EventLog log_;
  PendingRaces pending_;
  const bool keeps_log_;
  static constexpr uint32_t kMaxSlots = 8192;  // clocks of all threads are quadratic in this
  std::atomic<uint64_t> stopped_at_{0};        // event, from 1; 0: it has not
};

}  // namespace dh::dyn
