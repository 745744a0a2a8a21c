// The shares that the locations of a trace are split into, each replayed by a process of its own: what
// replays and plans of replays agree on.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

inline constexpr uint32_t kMaxTraceShards = 4096;
inline constexpr std::string_view kTraceShardEnding = ".shard";

// The file that a shard leaves in its folder; `number` counts from 1.
inline std::string trace_shard_file(uint32_t number, uint32_t shards) {
  return fmt::format("{}-of-{}{}", number, shards, kTraceShardEnding);
}

}  // namespace dh
