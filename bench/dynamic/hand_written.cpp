#include "dynamic/hand_written.h"

#include <algorithm>
#include <vector>

namespace dh::bench {

namespace {

using namespace dh::dyn;
using Clock = std::vector<uint32_t>;

// As the paper has it: epochs of 32 + 32 bits, a vector clock for shared reads, the last places beside them.
struct Var {
  uint64_t write = 0;
  uint64_t read = 0;
  int32_t shared = -1;  // index of a read clock
  uint32_t write_place = 0;
  uint32_t read_place = 0;
};

uint64_t epoch(uint32_t thread, uint32_t clock) {
  return uint64_t{thread} << 32 | clock;
}

bool covers(const Clock& clock, uint64_t e) {
  return static_cast<uint32_t>(e) <= clock[e >> 32];
}

void join(Clock& into, const Clock& from) {
  for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

class Detector {
 public:
  void read(const TraceEvent& event) {
    Var& x = var(event.target);
    const Clock& c = threads_[event.thread];
    const uint64_t now = epoch(event.thread, c[event.thread]);
    if (x.read == now) return;
    if (!covers(c, x.write)) ++result.races;
    if (x.shared >= 0) {
      shared_[static_cast<size_t>(x.shared)][event.thread] = c[event.thread];
    } else if (covers(c, x.read)) {
      x.read = now;
    } else {
      x.shared = static_cast<int32_t>(shared_.size());
      shared_.emplace_back(kThreads);
      shared_.back()[x.read >> 32] = static_cast<uint32_t>(x.read);
      shared_.back()[event.thread] = c[event.thread];
      x.read = ~uint64_t{0};
    }
    x.read_place = event.location;
  }

  void write(const TraceEvent& event) {
    Var& x = var(event.target);
    const Clock& c = threads_[event.thread];
    const uint64_t now = epoch(event.thread, c[event.thread]);
    if (x.write == now) return;
    if (!covers(c, x.write)) ++result.races;
    if (x.shared >= 0) {
      const Clock& reads = shared_[static_cast<size_t>(x.shared)];
      for (size_t i = 0; i < reads.size(); ++i) {
        if (reads[i] > c[i]) {
          ++result.races;
          break;
        }
      }
      x.shared = -1;
      x.read = 0;
    } else if (!covers(c, x.read)) {
      ++result.races;
    }
    x.write = now;
    x.write_place = event.location;
  }

  void other(const TraceEvent& event) {
    Clock& c = threads_[event.thread];
    switch (event.kind) {
      case EventKind::acquire:
        join(c, lock(event.target));
        break;
      case EventKind::release:
        lock(event.target) = c;
        ++c[event.thread];
        break;
      case EventKind::start_pre:
        join(threads_[event.target], c);
        ++c[event.thread];
        break;
      case EventKind::join_post:
        join(c, threads_[event.target]);
        break;
      default:
        break;
    }
  }

  Detector() : threads_(kThreads, Clock(kThreads)) {
    for (size_t t = 0; t < kThreads; ++t) threads_[t][t] = 1;
  }
  HandWrittenResult result;

 private:
  static constexpr size_t kThreads = 8;
  Var& var(uint32_t id) {
    if (id >= vars_.size()) vars_.resize(2 * id + 1);
    return vars_[id];
  }
  Clock& lock(uint32_t id) {
    if (id >= locks_.size()) locks_.resize(2 * id + 1, Clock(kThreads));
    return locks_[id];
  }
  std::vector<Clock> threads_;
  std::vector<Clock> locks_;
  std::vector<Clock> shared_;
  std::vector<Var> vars_;
};

}  // namespace

HandWrittenResult run_hand_written(TraceReader& reader) {
  Detector detector;
  for (auto events = reader.next(); !events.empty(); events = reader.next()) {
    for (const TraceEvent& event : events) {
      switch (event.kind) {
        case EventKind::read:
          detector.read(event);
          break;
        case EventKind::write:
          detector.write(event);
          break;
        default:
          detector.other(event);
          break;
      }
    }
    detector.result.events += events.size();
  }
  return detector.result;
}

}  // namespace dh::bench
