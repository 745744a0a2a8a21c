// The replay of a trace in shards, each in a process of its own, perhaps on another machine.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/replay/replay_trace.h"
#include "dynamic/names.h"

namespace dh {

struct ShardChoice {
  uint32_t shard = 0;  // from 0
  uint32_t shards = 0;
};
// "2/4", counted from 1.
Result<ShardChoice> parse_shard(const std::string& text);
// The same for a trace, which has at most kMaxTraceShards.
Result<ShardChoice> parse_trace_shard(const std::string& text);

// The shard is in its file; what the trace or the tools left out is there too, and the merge reports it.
struct ShardDone {
  std::string summary;                   // for people
  std::optional<dyn::TraceError> error;  // where the trace could not be read further
  bool is_empty = false;                 // the trace has no events
  std::vector<std::string> incomplete;   // what tools gave up
};
// Replays one shard and leaves its results in the folder, whole or not at all.
Result<ShardDone> replay_shard(const std::string& trace, const HowToReplay& how, ShardChoice choice,
                               const std::string& folder, StopToken stop);

// What the shards come to: the same as a replay of the whole trace.
struct MergedShards {
  std::string trace;
  std::string tools;
  ReplayOutcome outcome;
  std::unique_ptr<dyn::Names> names;
  std::function<uint64_t(uint64_t)> line_at;  // of the events that the reports name
};
Result<MergedShards> merge_shard_files(const std::string& folder);

}  // namespace dh
