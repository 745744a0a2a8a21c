#include "cli/session.h"

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/memory.h"
#include "base/resources.h"
#include "cli/out_of_memory.h"
#include "cli/output.h"
#include "report/display.h"

namespace dh {

namespace {

using namespace std::chrono_literals;

// After a stop request an analysis that still reports progress is about to finish with what it has read.
constexpr double kMaxPause = 0.6;    // seconds without progress
constexpr double kMaxFinish = 10.0;  // seconds in all
// Memory that finishing may take, above --memory-limit.
constexpr int64_t memory_to_finish(int64_t limit) {
  return limit + limit / 4;
}

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
  bool was_refused_memory = false;
  std::string failure;  // what ended the analysis early, other than memory
};

class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() { clear(); }

  void update(const CheckSink& sink) {
    double now = monotonic_seconds();
    if (!shown_ || now - began_ < 0.4 || now - last_ < 0.1) return;
    last_ = now;
    print_err("\r\033[K{} ({:.0f} s)", clean_line(sink.progress_text()), now - began_);
    std::fflush(stderr);
    dirty_ = true;
  }

 private:
  void clear() {
    if (!dirty_) return;
    print_err("\r\033[K");
    std::fflush(stderr);
  }

  bool shown_;
  bool dirty_ = false;
  double began_ = monotonic_seconds();
  double last_ = 0;
};

// Notes the first time that memory is short.
void note_memory(const SessionOptions& options, const Shared& shared, SessionResult& result) {
  if (!result.out_of_memory.empty()) return;
  const bool was_refused = shared.was_refused_memory || memory_ran_out();
  const int64_t used = options.memory_limit_bytes > 0 || was_refused ? resident_bytes() : 0;
  const bool over = options.memory_limit_bytes > 0 && used > options.memory_limit_bytes;
  if (!over && !was_refused) return;
  result.out_of_memory = fmt::format(
      "out of memory in the phase '{}': deadheat uses {} MiB, {}", shared.sink.progress_text(), used >> 20,
      over ? fmt::format("the limit is {} MiB (--memory-limit)", options.memory_limit_bytes >> 20)
           : std::string("and the system gives no more"));
}

// Whether an analysis that was asked to stop may finish what it has read. Where the system gives no more
// memory, the report must be written at once.
bool may_finish(const SessionOptions& options, const Shared& shared, const SessionResult& result) {
  if (result.out_of_memory.empty()) return true;
  return !shared.was_refused_memory && !memory_ran_out() &&
         resident_bytes() <= memory_to_finish(options.memory_limit_bytes);
}

}  // namespace

SessionResult run_session(const SessionOptions& options, SessionBody body) {
  catch_signals();
  auto shared = std::make_shared<Shared>();
  guard_against_out_of_memory();
  std::thread worker([shared, body = std::move(body)] {
    try {
      body(shared->sink, StopToken(shared->stop));
    } catch (const std::bad_alloc&) {
      // Not only by `new`, which memory_ran_out() knows of: oneTBB calls malloc() and throws by itself.
      std::lock_guard lock(shared->mutex);
      shared->was_refused_memory = true;
    } catch (const std::runtime_error& error) {
      // A thread that the system refuses.
      std::lock_guard lock(shared->mutex);
      shared->failure = error.what();
    }
    std::lock_guard lock(shared->mutex);
    shared->done = true;
    shared->ended.notify_all();
  });

  SessionResult result;
  {
    ProgressLine progress(options.show_progress);
    const double began = monotonic_seconds();
    double stop_asked = 0, last_move = 0;
    std::string last_progress;
    std::unique_lock lock(shared->mutex);
    while (!shared->ended.wait_for(lock, 20ms, [&] { return shared->done; })) {
      double now = monotonic_seconds();
      if (signal_stop.requested()) result.interrupted = true;
      if (options.time_limit_seconds > 0 && now - began > options.time_limit_seconds) result.timed_out = true;
      note_memory(options, *shared, result);
      if (result.stopped() && stop_asked == 0) {
        shared->stop.request();
        stop_asked = last_move = now;
      }
      if (stop_asked != 0) {
        std::string text = shared->sink.progress_text();
        if (text != last_progress) last_move = now;
        last_progress = std::move(text);
        const double most = may_finish(options, *shared, result) ? kMaxFinish : kMaxPause;
        if (now - last_move > kMaxPause || now - stop_asked > most) break;
      }
      progress.update(shared->sink);
    }
    if (shared->was_refused_memory || memory_ran_out()) note_memory(options, *shared, result);
    result.abandoned = !shared->done;
    if (signal_stop.requested()) result.interrupted = true;
  }
  if (result.abandoned) {
    worker.detach();
  } else {
    worker.join();
  }
  if (!result.abandoned && !shared->failure.empty() && result.out_of_memory.empty()) {
    result.out_of_memory = fmt::format("out of memory or threads in the phase '{}': {}",
                                       shared->sink.progress_text(), clean_line(shared->failure));
  }
  if (auto contents = shared->sink.try_take(std::chrono::seconds(1))) {
    result.contents = std::move(*contents);
  } else {
    result.contents.diagnostics.push_back({Severity::error, {}, "what was found so far is lost"});
  }
  return result;
}

}  // namespace dh
