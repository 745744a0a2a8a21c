#include <algorithm>
#include <cstddef>
#include <random>

#include "tools/predict/testing/oracle.h"

namespace dh::dyn::testing {

namespace {

class SmallTrace {
 public:
  SmallTrace(uint32_t seed, const SmallTraceOptions& options) : random_(seed), options_(options) {}

  std::string run() {
    threads_.resize(static_cast<size_t>(options_.threads));
    for (size_t t = 0; t < threads_.size(); ++t) threads_[t].runs = t == 0 || !options_.starts;
    holders_.resize(static_cast<size_t>(options_.locks));
    for (int tries = 0; events_ < options_.events && tries < 40 * options_.events; ++tries) step();
    return std::move(text_);
  }

 private:
  struct Held {
    int lock;
    bool shared;
  };
  struct Thread {
    bool runs = false;
    bool ended = false;
    bool seen = false;
    int waits_for = -1;  // the lock that it gave up and takes again
    bool at_barrier = false;
    std::vector<Held> held;
  };

  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool chance(int percent) { return pick(100) < percent; }

  void emit(int t, const std::string& operation) {
    threads_[static_cast<size_t>(t)].seen = true;
    text_ += "T" + std::to_string(t) + "|" + operation + "|" + std::to_string(events_++) + "\n";
  }

  // Threads run for a few events at a time: what a scheduler does.
  void step() {
    if (!chance(60)) current_ = pick(options_.threads);
    Thread& me = threads_[static_cast<size_t>(current_)];
    if (!me.runs || me.ended) return;
    if (me.waits_for >= 0) return stop_waiting(me);
    if (rarely(me)) return;
    const int roll = pick(100);
    if (roll < options_.operations) return access(me);
    if (roll < 65) return acquire(me, pick(options_.locks));
    if (roll < 85) return release(me);
    if (roll < 93 && options_.volatiles > 0) return atomic();
    if (options_.starts) start_or_join();
  }

  void access(Thread& me) {
    const int var = pick(options_.vars);
    const int guard = var % options_.locks;
    const bool held =
        std::any_of(me.held.begin(), me.held.end(), [&](const Held& h) { return h.lock == guard; });
    if (!held && chance(options_.guarded)) return acquire(me, guard);
    emit(current_, (chance(50) ? "w(x" : "r(x") + std::to_string(var) + ")");
  }

  // What only some traces have. Whether anything was done.
  bool rarely(Thread& me) {
    if (options_.waits && !me.held.empty() && chance(25)) return wait_or_notify(me);
    if (options_.meets && chance(15)) {
      emit(current_, me.at_barrier ? "barrier_leave(b)" : "barrier_enter(b)");
      me.at_barrier = !me.at_barrier;
      return true;
    }
    if (options_.meets && chance(15)) {
      emit(current_, chance(50) ? "handover_out(q)" : "handover_in(q)");
      return true;
    }
    if (options_.classes && chance(15)) {
      emit(current_, chance(40) ? "class_init(C)" : "class_use(C)");
      return true;
    }
    return false;
  }

  bool wait_or_notify(Thread& me) {
    const Held held = me.held[static_cast<size_t>(pick(static_cast<int>(me.held.size())))];
    if (held.shared) return false;
    const std::string lock = std::to_string(held.lock) + ")";
    if (chance(50)) {
      emit(current_, (chance(50) ? "notify(l" : "notify_all(l") + lock);
      return true;
    }
    if (count(me, held.lock) != 1) return false;
    emit(current_, "wait_pre(l" + lock);
    me.waits_for = held.lock;
    std::erase_if(me.held, [&](const Held& h) { return h.lock == held.lock; });
    holders_[static_cast<size_t>(held.lock)].clear();
    return true;
  }

  void stop_waiting(Thread& me) {
    if (!is_free(me, me.waits_for, false)) return;
    emit(current_, "wait_post(l" + std::to_string(me.waits_for) + ")");
    me.held.push_back({me.waits_for, false});
    holders_[static_cast<size_t>(me.waits_for)].push_back({me.waits_for, false});
    me.waits_for = -1;
  }

  static ptrdiff_t count(const Thread& me, int lock) {
    return std::count_if(me.held.begin(), me.held.end(), [&](const Held& h) { return h.lock == lock; });
  }

  // No other thread holds the lock in a mode that excludes this one.
  bool is_free(const Thread& me, int lock, bool shared) const {
    const auto& holders = holders_[static_cast<size_t>(lock)];
    const auto excluding =
        std::count_if(holders.begin(), holders.end(), [&](const Held& h) { return !shared || !h.shared; });
    return excluding <= count(me, lock);
  }

  void acquire(Thread& me, int lock) {
    const bool shared = options_.shared && chance(40);
    if (!is_free(me, lock, shared)) return;
    const auto mine =
        std::find_if(me.held.begin(), me.held.end(), [&](const Held& h) { return h.lock == lock; });
    if (mine != me.held.end() && (!options_.again || mine->shared != shared)) return;
    me.held.push_back({lock, shared});
    holders_[static_cast<size_t>(lock)].push_back({lock, shared});
    emit(current_, (shared ? "acq.read(l" : "acq(l") + std::to_string(lock) + ")");
  }

  void release(Thread& me) {
    if (me.held.empty()) return;
    const size_t at = options_.inner_first ? me.held.size() - 1
                                           : static_cast<size_t>(pick(static_cast<int>(me.held.size())));
    const Held held = me.held[at];
    me.held.erase(me.held.begin() + static_cast<ptrdiff_t>(at));
    auto& holders = holders_[static_cast<size_t>(held.lock)];
    holders.erase(
        std::find_if(holders.begin(), holders.end(), [&](const Held& h) { return h.shared == held.shared; }));
    emit(current_, (held.shared ? "rel.read(l" : "rel(l") + std::to_string(held.lock) + ")");
  }

  void atomic() {
    static const char* const kOperations[] = {"volatile_read(v", "volatile_write(v", "atomic_update(v"};
    emit(current_, kOperations[pick(3)] + std::to_string(pick(options_.volatiles)) + ")");
  }

  void start_or_join() {
    const int other = pick(options_.threads);
    Thread& them = threads_[static_cast<size_t>(other)];
    if (other == current_ || them.ended) return;
    if (!them.runs) {
      them.runs = true;
      emit(current_, "fork(T" + std::to_string(other) + ")");
    } else if (them.seen && them.held.empty() && them.waits_for < 0 && other != 0 && chance(30)) {
      them.ended = true;
      emit(current_, "join(T" + std::to_string(other) + ")");
    }
  }

  std::mt19937 random_;
  const SmallTraceOptions options_;
  std::vector<Thread> threads_;
  std::vector<std::vector<Held>> holders_;
  int current_ = 0;
  int events_ = 0;
  std::string text_;
};

}  // namespace

std::string small_trace(uint32_t seed, const SmallTraceOptions& options) {
  return SmallTrace(seed, options).run();
}

SmallTraceOptions varied_options(uint32_t seed, int events) {
  SmallTraceOptions options;
  options.threads = 2 + static_cast<int>(seed % 3 != 0) + static_cast<int>(seed / 31 % 7 == 6);
  options.vars = 1 + static_cast<int>(seed / 2 % 3);
  options.locks = 1 + static_cast<int>(seed / 3 % 3);
  options.volatiles = static_cast<int>(seed / 5 % 3 == 0);
  options.events = events;
  options.guarded = 50 + static_cast<int>(seed / 7 % 5) * 10;
  options.starts = seed % 4 == 0;
  options.shared = seed / 11 % 4 == 0;
  options.inner_first = seed / 13 % 3 != 0;
  options.again = seed / 17 % 4 == 0;
  options.waits = seed / 19 % 4 == 0;
  options.meets = seed / 23 % 4 == 0;
  options.classes = seed / 29 % 4 == 0;
  return options;
}

}  // namespace dh::dyn::testing
