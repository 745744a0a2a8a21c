// Velodrome's graph: transactions and the order their operations force on them. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "dynamic/ids.h"
#include "dynamic/report.h"

namespace dh::dyn {

// An operation: its transaction and when in it. A step whose transaction was collected counts as none.
struct Step {
  uint32_t node = UINT32_MAX;
  uint32_t life = 0;  // of the node when the step was made
  uint64_t time = 0;
};

class TransactionGraph {
 public:
  // The operation at one end of an edge.
  struct Edge {
    uint32_t to;
    uint64_t left_at;     // time in the source
    uint64_t entered_at;  // time in the target
    RawStep operation;    // that entered
  };
  struct Cycle {
    std::vector<RawStep> steps;
    bool increasing = true;  // every transaction was entered before it was left: the current one is to blame
  };

  uint32_t make(ThreadId thread, bool finished);
  bool alive(const Step& step) const {
    return step.node != UINT32_MAX && nodes_[step.node].life == step.life;
  }
  bool finished(const Step& step) const { return nodes_[step.node].finished; }
  Step step(uint32_t node, uint64_t time) const { return {node, nodes_[node].life, time}; }
  // Adds from -> to unless that would close a cycle; then the cycle is given and nothing changes.
  bool add_edge(const Step& from, uint32_t to, uint64_t time, const RawStep& operation, Cycle& cycle);
  // No more operations; without edges into it the node is collected.
  void finish(uint32_t node);

  size_t live_nodes() const { return nodes_.size() - free_.size(); }

 private:
  struct Node {
    uint32_t life = 0;
    uint32_t incoming = 0;
    bool finished = false;
    ThreadId thread;
    std::vector<Edge> out;
    uint64_t visited = 0;
  };
  bool find_path(uint32_t from, uint32_t to, Cycle& cycle);
  void collect(uint32_t node);

  std::vector<Node> nodes_;
  std::vector<uint32_t> free_;
  uint64_t visit_ = 0;
};

}  // namespace dh::dyn
