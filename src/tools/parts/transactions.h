// Operations of threads as transactions, with the order that conflicts force on them: what the checkers of
// serializability share. A block is one transaction; so is an operation outside blocks.
//
// An operation outside blocks with only one transaction before it, a finished one, joins it instead of making
// a node. An edge that would close a cycle is reported and left out, so that the search goes on.
#pragma once

#include <mutex>
#include <optional>

#include "tools/parts/barrier_phases.h"
#include "tools/parts/blocks.h"
#include "tools/parts/transaction_graph.h"

namespace dh::dyn {

// To which transaction a thread belongs that is started inside a block.
enum class Started : uint8_t {
  on_its_own,
  in_the_block,  // to the block, as long as the thread runs
};

// Thread-safe: one lock guards the graph, as its cycles go through all threads.
class Transactions {
 public:
  // `finding`: the index of kNotSerializable among the findings of the tool.
  Transactions(ToolSetup& setup, Started started, const std::string& which_blocks, uint8_t finding = 0);

  using Steps = std::vector<std::pair<ThreadId, Step>>;  // one per thread
  // Of a variable, volatile, lock or channel: what later operations come after. Guarded by the same lock.
  struct Shared {
    Step write;    // or exclusive release
    Steps others;  // reads, shared releases, hand-overs
  };

  void open(Event& e);
  void close(Event& e);
  void sync(Event& e);
  void access(Event& e, Shared& shared);
  void thread_exit(Event& e);

  // The block that the thread is in.
  std::optional<Step> block_of(ShadowThread& thread);
  bool running(const Step& block);
  size_t live_nodes() const { return graph_.live_nodes(); }

 private:
  struct PerThread {
    uint32_t current = UINT32_MAX;  // node of the block
    bool started_in = false;        // the block is that of the thread which started this one
    Step last;
  };
  struct Barrier {
    BarrierPhases<Steps> phases;
    std::vector<std::pair<ThreadId, uint32_t>> visits;  // thread and its phase
  };
  struct Running {
    BlockState block;
    uint32_t threads = 0;
    bool reported = false;
  };

  void enter(PerThread& t, uint32_t node);
  void leave(PerThread& t);
  // The operation comes after these steps and after the thread's last one; gives its own step.
  Step operate(Event& e, const std::vector<const Step*>& after);
  void read(Event& e, Shared& shared);
  void write(Event& e, Shared& shared);
  void publish(Event& e, Shared& shared);
  void receive(Event& e, Shared& shared);
  void barrier_enter(Event& e, Barrier& barrier);
  void barrier_leave(Event& e, Barrier& barrier);
  void start(Event& e);
  void join(Event& e);
  static void set_step(Steps& steps, ThreadId thread, const Step& step);
  static std::vector<const Step*> all(const Steps& steps);
  void report(Event& e, const TransactionGraph::Cycle& cycle);

  const std::string name_;
  ReportSink& reports_;
  const Started started_;
  const uint8_t finding_;
  Blocks blocks_;
  Decoration<ShadowThread, PerThread> threads_;
  Decoration<ShadowLock, Shared> syncs_;
  Decoration<ShadowLock, Barrier> barriers_;
  std::mutex mutex_;
  TransactionGraph graph_;
  std::vector<Running> running_;  // by node
  uint64_t time_ = 0;
};

}  // namespace dh::dyn
