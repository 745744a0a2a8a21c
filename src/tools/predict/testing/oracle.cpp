#include "tools/predict/testing/oracle.h"

#include <algorithm>
#include <map>
#include <optional>

#include "dynamic/trace/std_trace.h"

namespace dh::dyn::testing {

namespace {

constexpr int kNone = -1;

struct Operation {
  TraceEvent event;
  int sees = kNone;        // of reads: the write
  bool again = false;      // by a thread that holds the lock already: no operation
  std::vector<int> needs;  // must edges: what was sent to it, who waited for it, who woke it
  // A wait gives the lock up, and takes it again at its end.
  bool takes() const { return event.kind == EventKind::acquire || event.kind == EventKind::wait_post; }
  bool gives() const { return event.kind == EventKind::release || event.kind == EventKind::wait_pre; }
  bool shared() const { return event.detail == static_cast<uint8_t>(LockMode::shared); }
  bool reads() const {
    return event.kind == EventKind::read || event.kind == EventKind::volatile_read ||
           event.kind == EventKind::atomic_read || event.kind == EventKind::atomic_update;
  }
  bool writes() const {
    return event.kind == EventKind::write || event.kind == EventKind::volatile_write ||
           event.kind == EventKind::atomic_write || event.kind == EventKind::atomic_update;
  }
};

using Cell = std::pair<Space, uint32_t>;

// The trace as lists of operations of each thread.
struct Program {
  std::vector<Operation> operations;
  std::vector<std::vector<int>> threads;
  std::map<uint32_t, int> started_by;  // thread: its start
  std::vector<std::set<int>> before;   // happens-before predecessors
};

bool directly_before(const Operation& a, const Operation& b) {
  if (a.event.thread == b.event.thread) return true;
  if (a.event.kind == EventKind::start_pre) return a.event.target == b.event.thread;
  if (b.event.kind == EventKind::join_post) return b.event.target == a.event.thread;
  if (a.event.target != b.event.target || event_target(a.event.kind) != event_target(b.event.kind))
    return false;
  if (a.takes() || a.gives()) return a.gives() && b.takes() && !(a.shared() && b.shared());
  return !is_access(a.event.kind) && a.writes() && b.reads();
}

// Collects what each operation must come after, besides the order of its thread and its value.
class MustEdges {
 public:
  void note(Operation& o, int index) {
    const Cell cell{event_target(o.event.kind), o.event.target};
    const std::pair<uint32_t, uint32_t> waiter{o.event.thread, o.event.target};
    switch (o.event.kind) {
      case EventKind::handover_out:
      case EventKind::class_init:
        sent_[cell].push_back(index);
        break;
      case EventKind::handover_in:
      case EventKind::class_use:
        o.needs = sent_[cell];
        break;
      case EventKind::barrier_enter:
        entered_[o.event.target].back().push_back(index);
        visits_[waiter] = entered_[o.event.target].size() - 1;
        break;
      case EventKind::barrier_leave: {
        auto& generations = entered_[o.event.target];
        o.needs = generations[visits_[waiter]];
        if (visits_[waiter] + 1 == generations.size())
          generations.emplace_back();  // who enters now leaves later
        break;
      }
      case EventKind::wait_pre:
        waits_[o.event.target].push_back(index);
        since_[waiter] = index;
        break;
      case EventKind::notify:
      case EventKind::notify_all:
        o.needs = waits_[o.event.target];
        notified_[o.event.target].push_back(index);
        break;
      case EventKind::wait_post:
        for (const int by : notified_[o.event.target])
          if (by > since_[waiter]) o.needs.push_back(by);
        break;
      default:
        break;
    }
  }

 private:
  struct Generations : std::vector<std::vector<int>> {
    Generations() : std::vector<std::vector<int>>(1) {}
  };

  std::map<Cell, std::vector<int>> sent_;
  std::map<uint32_t, Generations> entered_;                 // by barrier
  std::map<std::pair<uint32_t, uint32_t>, size_t> visits_;  // thread and barrier: the generation
  std::map<uint32_t, std::vector<int>> waits_;              // by lock
  std::map<uint32_t, std::vector<int>> notified_;           // by lock
  std::map<std::pair<uint32_t, uint32_t>, int> since_;
};

// Only the first acquire and the last release of a thread that acquires a lock again are operations.
class Depths {
 public:
  bool is_again(const Operation& o) {
    int& depth = depths_[{o.event.thread, o.event.target}];
    if (o.event.kind == EventKind::acquire) return depth++ != 0;
    return o.event.kind == EventKind::release && --depth != 0;
  }

 private:
  std::map<std::pair<uint32_t, uint32_t>, int> depths_;
};

Program parse(const std::string& trace) {
  Program program;
  auto reader = read_std(InputStream::from_text(trace));
  MustEdges edges;
  Depths depths;
  std::map<Cell, int> last;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      const int index = static_cast<int>(program.operations.size());
      Operation o{event, kNone, false, {}};
      edges.note(o, index);
      const Cell cell{event_target(event.kind), event.target};
      if (o.reads() && last.contains(cell)) o.sees = last[cell];
      if (o.writes()) last[cell] = index;
      if (event.kind == EventKind::start_pre) program.started_by[event.target] = index;
      const uint32_t most = std::max(event.thread, event.kind == EventKind::start_pre ? event.target : 0);
      if (most >= program.threads.size()) program.threads.resize(most + 1);
      o.again = depths.is_again(o);
      if (!o.again) program.threads[event.thread].push_back(index);
      program.operations.push_back(o);
    }
  }
  for (size_t b = 0; b < program.operations.size(); ++b) {
    std::set<int> all;
    for (size_t a = 0; a < b; ++a) {
      if (program.operations[a].again) continue;
      const auto& needs = program.operations[b].needs;
      const bool must = std::find(needs.begin(), needs.end(), static_cast<int>(a)) != needs.end();
      if (!must && !directly_before(program.operations[a], program.operations[b])) continue;
      all.insert(static_cast<int>(a));
      all.insert(program.before[a].begin(), program.before[a].end());
    }
    program.before.push_back(std::move(all));
  }
  return program;
}

struct Holder {
  uint32_t thread;
  bool shared;
  friend auto operator<=>(const Holder&, const Holder&) = default;
};

struct State {
  std::vector<size_t> done;  // by thread
  std::map<Cell, int> last;  // write
  std::map<uint32_t, std::vector<Holder>> held;
  std::map<uint32_t, int> last_acquire;  // by lock: the greatest position
  friend auto operator<=>(const State&, const State&) = default;
};

bool is_done(const Program& program, const State& state, int index) {
  const auto& mine = program.threads[program.operations[static_cast<size_t>(index)].event.thread];
  const size_t done = state.done[program.operations[static_cast<size_t>(index)].event.thread];
  return std::find(mine.begin(), mine.begin() + static_cast<ptrdiff_t>(done), index) !=
         mine.begin() + static_cast<ptrdiff_t>(done);
}

// The next event of the thread, if the thread runs.
std::optional<int> next_of(const Program& program, const State& state, uint32_t thread) {
  const auto& mine = program.threads[thread];
  if (state.done[thread] == mine.size()) return {};
  const auto start = program.started_by.find(thread);
  if (start != program.started_by.end() && !is_done(program, state, start->second)) return {};
  return mine[state.done[thread]];
}

bool blocks(const Holder& holder, const Operation& acquire) {
  return holder.thread != acquire.event.thread && !(holder.shared && acquire.shared());
}

// What keeps the operation from being done now; empty: nothing.
std::string obstacle(const Program& program, const State& state, int index, Keep keep) {
  const Operation& o = program.operations[static_cast<size_t>(index)];
  if (keep == Keep::happens_before) {
    for (const int earlier : program.before[static_cast<size_t>(index)])
      if (!is_done(program, state, earlier)) return "happens-before";
  }
  for (const int earlier : o.needs)
    if (!is_done(program, state, earlier)) return "what it needs is not done";
  if (o.takes()) {
    if (const auto held = state.held.find(o.event.target); held != state.held.end()) {
      for (const Holder& holder : held->second)
        if (blocks(holder, o)) return "the lock is held";
    }
    const auto last = state.last_acquire.find(o.event.target);
    if (keep == Keep::lock_order && last != state.last_acquire.end() && last->second > index)
      return "lock order";
  }
  if (o.event.kind == EventKind::join_post &&
      state.done[o.event.target] != program.threads[o.event.target].size())
    return "the joined thread is not done";
  if (o.reads()) {
    const auto last = state.last.find({event_target(o.event.kind), o.event.target});
    if ((last == state.last.end() ? kNone : last->second) != o.sees) return "the read sees another write";
  }
  return {};
}

void perform(const Program& program, State& state, int index) {
  const Operation& o = program.operations[static_cast<size_t>(index)];
  ++state.done[o.event.thread];
  if (o.writes()) state.last[{event_target(o.event.kind), o.event.target}] = index;
  auto& holders = state.held[o.event.target];
  if (o.takes()) {
    holders.push_back({o.event.thread, o.shared()});
    std::sort(holders.begin(), holders.end());
    int& last = state.last_acquire[o.event.target];
    last = std::max(last, index);
  } else if (o.gives()) {
    holders.erase(std::find(holders.begin(), holders.end(), Holder{o.event.thread, o.shared()}));
  }
}

void note_races(const Program& program, const std::vector<int>& next, Reorderings& found) {
  for (const int a : next) {
    for (const int b : next) {
      const Operation& x = program.operations[static_cast<size_t>(a)];
      const Operation& y = program.operations[static_cast<size_t>(b)];
      if (a >= b || !is_access(x.event.kind) || !is_access(y.event.kind)) continue;
      if (x.event.target == y.event.target && (x.writes() || y.writes()))
        found.races.emplace(static_cast<uint32_t>(a), static_cast<uint32_t>(b));
    }
  }
}

// Whether the operation takes a lock, and nothing but the lock keeps it from being done. A thread that was
// not woken yet waits for a thread, not for the lock.
bool can_wait(const Program& program, const State& state, int index) {
  const Operation& o = program.operations[static_cast<size_t>(index)];
  return o.takes() && std::all_of(o.needs.begin(), o.needs.end(),
                                  [&](int earlier) { return is_done(program, state, earlier); });
}

// All simple cycles of "waits for" among the threads that are next at an acquire.
void note_deadlocks(const Program& program, const State& state, const std::vector<int>& next,
                    std::vector<int>& path, Reorderings& found) {
  const Operation& waiting = program.operations[static_cast<size_t>(path.back())];
  const auto held = state.held.find(waiting.event.target);
  if (held == state.held.end()) return;
  for (const Holder& holder : held->second) {
    if (!blocks(holder, waiting)) continue;
    for (const int other : next) {
      const Operation& o = program.operations[static_cast<size_t>(other)];
      if (o.event.thread != holder.thread || !can_wait(program, state, other)) continue;
      if (other == path.front()) {
        Deadlocked cycle(path.begin(), path.end());
        std::sort(cycle.begin(), cycle.end());
        found.deadlocks.insert(cycle);
      } else if (std::find(path.begin(), path.end(), other) == path.end()) {
        path.push_back(other);
        note_deadlocks(program, state, next, path, found);
        path.pop_back();
      }
    }
  }
}

// With Keep::happens_before "both next" also asks that all happens-before predecessors are done.
std::vector<int> all_next(const Program& program, const State& state, Keep keep) {
  std::vector<int> next;
  for (uint32_t t = 0; t < program.threads.size(); ++t) {
    const auto index = next_of(program, state, t);
    if (!index) continue;
    if (keep == Keep::happens_before && obstacle(program, state, *index, keep) == "happens-before") continue;
    next.push_back(*index);
  }
  return next;
}

void explore(const Program& program, const State& state, Keep keep, std::set<State>& seen,
             Reorderings& found) {
  if (!seen.insert(state).second) return;
  const std::vector<int> next = all_next(program, state, keep);
  note_races(program, next, found);
  for (const int index : next) {
    if (!can_wait(program, state, index)) continue;
    std::vector<int> path{index};
    note_deadlocks(program, state, next, path, found);
  }
  for (const int index : next) {
    if (!obstacle(program, state, index, keep).empty()) continue;
    State after = state;
    perform(program, after, index);
    explore(program, after, keep, seen, found);
  }
}

}  // namespace

Reorderings all_reorderings(const std::string& trace, Keep keep) {
  const Program program = parse(trace);
  State state;
  state.done.resize(program.threads.size());
  std::set<State> seen;
  Reorderings found;
  explore(program, state, keep, seen, found);
  return found;
}

std::string judge_witness(const std::string& trace, const std::vector<uint64_t>& order,
                          const std::vector<uint64_t>& next) {
  const Program program = parse(trace);
  State state;
  state.done.resize(program.threads.size());
  for (const uint64_t position : order) {
    const int index = static_cast<int>(position);
    const uint32_t thread = program.operations[position].event.thread;
    if (program.operations[position].again) continue;
    if (next_of(program, state, thread) != index) return "event " + std::to_string(index) + " is not next";
    const std::string wrong = obstacle(program, state, index, Keep::nothing);
    if (!wrong.empty()) return "event " + std::to_string(index) + ": " + wrong;
    perform(program, state, index);
  }
  for (const uint64_t position : next) {
    const uint32_t thread = program.operations[position].event.thread;
    if (next_of(program, state, thread) != static_cast<int>(position))
      return "event " + std::to_string(position) + " is not next at the end";
  }
  return {};
}

}  // namespace dh::dyn::testing
