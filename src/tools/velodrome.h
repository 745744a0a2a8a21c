// Velodrome: finds blocks that are not serializable, without false alarms. C. Flanagan, S. N. Freund, J. Yi,
// PLDI 2008.
//
// Transactions are nodes; program order and conflicting operations are edges; a cycle is a block that no
// serial execution explains. Finished transactions that nothing leads to are collected. A cycle blames the
// current block for certain when every other transaction on it was entered before it was left.
// Differences: an operation outside blocks with only one transaction before it, a finished one, joins it
// instead of making a node (the paper's merging); an edge that would close a cycle is reported and left out,
// so that the search goes on. Behind a race detector (FastTrack:Velodrome) only racy locations come here; the
// order of the others is that of the synchronization, which is seen in any case.
#pragma once

#include <mutex>

#include "tools/blocks.h"
#include "tools/states.h"
#include "tools/transaction_graph.h"

namespace dh::dyn {

// One lock guards the graph: its cycles go through all threads.
class Velodrome {
 public:
  explicit Velodrome(ToolSetup& setup);

  Flow begin(Event& e) { return open(e); }
  Flow method_enter(Event& e) { return open(e); }
  Flow end(Event& e) { return close(e); }
  Flow method_exit(Event& e) { return close(e); }
  Flow sync(Event& e);
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live) { states_.sweep(live); }
  size_t live_nodes() const { return graph_.live_nodes(); }

 private:
  // Of a variable, volatile, lock or channel: what later operations come after.
  struct Shared {
    Step write;                                     // or exclusive release
    std::vector<std::pair<ThreadId, Step>> others;  // reads, shared releases, hand-overs: one per thread
  };
  struct PerThread {
    uint32_t current = UINT32_MAX;  // node of the block
    Step last;
    bool reported = false;  // in this block
  };

  Flow open(Event& e);
  Flow close(Event& e);
  // The operation comes after these steps and after the thread's last one; gives its own step.
  Step operate(Event& e, const std::vector<const Step*>& after);
  void read(Event& e, Shared& shared);
  void write(Event& e, Shared& shared);
  void publish(Event& e, Shared& shared);
  void receive(Event& e, Shared& shared);
  static void set_other(Shared& shared, ThreadId thread, const Step& step);
  void report(Event& e, const TransactionGraph::Cycle& cycle);

  const std::string name_;
  ReportSink& reports_;
  Blocks blocks_;
  Decoration<ShadowThread, PerThread> threads_;
  Decoration<ShadowLock, Shared> syncs_;
  States<Shared> states_;
  std::mutex mutex_;
  TransactionGraph graph_;
  uint64_t time_ = 0;
};

}  // namespace dh::dyn
