#include "tools/predict/shb.h"

#include "tools/predict/window_tool.h"

namespace dh::dyn {

namespace {

void note_missing_witness(RawReport& report, bool has_witness) {
  if (!has_witness) report.note = "no witness: the two accesses lie in different windows of the log";
}

}  // namespace

SHB::SHB(ToolSetup& setup)
    : ClockTool(setup),
      log_(static_cast<size_t>(setup.number("window", kDefaultWindow, 2, kMaxWindow))),
      pending_(setup),
      keeps_log_(setup.option("witness", "yes") != "no") {}

void SHB::log(const Event& e) {
  if (keeps_log_ && !e.concurrent) log_.add(e);
}

void SHB::end_window() {
  pending_.report(log_, sync_preserving_witness, note_missing_witness);
  log_.restart();
}

// Threads that run at the same time beyond the limit: what was found before stays.
bool SHB::has_stopped(const Event& e) {
  if (stopped_at_.load(std::memory_order_relaxed) != 0) return true;
  if (clocks_.of(*e.thread).epoch.slot < kMaxSlots) [[likely]]
    return false;
  stopped_at_.store(e.position + 1, std::memory_order_relaxed);
  return true;
}

Flow SHB::sync(Event& e) {
  if (has_stopped(e)) return Flow::pass;
  log(e);
  return ClockTool::sync(e);
}

// The check comes before the read learns of the write. A write ends its time: what its thread does later is
// not before the read.
Flow SHB::access(Event& e) {
  if (has_stopped(e)) return Flow::keep;
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  {
    const MaybeLock lock(cell.mutex, e.concurrent);
    if (!e.still_current()) return Flow::retry;
    log(e);
    ShbVariable& variable = cell.state;
    if (const auto conflict = variable.accesses.conflict(e, t); conflict.found) {
      RawReport report = race_report(name_, e, t, clocks_, conflict);
      if (keeps_log_ && !e.concurrent) {
        pending_.add(std::move(report));
      } else {
        reports_.add(std::move(report));
      }
    }
    if (e.is_write()) {
      variable.accesses.writes.record(t, e);
      variable.last_epoch = t.epoch;
      variable.last_write.clear();
      clocks_.publish(*e.thread, variable.last_write);
    } else {
      variable.accesses.reads.record(t, e);
      if (!t.clock.covers(variable.last_epoch)) clocks_.receive(*e.thread, variable.last_write);
    }
  }
  if (log_.full()) end_window();
  return Flow::keep;
}

void SHB::finish(ToolOutput& output) {
  end_window();
  if (stopped_at_ == 0) return;
  output.incomplete = "stopped at event " + std::to_string(stopped_at_) + ": more than " +
                      std::to_string(kMaxSlots) + " threads at the same time";
}

}  // namespace dh::dyn
