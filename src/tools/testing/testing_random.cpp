#include <algorithm>
#include <map>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {

namespace {

class Generator {
 public:
  Generator(uint32_t seed, const RandomTraceOptions& options) : random_(seed), options_(options) {}

  std::string run() {
    threads_.resize(static_cast<size_t>(options_.threads));
    lock_owner_.assign(static_cast<size_t>(options_.locks), -1);
    threads_[0].state = running;
    // Half of the traces fork, the other half have all threads from the start.
    if (pick(2) == 0) {
      for (Thread& t : threads_) t.state = running;
    }
    for (int i = 0; i < options_.events; ++i) step();
    return std::move(text_);
  }

 private:
  enum State { made, running, ended };
  struct Thread {
    State state = made;
    bool seen = false;      // started or has events
    int depth = 0;          // of blocks
    std::vector<int> held;  // locks
    int barrier = -1;       // inside
  };

  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }

  void emit(int t, const std::string& op) {
    threads_[static_cast<size_t>(t)].seen = true;
    text_ += "T" + std::to_string(t) + "|" + op + "|" + std::to_string(1 + pick(50)) + "\n";
  }

  void step() {
    const int t = pick(options_.threads);
    Thread& me = threads_[static_cast<size_t>(t)];
    if (me.state != running) return;
    const int roll = pick(100);
    if (roll < 50) {
      emit(t, (pick(3) == 0 ? "w(x" : "r(x") + std::to_string(pick(options_.vars)) + ")");
    } else if (roll < 66) {
      acquire(t, me);
    } else if (roll < 82) {
      release(t, me);
    } else if (roll < 88) {
      fork_or_join(t);
    } else if (options_.blocks) {
      block(t, me);
    } else if (options_.extended) {
      extended(t, me);
    }
  }

  void acquire(int t, Thread& me) {
    const int lock = pick(options_.locks);
    int& owner = lock_owner_[static_cast<size_t>(lock)];
    if (owner != -1 && owner != t) return;
    if (owner == t && pick(4) != 0) return;  // seldom re-entrant
    owner = t;
    me.held.push_back(lock);
    emit(t, "acq(l" + std::to_string(lock) + ")");
  }

  void release(int t, Thread& me) {
    if (me.held.empty()) return;
    const int lock = me.held.back();
    me.held.pop_back();
    emit(t, "rel(l" + std::to_string(lock) + ")");
    if (std::count(me.held.begin(), me.held.end(), lock) == 0) lock_owner_[static_cast<size_t>(lock)] = -1;
  }

  void fork_or_join(int t) {
    const int other = pick(options_.threads);
    Thread& them = threads_[static_cast<size_t>(other)];
    if (other == t) return;
    if (them.state == made) {
      them.state = running;
      them.seen = true;
      emit(t, "fork(T" + std::to_string(other) + ")");
    } else if (them.state == running && them.seen && them.held.empty() && them.depth == 0 && pick(6) == 0) {
      them.state = ended;
      emit(t, "join(T" + std::to_string(other) + ")");
    }
  }

  void block(int t, Thread& me) {
    if (me.depth == 0 || (me.depth < 3 && pick(4) == 0)) {
      ++me.depth;
      emit(t, "begin(b)");
    } else {
      --me.depth;
      emit(t, "end(b)");
    }
  }

  void extended(int t, Thread&) {
    static const char* const kOperations[] = {"volatile_read(v)", "volatile_write(v)", "atomic_update(a)",
                                              "atomic_read(a)",   "atomic_write(a)",   "handover_out(q)",
                                              "handover_in(q)",   "class_init(C)",     "class_use(C)"};
    emit(t, kOperations[pick(9)]);
  }

  std::mt19937 random_;
  const RandomTraceOptions options_;
  std::vector<Thread> threads_;
  std::vector<int> lock_owner_;
  std::string text_;
};

using Clock = std::map<std::string, int>;

void join(Clock& into, const Clock& from) {
  for (const auto& [thread, time] : from) into[thread] = std::max(into[thread], time);
}

}  // namespace

std::string random_trace(uint32_t seed, const RandomTraceOptions& options) {
  return Generator(seed, options).run();
}

// As plain as can be: every access keeps its whole clock and is compared with all earlier ones.
std::set<std::pair<std::string, uint64_t>> oracle_first_races(const std::string& trace) {
  auto reader = read_std(InputStream::from_text(trace));
  struct Earlier {
    std::string thread;
    int time;
    bool write;
  };
  std::map<std::string, Clock> threads, syncs;
  std::map<std::string, std::vector<Earlier>> accesses;
  std::map<std::string, uint64_t> first;
  std::map<std::string, std::pair<std::string, int>> held;  // lock: owner, depth
  uint64_t position = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      const std::string t(reader->names().name(Space::thread, event.thread));
      Clock& clock = threads[t];
      if (clock[t] == 0) clock[t] = 1;
      const Space space = event_target(event.kind);
      const std::string target =
          std::string(space_name(space)) + ":" + std::string(reader->names().name(space, event.target));
      const std::string name(reader->names().name(space, event.target));
      switch (event.kind) {
        case EventKind::read:
        case EventKind::write: {
          const bool write = event.kind == EventKind::write;
          for (const Earlier& earlier : accesses[name]) {
            if ((write || earlier.write) && earlier.time > clock[earlier.thread])
              first.try_emplace(name, position);
          }
          accesses[name].push_back({t, clock[t], write});
          break;
        }
        case EventKind::acquire: {
          auto& [owner, depth] = held[target];
          if (owner == t && depth > 0) {
            ++depth;
          } else {
            owner = t;
            depth = 1;
            join(clock, syncs[target]);
          }
          break;
        }
        case EventKind::release:
          if (--held[target].second == 0) {
            syncs[target] = clock;
            ++clock[t];
          }
          break;
        case EventKind::start_pre:
          join(threads[name], clock);
          if (threads[name][name] == 0) threads[name][name] = 1;
          ++clock[t];
          break;
        case EventKind::join_post:
          join(clock, threads[name]);
          break;
        case EventKind::volatile_read:
        case EventKind::atomic_read:
        case EventKind::handover_in:
        case EventKind::class_use:
          join(clock, syncs[target]);
          break;
        case EventKind::volatile_write:
        case EventKind::atomic_write:
        case EventKind::handover_out:
        case EventKind::class_init:
          join(syncs[target], clock);
          ++clock[t];
          break;
        case EventKind::atomic_update:
          join(clock, syncs[target]);
          join(syncs[target], clock);
          ++clock[t];
          break;
        default:
          break;
      }
      ++position;
    }
  }
  return {first.begin(), first.end()};
}

}  // namespace dh::dyn::testing
