// Aerodrome: atomicity by vector clocks, in linear time. U. Mathur, M. Viswanathan: Atomicity Checking in
// Linear Time using Vector Clocks, ASPLOS 2020.
//
// Clocks count blocks. An operation whose clock already has the block that its thread is in closes a cycle:
// no order of whole blocks explains the run. When a block ends, everything that came after a part of it comes
// after all of it. Differences from the paper: read locks, barriers and hand-overs; a list of what a block
// has touched instead of a walk over all variables at its end; it goes on after a violation. Blocks that are
// open at the end of the run are ended then.
#pragma once

#include <mutex>

#include "dynamic/vector_clock.h"
#include "tools/parts/barrier_phases.h"
#include "tools/parts/blocks.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/states.h"

namespace dh::dyn {

class Aerodrome {
 public:
  static constexpr FindingTraits kFindings[] = {kNotSerializable};
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kAtomicityEvents,
      .needs = {.stacks = true},
  };

  explicit Aerodrome(ToolSetup& setup);

  Flow begin(Event& e);
  Flow method_enter(Event& e) { return begin(e); }
  Flow end(Event& e);
  Flow method_exit(Event& e) { return end(e); }
  Flow sync(Event& e);
  Flow thread_exit(Event& e);
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live);
  size_t states() const { return states_.table().live(); }
  void thread_made(ShadowThread& thread);
  void finish(ToolOutput& output);

 private:
  // What an operation left behind: what it knew, and where it was.
  struct Trail {
    ThreadId thread;
    VectorClock clock;
    RawStep step;
  };
  // Of a variable, volatile, lock or channel.
  struct Shared {
    uint64_t serial = 0;        // of this use of the memory; 0: not used yet
    Trail write;                // or exclusive release
    std::vector<Trail> others;  // reads, shared releases, hand-overs
    VectorClock listed;         // by thread: the block that has it in its list
    void clear() { others.clear(); }
  };
  struct SharedRef {
    Shared* shared;
    uint64_t serial;
  };
  struct PerThread {
    VectorClock clock;
    bool in_block = false;
    bool reported = false;
    uint32_t began_at = 0;    // B_t[t]
    uint64_t changes = 0;     // of the clock, by what others did
    uint64_t first_left = 0;  // changes when the block first left a trail
    bool has_left = false;
    RawStep first_seen;  // another thread's operation that came first after a part of the block
    bool is_seen = false;
    RawStep last_join;  // the block's last operation that came after others
    BlockState block;
    std::vector<SharedRef> touched;
  };
  struct Barrier {
    BarrierPhases<Shared> phases;
    std::vector<std::pair<ThreadId, uint32_t>> visits;
  };

  PerThread& of(ShadowThread& thread);
  void see(Event& e, const Trail& trail);
  void see_all(Event& e, const std::vector<Trail>& trails);
  void join(ShadowThread& thread, const VectorClock& from, const RawStep& step);
  void leave(Event& e, Shared& shared, Trail& trail);
  void list(Shared& shared, const VectorClock& clock);
  void read(Event& e, Shared& shared);
  void write(Event& e, Shared& shared);
  void publish(Event& e, Shared& shared);
  void barrier(Event& e, Barrier& barrier);
  void end_block(ShadowThread& thread, const Event* e);
  void spread(const PerThread& t, uint32_t slot);
  void report(const Event& e, PerThread& t, const RawStep& closing);

  const std::string name_;
  ReportSink& reports_;
  Blocks blocks_;
  Decoration<ShadowThread, PerThread> threads_;
  Decoration<ShadowLock, Shared> syncs_;
  Decoration<ShadowLock, Barrier> barriers_;
  States<Shared> states_;
  std::mutex mutex_;
  std::vector<ShadowThread*> all_threads_;
  std::vector<ShadowThread*> active_;  // in a block
  uint64_t serials_ = 0;
};

}  // namespace dh::dyn
