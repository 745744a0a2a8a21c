// GNU parallel: on this machine, or over ssh on those of a login file.
#include <signal.h>

#include "fleet/child.h"
#include "fleet/engine.h"
#include "source/write_file.h"

namespace dh::fleet {

namespace {

class ParallelEngine final : public Engine {
 public:
  explicit ParallelEngine(EngineRequest request) : request_(std::move(request)) {}

  Result<void> start() override {
    const std::string shards = request_.layout.logs() + "/shards.txt";
    std::string text;
    for (uint32_t shard : request_.shards) text += fmt::format("{}\n", shard);
    if (auto written = write_file_atomically(shards, text); !written) return written;
    std::vector<std::string> command = {"parallel",  "--will-cite",
                                        "--termseq", "INT,5000,KILL,25",
                                        "--joblog",  request_.layout.logs() + "/parallel.jobs"};
    if (request_.jobs > 0) command.insert(command.end(), {"--jobs", std::to_string(request_.jobs)});
    if (!request_.ssh_logins.empty()) command.insert(command.end(), {"--sshloginfile", request_.ssh_logins});
    command.insert(command.end(), request_.options.begin(), request_.options.end());
    command.insert(command.end(), {"--arg-file", shards, worker_shell_command(request_, "{}")});
    const Result<pid_t> child = start_child(command, log());
    if (!child) return tl::unexpected(child.error());
    child_ = *child;
    return {};
  }

  bool is_running() override {
    if (child_ <= 0) return false;
    const std::optional<int> status = ended_status(child_);
    if (!status) return true;
    child_ = 0;
    if (*status != 0 && !is_stopped_) problems_.push_back(fmt::format("parallel: {}", last_line_of(log())));
    return false;
  }

  void stop() override {
    is_stopped_ = true;
    if (child_ > 0) ::kill(child_, SIGINT);
  }

  std::vector<std::string> problems() override { return problems_; }

 private:
  std::string log() const { return request_.layout.logs() + "/parallel.log"; }

  EngineRequest request_;
  pid_t child_ = 0;
  std::vector<std::string> problems_;
  bool is_stopped_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_parallel_engine(EngineRequest request) {
  return std::make_unique<ParallelEngine>(std::move(request));
}

}  // namespace dh::fleet
