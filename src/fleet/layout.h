// Where things are in the folder of a run.
//
//   plan.json             the plan that all its workers share
//   results/KEY.json      one for each project that is finished; written atomically
//   reports/KEY.html      its report
//   locks/shard-I         held by the worker of a shard
//   scratch/shard-I/      what the worker is doing now; worthless after it
//   traces/KEY/           what the pieces of a trace leave for its merge
//   logs/                 of the engines
//   fleet.db, overview.html   made by `fleet merge`
#pragma once

#include <fmt/format.h>

#include <string>

namespace dh::fleet {

struct Layout {
  std::string folder;

  std::string plan() const { return folder + "/plan.json"; }
  std::string results() const { return folder + "/results"; }
  std::string result(const std::string& key) const { return fmt::format("{}/results/{}.json", folder, key); }
  std::string report(const std::string& key) const { return fmt::format("{}/reports/{}.html", folder, key); }
  std::string lock(uint32_t shard) const { return fmt::format("{}/locks/shard-{}", folder, shard); }
  std::string scratch(uint32_t shard) const { return fmt::format("{}/scratch/shard-{}", folder, shard); }
  std::string traces() const { return folder + "/traces"; }
  std::string logs() const { return folder + "/logs"; }
  std::string database() const { return folder + "/fleet.db"; }
  std::string overview() const { return folder + "/overview.html"; }
};

}  // namespace dh::fleet
