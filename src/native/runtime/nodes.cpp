// The tree of calls: a node per call site and path to it, made once for all threads and never removed.
#include "native/runtime/thread.h"

namespace dh::native {

namespace {

constexpr uint32_t kMaxNodes = 1u << 28;
constexpr uint32_t kHeads = 1u << 20;

Node* all_nodes = nullptr;
std::atomic<uint32_t>* heads = nullptr;
std::atomic<uint32_t> node_count{1};  // 0: no node

uint64_t mix(uint64_t pc, uint32_t parent) {
  return (pc ^ (uint64_t{parent} << 40) ^ (parent * 0x9E3779B9u)) * 0x9E3779B97F4A7C15ull;
}

uint32_t find_in(uint32_t from, uint32_t parent, uint64_t pc) {
  for (uint32_t id = from; id != 0; id = all_nodes[id].next.load(std::memory_order_acquire)) {
    if (all_nodes[id].pc == pc && all_nodes[id].parent == parent) return id;
  }
  return 0;
}

uint32_t intern_node(uint32_t parent, uint64_t pc) {
  std::atomic<uint32_t>& head = heads[mix(pc, parent) >> 44];
  uint32_t first = head.load(std::memory_order_acquire);
  if (const uint32_t found = find_in(first, parent, pc)) return found;
  const uint32_t id = node_count.fetch_add(1, std::memory_order_relaxed);
  if (id >= kMaxNodes) return parent;  // the path is cut short
  all_nodes[id].pc = pc;
  all_nodes[id].parent = parent;
  for (;;) {
    all_nodes[id].next.store(first, std::memory_order_relaxed);
    if (head.compare_exchange_weak(first, id, std::memory_order_release, std::memory_order_acquire))
      return id;
    if (const uint32_t found = find_in(first, parent, pc)) return found;
  }
}

}  // namespace

void map_nodes() {
  all_nodes = static_cast<Node*>(reserve(sizeof(Node) * size_t{kMaxNodes}, "call stacks"));
  heads = static_cast<std::atomic<uint32_t>*>(reserve(sizeof(uint32_t) * size_t{kHeads}, "call stacks"));
}

uint32_t nodes_made() {
  const uint32_t made = node_count.load(std::memory_order_acquire);
  return made < kMaxNodes ? made : kMaxNodes;
}

const Node& node(uint32_t id) {
  return all_nodes[id];
}

uint32_t node_of(Thread& thread, uint32_t parent, uint64_t pc) {
  CachedNode& cached = thread.nodes[(mix(pc, parent) >> 30) % 1024];
  if (cached.pc == pc && cached.parent == parent && cached.node != 0) return cached.node;
  cached = {pc, parent, intern_node(parent, pc)};
  return cached.node;
}

namespace {

// Recursion would make a node of every path through it: a call that is there for the third time among the
// last ones counts as the last of them.
uint32_t find_call(Thread& thread, uint32_t parent, uint64_t pc) {
  constexpr unsigned kLast = 24;
  uint32_t last = 0;
  uint32_t at = parent;
  for (unsigned i = 0; i < kLast && at != 0; ++i, at = all_nodes[at].parent) {
    if (all_nodes[at].pc != pc) continue;
    if (last != 0) return last;
    last = at;
  }
  return node_of(thread, parent, pc);
}

// The tree only grows, so the answer stays the same.
uint32_t node_of_call(Thread& thread, uint32_t parent, uint64_t pc) {
  constexpr uint64_t kIsCall = uint64_t{1} << 59;  // not to be confused with an access at the same place
  const uint64_t key = pc | kIsCall;
  CachedNode& cached = thread.nodes[(mix(key, parent) >> 30) % 1024];
  if (cached.pc == key && cached.parent == parent) return cached.node;
  const uint32_t found = find_call(thread, parent, pc);
  cached = {key, parent, found};
  return found;
}

}  // namespace

uint32_t place_of(Thread& thread, uint64_t pc) {
  CallFrame* top = __deadheat_view.top;
  CallFrame* known = top;
  while (known != thread.frames && known[-1].node() == 0) --known;
  uint32_t parent = known == thread.frames ? 0 : known[-1].node();
  for (CallFrame* frame = known; frame != top; ++frame) {
    parent = node_of_call(thread, parent, frame->pc == 0 ? kNoPc : frame->pc);
    frame->node_and_stack |= parent;
  }
  return node_of(thread, parent, pc == 0 ? kNoPc : pc);
}

}  // namespace dh::native
