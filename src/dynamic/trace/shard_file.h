// What the replay of one share of a trace's locations came to, in a file, so that shares can be replayed on
// several machines and merged. docs/replay.md.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dynamic/names.h"
#include "dynamic/report.h"
#include "dynamic/tool.h"
#include "dynamic/trace/replay.h"

namespace dh::dyn {

struct ShardFile {
  uint32_t shard = 0;  // from 0
  uint32_t shards = 1;
  std::string trace;  // its path
  std::string tools;
  uint64_t max_reports = 0;
  ReplayResult result;
  ReportSink::Share share;
  std::vector<ToolOutput> outputs;
  // Lines of the events that the reports name: (position, line), sorted. Empty: positions are numbers.
  std::vector<std::pair<uint64_t, uint64_t>> lines;
  std::unique_ptr<Names> names;  // of the trace; only the first shard has them
};

// Leaves the whole file or none. `names` are those of the trace.
Result<void> write_shard(const std::string& path, const ShardFile& shard, const Names& names);
Result<ShardFile> read_shard(const std::string& path);

// All shards of a replay, in order. An error names what does not belong together, and what is missing.
Result<void> check_shards(const std::vector<std::pair<std::string, ShardFile>>& shards);

}  // namespace dh::dyn
