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
  int sees = kNone;  // of reads: the write
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

bool is_lock(const Operation& o) {
  return o.event.kind == EventKind::acquire || o.event.kind == EventKind::release;
}

bool directly_before(const Operation& a, const Operation& b) {
  if (a.event.thread == b.event.thread) return true;
  if (a.event.kind == EventKind::start_pre) return a.event.target == b.event.thread;
  if (b.event.kind == EventKind::join_post) return b.event.target == a.event.thread;
  if (a.event.target != b.event.target || event_target(a.event.kind) != event_target(b.event.kind))
    return false;
  if (is_lock(a)) {
    return a.event.kind == EventKind::release && b.event.kind == EventKind::acquire &&
           !(a.shared() && b.shared());
  }
  return !is_access(a.event.kind) && a.writes() && b.reads();
}

Program parse(const std::string& trace) {
  Program program;
  auto reader = read_std(InputStream::from_text(trace));
  std::map<Cell, int> last;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      const int index = static_cast<int>(program.operations.size());
      Operation o{event, kNone};
      const Cell cell{event_target(event.kind), event.target};
      if (o.reads() && last.contains(cell)) o.sees = last[cell];
      if (o.writes()) last[cell] = index;
      if (event.kind == EventKind::start_pre) program.started_by[event.target] = index;
      const uint32_t most = std::max(event.thread, event.kind == EventKind::start_pre ? event.target : 0);
      if (most >= program.threads.size()) program.threads.resize(most + 1);
      program.threads[event.thread].push_back(index);
      program.operations.push_back(o);
    }
  }
  for (size_t b = 0; b < program.operations.size(); ++b) {
    std::set<int> all;
    for (size_t a = 0; a < b; ++a) {
      if (!directly_before(program.operations[a], program.operations[b])) continue;
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
  if (o.event.kind == EventKind::acquire) {
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
  if (o.event.kind == EventKind::acquire) {
    holders.push_back({o.event.thread, o.shared()});
    std::sort(holders.begin(), holders.end());
    int& last = state.last_acquire[o.event.target];
    last = std::max(last, index);
  } else if (o.event.kind == EventKind::release) {
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
      if (o.event.thread != holder.thread || o.event.kind != EventKind::acquire) continue;
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
    if (program.operations[static_cast<size_t>(index)].event.kind != EventKind::acquire) continue;
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
