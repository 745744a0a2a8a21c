#include "native/runtime/lock_order.h"

#include <algorithm>

#include "native/runtime/report.h"

namespace dh::native {

constexpr uint32_t kMaxGates = 6;
constexpr uint32_t kMaxCycle = 6;
constexpr uint32_t kMaxVariants = 8;  // of one pair of locks

// The thread took `to` while it held `from` and the gates.
struct LockEdge {
  SyncObject* to;
  LockEdge* next;
  uint32_t thread, fork_time;
  uint32_t from_place, to_place;
  bool from_shared, to_shared;
  uint32_t gate_count;
  uintptr_t gates[kMaxGates];
};

namespace {

SpinLock order_lock;
std::atomic<uint32_t> forgotten{0};  // makes what threads have seen already invalid

// Times of creations and joins, by thread number. Threads beyond are never ordered.
constexpr uint32_t kMaxOrdered = 4096;

uint32_t fork_time_of(const Thread& thread, uint32_t number) {
  return number < thread.fork_times.width ? thread.fork_times.times[number] : 0;
}

uint32_t& fork_time(Thread& thread, uint32_t number) {
  Clock& clock = thread.fork_times;
  widen(clock, number + 1);
  for (; clock.width <= number; ++clock.width) clock.times[clock.width] = 0;
  return clock.times[number];
}

void take_fork_times(Thread& thread, const Clock& other) {
  if (other.width == 0) return;
  fork_time(thread, other.width - 1);
  for (uint32_t i = 0; i < other.width; ++i)
    thread.fork_times.times[i] = std::max(thread.fork_times.times[i], other.times[i]);
}

void pass_fork_time(Thread& thread) {
  if (thread.number >= kMaxOrdered) return;
  ++fork_time(thread, thread.number);
}

uint64_t key_of(const Thread& thread, uintptr_t address) {
  uint64_t key = address * 0x9E3779B97F4A7C15ull + forgotten.load(std::memory_order_relaxed);
  const uint32_t count = std::min(thread.held_count, kMaxHeld);
  for (uint32_t i = 0; i < count; ++i) key = (key ^ thread.held[i].address) * 0xC2B2AE3D27D4EB4Full;
  return key | 1;
}

bool is_gate(const LockEdge& edge, uintptr_t address) {
  return std::find(edge.gates, edge.gates + edge.gate_count, address) != edge.gates + edge.gate_count;
}

bool share_gate(const LockEdge& a, const LockEdge& b) {
  return std::any_of(a.gates, a.gates + a.gate_count, [&](uintptr_t gate) { return is_gate(b, gate); });
}

bool has_same_gates(const LockEdge& a, const LockEdge& b) {
  return a.gate_count == b.gate_count && std::equal(a.gates, a.gates + a.gate_count, b.gates);
}

struct Search {
  const Thread& thread;
  const LockEdge& closing;
  const SyncObject* goal;
  const LockEdge* path[kMaxCycle];
  const SyncObject* from[kMaxCycle];
  uint32_t length = 0;
  uint32_t steps = 0;
};

bool fits(const Search& search, const LockEdge& edge) {
  const auto clashes = [&](const LockEdge& other) {
    return other.thread == edge.thread || share_gate(other, edge);
  };
  const LockEdge& before = search.length == 0 ? search.closing : *search.path[search.length - 1];
  if (before.to_shared && edge.from_shared) return false;  // nobody waits
  if (edge.to == search.goal && edge.to_shared && search.closing.from_shared) return false;
  if (clashes(search.closing) || edge.fork_time <= fork_time_of(search.thread, edge.thread)) return false;
  return std::none_of(search.path, search.path + search.length,
                      [&](const LockEdge* other) { return clashes(*other); });
}

// A path of edges from here to the goal.
bool find_path(Search& search, const SyncObject* from) {
  if (search.length == kMaxCycle - 1) return false;
  for (const LockEdge* edge = from->edges; edge != nullptr; edge = edge->next) {
    if (++search.steps > 10000) return false;
    if (!fits(search, *edge)) continue;
    search.path[search.length] = edge;
    search.from[search.length++] = from;
    if (edge->to == search.goal || find_path(search, edge->to)) return true;
    --search.length;
  }
  return false;
}

void report_path(SyncObject& from, const LockEdge& closing, const Search& search) {
  WaitingThread cycle[kMaxCycle];
  cycle[0] = {closing.thread, from.address, closing.to->address, closing.from_place, closing.to_place};
  for (uint32_t i = 0; i < search.length; ++i) {
    const LockEdge& edge = *search.path[i];
    cycle[i + 1] = {edge.thread, search.from[i]->address, edge.to->address, edge.from_place, edge.to_place};
  }
  report_lock_cycle(cycle, search.length + 1);
}

LockEdge make_edge(const Thread& thread, uint32_t held, SyncObject& to, uint32_t place, bool is_shared) {
  LockEdge edge{&to,
                nullptr,
                thread.number,
                thread.number < kMaxOrdered ? fork_time_of(thread, thread.number) + 1 : UINT32_MAX,
                thread.held[held].place,
                place,
                thread.held[held].shared != 0,
                is_shared,
                0,
                {}};
  const uint32_t count = std::min(thread.held_count, kMaxHeld);
  for (uint32_t i = 0; i < count && edge.gate_count < kMaxGates; ++i) {
    if (i != held) edge.gates[edge.gate_count++] = thread.held[i].address;
  }
  std::sort(edge.gates, edge.gates + edge.gate_count);
  return edge;
}

void add_edge(Thread& thread, SyncObject& from, const LockEdge& made) {
  uint32_t variants = 0;
  for (const LockEdge* edge = from.edges; edge != nullptr; edge = edge->next) {
    if (edge->to != made.to) continue;
    if (edge->thread == made.thread && edge->fork_time == made.fork_time && has_same_gates(*edge, made))
      return;
    if (++variants == kMaxVariants) return;
  }
  auto* edge = static_cast<LockEdge*>(allocate(sizeof(LockEdge)));
  *edge = made;
  edge->next = from.edges;
  from.edges = edge;
  Search search{thread, *edge, &from, {}, {}};
  if (find_path(search, edge->to)) report_path(from, *edge, search);
}

}  // namespace

void check_lock_order(Thread& thread, uintptr_t address, uint32_t place, bool is_shared) {
  const uint64_t key = key_of(thread, address);
  uint64_t& seen = thread.lock_orders[key >> 58];
  if (seen == key) return;
  seen = key;
  SyncObject& to = sync_object(address);
  const Locked locked(order_lock);
  const uint32_t count = std::min(thread.held_count, kMaxHeld);
  for (uint32_t i = 0; i < count; ++i) {
    if (thread.held[i].address == address) return;  // taken again
  }
  for (uint32_t i = 0; i < count; ++i)
    add_edge(thread, sync_object(thread.held[i].address), make_edge(thread, i, to, place, is_shared));
}

// Edges to it stay: they lead nowhere.
void forget_lock_order(SyncObject& object) {
  if (object.edges == nullptr) return;
  const Locked locked(order_lock);
  object.edges = nullptr;
  forgotten.fetch_add(1);
}

void order_creation(Thread& creator, Thread& created) {
  created.fork_times.width = 0;
  pass_fork_time(creator);
  take_fork_times(created, creator.fork_times);
}

void order_join(Thread& thread, const Thread& ended) {
  take_fork_times(thread, ended.fork_times);
  if (ended.number < kMaxOrdered) fork_time(thread, ended.number) = UINT32_MAX - 1;
}

}  // namespace dh::native
