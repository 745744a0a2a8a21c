// Runs chains over a trace: one chain on one thread, or a chain for each share of the locations.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "dynamic/trace/share_replay.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

struct ReplayResult {
  uint64_t events = 0;  // of shares: their own accesses, and in the first share everything else
  std::array<uint64_t, kEventKinds> per_kind{};
  std::optional<TraceError> error;  // where it stopped; everything before counts
  bool stopped = false;             // by the token
  uint64_t digest = 0;              // of shares: of all events, also those of other shares
};

// The chain must be made for this trace. Positions of events count from 0 over the trace.
class Replay {
 public:
  Replay(TraceReader& reader, ToolChain& chain);
  ReplayResult run(StopToken stop = {});

 private:
  TraceReader& reader_;
  ShareReplay all_;
};

// The same by shares of the locations, each with a chain of its own, all for this trace. What the chains
// report together is what one chain over all reports, if all their tools split by location (tool_traits.h).
class SharedReplay {
 public:
  struct Part {
    ToolChain& chain;
    uint32_t share;
  };
  // A thread for every part, and further ones that read, up to `threads`.
  SharedReplay(TraceReader& reader, LocationSplit split, const std::vector<Part>& parts, unsigned threads);
  ReplayResult run(StopToken stop = {});

 private:
  TraceReader& reader_;
  const LocationSplit split_;
  std::vector<std::unique_ptr<ShareReplay>> parts_;
  const unsigned threads_;
};

}  // namespace dh::dyn
