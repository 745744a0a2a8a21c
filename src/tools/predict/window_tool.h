// What the predictive tools have in common that work on a log of events: they collect, and analyse when the
// window is full and at the end. They own no locations and must see every access, so they come first in a
// sequence or stand beside other tools.
//
// Options: `window=N`, events that are analysed together (default 16 M). A log takes 16 bytes an event and an
// analysis about 30 more.
#pragma once

#include "dynamic/spin_lock.h"
#include "tools/predict/predicted_findings.h"
#include "tools/predict/witness.h"

namespace dh::dyn {

inline constexpr double kDefaultWindow = 16 << 20;
inline constexpr double kMaxWindow = 1u << 31;

// For people: what windows cost.
inline void say_windows(const EventLog& log, ToolOutput& output) {
  if (log.windows() == 1) return;
  output.lines.push_back("analysed in " + std::to_string(log.windows()) +
                         " windows; what lies across their borders was not looked for");
}

// Analysis: `void analyse(const EventLog&)` for each window, `void finish(const EventLog&, ToolOutput&)` at
// the end.
template <typename Analysis>
class WindowTool {
 public:
  explicit WindowTool(ToolSetup& setup, double window = kDefaultWindow)
      : analysis_(setup), log_(static_cast<size_t>(setup.number("window", window, 2, kMaxWindow))) {}

  Flow access(Event& e) { return take(e); }
  Flow sync(Event& e) { return take(e); }
  Flow notify(Event& e) { return take(e); }
  Flow notify_all(Event& e) { return take(e); }

  void finish(ToolOutput& output) {
    analysis_.analyse(log_);
    analysis_.finish(log_, output);
  }

 protected:
  Analysis& analysis() { return analysis_; }
  Flow take(Event& e) {
    const MaybeLock lock(mutex_, e.concurrent);
    log_.add(e);
    if (log_.full()) {
      analysis_.analyse(log_);
      log_.restart();
    }
    return Flow::pass;
  }

 private:
  SpinLock mutex_;
  Analysis analysis_;
  EventLog log_;
};

}  // namespace dh::dyn
