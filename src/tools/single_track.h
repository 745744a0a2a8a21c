// SingleTrack: finds results that depend on the schedule. C. Sadowski, S. N. Freund, C. Flanagan, ESOP 2009.
//
// A block is deterministic, with all threads that are started in it, when (1) conflicting accesses of its
// threads are ordered by synchronization that orders them in every schedule: start and join, barriers,
// futures, latches; locks, volatiles and queues order them one way today and the other way tomorrow; and
// (2) block and threads together are serializable against the threads outside. Differences: unless blocks are
// asked for (blocks=marks, methods or both) the whole run is the one block, where (2) holds by itself; all
// conflicts count, also of updates that commute.
#pragma once

#include <optional>

#include "tools/parts/clock_tool.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/transactions.h"

namespace dh::dyn {

// Accesses of the threads of one block.
struct BlockClocks {
  Step block;
  VarClocks clocks;
};

struct SingleTrackState {
  std::vector<BlockClocks> blocks;  // that still run: few
  Transactions::Shared shared;
};

class SingleTrack : public ClockTool<SingleTrackState> {
 public:
  enum FindingIndex : uint8_t { kDependsOnSchedule, kBlockNotSerializable };
  static constexpr FindingTraits kFindings[] = {
      {
          .rule = "nondeterminism",
          .message =
              "The order of the {operation} of {target} by {thread} and the earlier {earlier_operation} by "
              "{earlier_thread} depends on the schedule.",
          .hint = "Order the threads by a join, a barrier or a future, or let each work on its own copy.",
          .certainty = {100, "conflicting accesses that nothing or only a lock orders"},
          .doubt = {-20, "operations that commute, such as adding, give the same result in any order"},
      },
      kNotSerializable,
  };
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = {"event depends on the schedule", "events depend on the schedule"},
      .needs = {.stacks = true},
  };

  explicit SingleTrack(ToolSetup& setup);

  Flow begin(Event& e);
  Flow method_enter(Event& e) { return begin(e); }
  Flow end(Event& e);
  Flow method_exit(Event& e) { return end(e); }
  Flow sync(Event& e);
  Flow thread_exit(Event& e);
  Flow access(Event& e);

 private:
  VarClocks& clocks_of(SingleTrackState& state, const Step& block);

  std::optional<Transactions> transactions_;  // none: the whole run is the block
};

}  // namespace dh::dyn
