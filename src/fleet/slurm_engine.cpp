// A Slurm job array, one task a shard. Slurm starts a task again when its node fails; the worker then
// continues.

#include "base/resources.h"
#include "fleet/child.h"
#include "fleet/engine.h"

namespace dh::fleet {

namespace {

constexpr double kSecondsBetweenLooks = 2;
constexpr int kMaxFailedLooks = 30;  // the controller may restart meanwhile

// "1-4,7,9-12"
std::string array_ranges(const std::vector<uint32_t>& shards) {
  std::string out;
  for (size_t i = 0; i < shards.size();) {
    size_t end = i + 1;
    while (end < shards.size() && shards[end] == shards[end - 1] + 1) ++end;
    out += fmt::format("{}{}", out.empty() ? "" : ",", shards[i]);
    if (end - i > 1) out += fmt::format("-{}", shards[end - 1]);
    i = end;
  }
  return out;
}

class SlurmEngine final : public Engine {
 public:
  explicit SlurmEngine(EngineRequest request) : request_(std::move(request)) {}

  Result<void> start() override {
    const std::string limit = request_.jobs > 0 ? fmt::format("%{}", request_.jobs) : "";
    std::vector<std::string> command = {"sbatch",
                                        "--parsable",
                                        "--job-name=deadheat-fleet",
                                        "--requeue",
                                        "--open-mode=append",
                                        fmt::format("--array={}{}", array_ranges(request_.shards), limit),
                                        fmt::format("--output={}/shard-%a.log", request_.layout.logs())};
    command.insert(command.end(), request_.options.begin(), request_.options.end());
    command.push_back("--wrap=exec " + worker_shell_command(request_, "\"$SLURM_ARRAY_TASK_ID\""));
    const Result<std::string> id = output_of(command, log());
    if (!id) return tl::unexpected(id.error());
    job_ = id->substr(0, id->find_first_of(";\n"));  // "17;cluster"
    return {};
  }

  bool is_running() override {
    const double now = monotonic_seconds();
    if (now - last_look_ < kSecondsBetweenLooks) return true;
    last_look_ = now;
    const Result<std::string> tasks =
        output_of({"squeue", "--noheader", "--jobs", job_, "--format=%i"}, log());
    if (tasks) {
      failed_looks_ = 0;
      return tasks->find_first_not_of(" \n") != std::string::npos;
    }
    // A job that ended some time ago is not known any more.
    if (tasks.error().message.find("Invalid job id") != std::string::npos) return false;
    if (++failed_looks_ < kMaxFailedLooks) return true;
    problems_.push_back(tasks.error().message);
    return false;
  }

  void stop() override {
    if (const auto done = output_of({"scancel", job_}, log()); !done)
      problems_.push_back(done.error().message);
  }

  std::vector<std::string> problems() override { return problems_; }

 private:
  std::string log() const { return request_.layout.logs() + "/slurm.log"; }

  EngineRequest request_;
  std::string job_;
  std::vector<std::string> problems_;
  double last_look_ = 0;
  int failed_looks_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_slurm_engine(EngineRequest request) {
  return std::make_unique<SlurmEngine>(std::move(request));
}

}  // namespace dh::fleet
