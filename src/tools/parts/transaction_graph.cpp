#include "tools/parts/transaction_graph.h"

#include <algorithm>

namespace dh::dyn {

namespace {
constexpr ptrdiff_t kLookedAt = 64;  // edges, the newest
}

uint32_t TransactionGraph::make(ThreadId thread, bool finished) {
  uint32_t index;
  if (free_.empty()) {
    index = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Node& node = nodes_[index];
  node.incoming = 0;
  node.finished = finished;
  node.thread = thread;
  return index;
}

bool TransactionGraph::add_edge(const Step& from, uint32_t to, uint64_t time, const RawStep& operation,
                                Cycle& cycle) {
  if (!alive(from) || from.node == to) return true;
  auto& out = nodes_[from.node].out;
  // A block that goes on for long has edges to very many others; one that is there twice does no harm.
  const auto last = out.rend() - out.rbegin() > kLookedAt ? out.rbegin() + kLookedAt : out.rend();
  const auto known = std::find_if(out.rbegin(), last, [&](const Edge& edge) { return edge.to == to; });
  if (known != last) {  // the earliest way out and the latest way in make the most cycles increasing
    known->left_at = std::min(known->left_at, from.time);
    return true;
  }
  if (find_path(to, from.node, cycle)) {
    cycle.steps.push_back(operation);
    return false;
  }
  out.push_back({to, from.time, time, operation});
  ++nodes_[to].incoming;
  return true;
}

// Depth first, with an explicit stack: a path of thousands of transactions is no reason to crash.
bool TransactionGraph::find_path(uint32_t from, uint32_t to, Cycle& cycle) {
  struct Frame {
    uint32_t node;
    size_t next;
  };
  ++visit_;
  std::vector<Frame> stack{{from, 0}};
  nodes_[from].visited = visit_;
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.node == to) break;
    if (top.next == nodes_[top.node].out.size()) {
      stack.pop_back();
      continue;
    }
    const uint32_t next = nodes_[top.node].out[top.next++].to;
    if (nodes_[next].visited == visit_) continue;
    nodes_[next].visited = visit_;
    stack.push_back({next, 0});
  }
  if (stack.empty()) return false;
  uint64_t entered = 0;
  for (size_t i = 0; i + 1 < stack.size(); ++i) {
    const Edge& edge = nodes_[stack[i].node].out[stack[i].next - 1];
    if (i > 0 && entered > edge.left_at) cycle.increasing = false;
    entered = edge.entered_at;
    cycle.steps.push_back(edge.operation);
  }
  return true;
}

void TransactionGraph::finish(uint32_t node) {
  nodes_[node].finished = true;
  if (nodes_[node].incoming == 0) collect(node);
}

// A finished transaction that nothing must come before cannot be on a cycle, now or later.
void TransactionGraph::collect(uint32_t first) {
  std::vector<uint32_t> work{first};
  while (!work.empty()) {
    const uint32_t index = work.back();
    work.pop_back();
    Node& node = nodes_[index];
    ++node.life;
    for (const Edge& edge : node.out) {
      Node& target = nodes_[edge.to];
      if (--target.incoming == 0 && target.finished) work.push_back(edge.to);
    }
    node.out.clear();
    free_.push_back(index);
  }
}

}  // namespace dh::dyn
