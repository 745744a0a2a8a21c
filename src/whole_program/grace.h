// Time to finish after Ctrl-C or --time-limit: the search for further code ends at once, what was read is
// analysed and reported. While this lasts, the progress shown moves on, which keeps the session waiting
// (cli/session.cpp).
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/stop.h"
#include "findings/checker.h"

namespace dh::whole {

class Grace {
 public:
  // `asked`: the stop request of the session. The sink must outlive this object.
  Grace(StopToken asked, CheckSink& sink);
  ~Grace();
  Grace(const Grace&) = delete;
  Grace& operator=(const Grace&) = delete;

  // Requested when the grace is over.
  StopToken over() const { return StopToken(over_); }

 private:
  void watch(StopToken asked, CheckSink& sink);

  StopSource over_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread watcher_;
};

}  // namespace dh::whole
