// Goldilocks: races by lock sets that follow happens-before. T. Elmas, S. Qadeer, S. Tasiran, PLDI 2007.
//
// After an access by t the location's set is {t}. Synchronization makes sets grow: a release of l by a member
// adds l, an acquire of a member l adds the thread, and so on. An access by a thread outside the set is a
// race. Sets are brought up to date only when they are needed, from a list of synchronization operations.
// Differences: reads have sets of their own per thread, so reads do not race; there are no transactions; the
// list is cut when it is long, and then all sets move on in one pass from its end to its start. Accesses
// share equal sets, so that this costs as much as the list is long plus the number of accesses, not their
// product. A set that has grown large (every lock that its threads ever release is in it) gives way to the
// access's epoch, which says the same about order: vector clocks run along for that.
#pragma once

#include <deque>
#include <memory>
#include <shared_mutex>

#include "tools/parts/clocks.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/states.h"

namespace dh::dyn {

class Goldilocks {
 public:
  static constexpr ToolTraits kTraits = kRaceDetector;

  explicit Goldilocks(ToolSetup& setup);

  Flow sync(Event& e);
  Flow thread_exit(Event& e);
  void thread_begins(ShadowThread& thread) { clocks_.of(thread); }
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live) { states_.sweep(live); }
  size_t states() const { return states_.table().live(); }

 private:
  using Element = uint64_t;  // a thread or a synchronization object
  // From now on every set that has `source` has `added` too.
  struct Operation {
    Element source;
    Element added;
  };
  using Set = std::vector<Element>;  // sorted
  struct Access {
    std::shared_ptr<const Set> set;  // null: no access yet, or by_epoch
    uint64_t upto = 0;               // operations that the set knows
    Epoch epoch;
    bool by_epoch = false;  // the set was too large
    ThreadId thread;
    LocId location;
    uint64_t position = 0;
  };
  struct State {
    Access write;
    std::vector<Access> reads;  // since the write, one per thread
  };
  struct Barrier {
    uint64_t generation = 0;
    std::vector<std::pair<uint32_t, uint64_t>> visits;  // thread and the generation it entered
  };

  static Element thread_element(uint32_t id) { return id; }
  static Element lock_element(const ShadowLock& lock, unsigned part) {
    return uint64_t{part + 1} << 56 | static_cast<uint64_t>(lock.space) << 48 | lock.id;
  }
  void append(Element source, Element added) { operations_.push_back({source, added}); }
  void append_lock(const Event& e);
  void append_barrier(const Event& e);
  bool ordered(Access& earlier, Element thread, const VectorClock& clock) const;
  static void keep_small(Access& access);
  void append_sync(const Event& e);
  void record_read(State& state, const Access& now, const VectorClock& clock);
  const std::shared_ptr<const Set>& only(ShadowThread& thread);
  void cut_list();
  void report(const Event& e, EventKind kind, const Access& earlier);
  uint64_t end() const { return base_ + operations_.size(); }

  const std::string name_;
  ReportSink& reports_;
  States<State> states_;
  Clocks clocks_;
  Decoration<ShadowThread, std::shared_ptr<const Set>> only_;  // the thread alone
  Decoration<ShadowLock, Barrier> barriers_;
  std::shared_mutex mutex_;  // exclusive: the list changes; shared: accesses read it
  std::deque<Operation> operations_;
  uint64_t base_ = 0;  // number of operations cut off
};

}  // namespace dh::dyn
