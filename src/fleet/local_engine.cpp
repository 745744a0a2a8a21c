// Workers as processes of this machine.
#include <signal.h>
#include <sys/wait.h>

#include <deque>
#include <map>

#include "base/parallel.h"
#include "fleet/child.h"
#include "fleet/engine.h"

namespace dh::fleet {

namespace {

constexpr int kMaxTries = 3;  // of a worker that is killed, for example for want of memory

class LocalEngine final : public Engine {
 public:
  explicit LocalEngine(EngineRequest request) : request_(std::move(request)) {
    for (uint32_t shard : request_.shards) waiting_.push_back(shard);
    if (request_.jobs == 0) request_.jobs = available_processors();
  }

  Result<void> start() override { return start_workers(); }

  bool is_running() override {
    for (auto it = running_.begin(); it != running_.end();) {
      const std::optional<int> status = ended_status(it->first);
      if (status) note_end(it->second, *status);
      it = status ? running_.erase(it) : std::next(it);
    }
    if (auto started = start_workers(); !started) problems_.push_back(started.error().message);
    return !running_.empty();
  }

  void stop() override {
    waiting_.clear();
    is_stopped_ = true;
    for (const auto& [child, shard] : running_) ::kill(child, SIGINT);
  }

  std::vector<std::string> problems() override { return problems_; }

 private:
  std::string log_of(uint32_t shard) const {
    return fmt::format("{}/shard-{}.log", request_.layout.logs(), shard);
  }

  Result<void> start_workers() {
    while (!waiting_.empty() && running_.size() < static_cast<size_t>(request_.jobs)) {
      const uint32_t shard = waiting_.front();
      waiting_.pop_front();
      std::vector<std::string> command = worker_command(request_, std::to_string(shard));
      const int threads = std::max(1, available_processors() / request_.jobs);
      command.insert(command.end(), {"--jobs", std::to_string(threads)});
      const Result<pid_t> child = start_child(command, log_of(shard));
      if (!child) {
        waiting_.clear();
        return tl::unexpected(child.error());
      }
      running_[*child] = shard;
    }
    return {};
  }

  void note_end(uint32_t shard, int status) {
    if (is_stopped_ || status == 0) return;
    if (WIFSIGNALED(status) && ++tries_[shard] < kMaxTries) {
      waiting_.push_back(shard);
      return;
    }
    problems_.push_back(WIFSIGNALED(status)
                            ? fmt::format("the worker of shard {} was killed by signal {}, {} times", shard,
                                          WTERMSIG(status), kMaxTries)
                            : fmt::format("shard {}: {}", shard, last_line_of(log_of(shard))));
  }

  EngineRequest request_;
  std::deque<uint32_t> waiting_;
  std::map<pid_t, uint32_t> running_;
  std::map<uint32_t, int> tries_;
  std::vector<std::string> problems_;
  bool is_stopped_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_local_engine(EngineRequest request) {
  return std::make_unique<LocalEngine>(std::move(request));
}

}  // namespace dh::fleet
