// What runs the shards of a plan. An engine only starts `deadheat fleet work` for each shard; what is
// finished shows in the folder of the run, whatever machine did it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/layout.h"

namespace dh::fleet {

struct EngineRequest {
  std::string program;  // deadheat itself, on every machine
  std::string plan;     // absolute, as is the folder
  Layout layout;
  std::vector<uint32_t> shards;  // with unfinished projects
  uint32_t all_shards = 1;
  int jobs = 0;                      // shards at the same time; 0: as many as the engine likes
  std::string ssh_logins;            // parallel
  std::vector<std::string> options;  // slurm, parallel: more options of their command
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual Result<void> start() = 0;
  // Looks after what runs; false when nothing does any more.
  virtual bool is_running() = 0;
  // Asks everything to stop; is_running tells when it has.
  virtual void stop() = 0;
  // What went wrong, for people; empty lines are left out.
  virtual std::vector<std::string> problems() = 0;
};

std::unique_ptr<Engine> make_local_engine(EngineRequest request);
std::unique_ptr<Engine> make_slurm_engine(EngineRequest request);
std::unique_ptr<Engine> make_parallel_engine(EngineRequest request);

// The command of a shard's worker, for an engine that starts it itself.
std::vector<std::string> worker_command(const EngineRequest& request, const std::string& shard);
// The same as text for a shell; `shard` is put in as it is, for a variable of the engine.
std::string worker_shell_command(const EngineRequest& request, const std::string& shard);

}  // namespace dh::fleet
