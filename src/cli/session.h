// Runs an analysis so that Ctrl-C, --time-limit and --memory-limit end it soon and lose nothing: within a
// second, or within ten if it still makes progress (the whole-program analysis, which finishes what it has
// read).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "findings/checker.h"

namespace dh {

struct SessionOptions {
  double time_limit_seconds = 0;   // 0: none
  bool show_progress = false;      // a line on standard error
  int64_t memory_limit_bytes = 0;  // resident; 0: none
};

struct SessionResult {
  CheckSink::Contents contents;
  bool interrupted = false;
  bool timed_out = false;
  std::string out_of_memory;  // what happened, in which phase; empty when there was enough
  // The analysis did not heed the stop request in time and still runs: the process must end with _exit.
  bool abandoned = false;

  bool stopped() const { return interrupted || timed_out || !out_of_memory.empty(); }
};

// The body runs on a thread of its own and polls the token; what it has put into the sink is returned in any
// case. SIGINT and SIGTERM count as Ctrl-C; a second one kills at once.
using SessionBody = std::function<void(CheckSink&, StopToken)>;
SessionResult run_session(const SessionOptions& options, SessionBody body);

}  // namespace dh
