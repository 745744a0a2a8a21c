// Happens-before by vector clocks: the part that the precise detectors share.
#pragma once

#include "dynamic/slots.h"
#include "dynamic/tool.h"

namespace dh::dyn {

// Which synchronization orders threads.
enum class Edges : uint8_t {
  all,
  barriers,       // only barriers: what a lock-set tool may take as order
  deterministic,  // only what orders the same way in every schedule: start, join, barriers, futures, latches
};

struct ThreadClock {
  VectorClock clock;
  Epoch epoch;          // clock 0: not begun yet
  uint64_t packed = 0;  // for the tool: the epoch in its shadow word
  bool retired = false;
  struct BarrierVisit {
    ShadowLock* barrier;
    uint64_t generation;
  };
  std::vector<BarrierVisit> visits;
};

// Of a lock, volatile, channel, class or barrier.
struct SyncClock {
  VectorClock clock;
  VectorClock readers;   // releases in shared mode
  VectorClock phase[2];  // barriers: clocks of those who entered, by generation modulo 2
  uint64_t generation = 0;
};

// Thread-safe under the rules of tool.h.
class Clocks {
 public:
  Clocks(ToolSetup& setup, uint32_t slots, uint32_t max_clock, Edges edges = Edges::all);

  // The clock of a thread, begun if need be.
  ThreadClock& of(ShadowThread& thread) {
    ThreadClock& t = threads_.of(thread);
    if (t.epoch.clock == 0) [[unlikely]]
      begin(thread, t);
    return t;
  }
  // Takes any sync event; others are ignored. Afterwards clocks of e.thread (and e.other at a start) differ.
  void sync(Event& e);
  // Order beyond synchronization, for tools that have some: after what `from` knows; and into what others
  // receive.
  void receive(ShadowThread& thread, const VectorClock& from) { of(thread).clock.join(from); }
  void publish(ShadowThread& thread, VectorClock& into) {
    ThreadClock& t = of(thread);
    into.join(t.clock);
    tick(thread, t);
  }
  // The thread runs no more; its slot may go to another.
  void end(ShadowThread& thread);

  ThreadId thread_at(Epoch e) const { return slots_.thread_at(e); }
  const SlotTable& slots() const { return slots_; }

 private:
  void begin(ShadowThread& thread, ThreadClock& t);
  void tick(ShadowThread& thread, ThreadClock& t);
  void lock_event(Event& e, ThreadClock& t, SyncClock& s);
  void barrier_event(Event& e, ThreadClock& t, SyncClock& s);
  bool counts(const Event& e) const;

  SlotTable slots_;
  const Edges edges_;
  Decoration<ShadowThread, ThreadClock> threads_;
  Decoration<ShadowLock, SyncClock> syncs_;
};

// A race between e and an earlier access, as a report.
RawReport race_report(const std::string& tool, const Event& e, const ThreadClock& t, const Clocks& clocks,
                      EventKind earlier_kind, Epoch earlier, LocId earlier_location,
                      uint64_t earlier_position);

}  // namespace dh::dyn
