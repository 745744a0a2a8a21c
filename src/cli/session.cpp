#include "cli/session.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "base/resources.h"

namespace dh {

namespace {

using namespace std::chrono_literals;

// The only state a signal handler can reach.
StopSource signal_stop;

void on_stop_signal(int) {
  signal_stop.request();
}

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESETHAND;  // the second Ctrl-C kills
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

// Shared by the waiting thread and the analysis, which may outlive the wait.
struct Shared {
  CheckSink sink;
  StopSource stop;
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
};

class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() { clear(); }

  void update(const CheckSink& sink) {
    double now = monotonic_seconds();
    if (!shown_ || now - began_ < 0.4 || now - last_ < 0.1) return;
    last_ = now;
    fmt::print(stderr, "\r\033[K{} ({:.0f} s)", sink.progress_text(), now - began_);
    std::fflush(stderr);
    dirty_ = true;
  }

 private:
  void clear() {
    if (!dirty_) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  }

  bool shown_;
  bool dirty_ = false;
  double began_ = monotonic_seconds();
  double last_ = 0;
};

}  // namespace

SessionResult run_session(const SessionOptions& options, SessionBody body) {
  catch_signals();
  auto shared = std::make_shared<Shared>();
  std::thread worker([shared, body = std::move(body)] {
    body(shared->sink, StopToken(shared->stop));
    std::lock_guard lock(shared->mutex);
    shared->done = true;
    shared->ended.notify_all();
  });

  SessionResult result;
  {
    ProgressLine progress(options.show_progress);
    const double began = monotonic_seconds();
    double stop_asked = 0;
    std::unique_lock lock(shared->mutex);
    while (!shared->ended.wait_for(lock, 20ms, [&] { return shared->done; })) {
      double now = monotonic_seconds();
      if (signal_stop.requested()) result.interrupted = true;
      if (options.time_limit_seconds > 0 && now - began > options.time_limit_seconds) result.timed_out = true;
      if ((result.interrupted || result.timed_out) && stop_asked == 0) {
        shared->stop.request();
        stop_asked = now;
      }
      if (stop_asked != 0 && now - stop_asked > 0.6) break;  // leaves time to write the report in a second
      progress.update(shared->sink);
    }
    result.abandoned = !shared->done;
    if (signal_stop.requested()) result.interrupted = true;
  }
  if (result.abandoned) {
    worker.detach();
  } else {
    worker.join();
  }
  result.contents = shared->sink.take();
  return result;
}

}  // namespace dh
