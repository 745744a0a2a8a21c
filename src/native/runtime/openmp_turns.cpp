// One thread may do all the work of a short region before the others come, and then nothing is unordered. So
// the first times that a region runs, its threads begin together and take turns when they take parts of its
// loops.
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "native/runtime/openmp.h"

namespace dh::native {

namespace {

constexpr uint8_t kNewRuns = 16;

// How often a region of the program ran, up to kNewRuns.
uint8_t count_run(uintptr_t pc) {
  static std::atomic<uint8_t> runs[256];
  std::atomic<uint8_t>& count = runs[pc * 0x9E3779B97F4A7C15ull >> 56];
  const uint8_t before = count.load(std::memory_order_relaxed);
  if (before < kNewRuns) count.fetch_add(1, std::memory_order_relaxed);
  return before;
}

int64_t microseconds() {
  const Inside inside;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Not for long: a processor may be busy with other programs.
template <typename Condition>
bool wait_shortly(int64_t limit, Condition is_reached) {
  for (const int64_t end = microseconds() + limit; !is_reached();) {
    if (microseconds() > end) return false;
    sched_yield();
  }
  return true;
}

}  // namespace

bool has_one_processor() {
  cpu_set_t processors;
  return getenv("OMP_NUM_THREADS") == nullptr && sched_getaffinity(0, sizeof processors, &processors) == 0 &&
         CPU_COUNT(&processors) == 1;
}

void ask_for_two_threads() {
  if (dlsym(RTLD_DEFAULT, "__kmpc_fork_call") != nullptr && has_one_processor())
    setenv("OMP_NUM_THREADS", "2", 0);
}

void begin_turns(Team& team, uintptr_t pc) {
  const uint8_t runs = count_run(pc);
  team.arrived.store(0);
  team.turns.store(0);
  team.last_taker.store(nullptr);
  team.takes_turns.store(runs < kNewRuns);
  team.start_limit = runs < 2 ? 100000 : 5000;
}

void await_team(Team& team, unsigned threads) {
  if (threads < 2) team.takes_turns.store(false);
  if (!team.takes_turns.load()) return;
  team.arrived.fetch_add(1);
  wait_shortly(team.start_limit, [&] { return team.arrived.load() >= threads; });
}

void take_turns() {
  const Thread* thread = recording_thread();
  Team* team = current_task().team;
  if (thread == nullptr || team == nullptr || !team->takes_turns.load(std::memory_order_relaxed)) return;
  constexpr int64_t kLimit = 5000;
  constexpr uint32_t kMaxTurns = 64;
  // When nobody else comes, the others are done or wait for this thread.
  const bool has_come = wait_shortly(kLimit, [&] { return team->last_taker.load() != thread; });
  if (!has_come || team->turns.fetch_add(1) == kMaxTurns) team->takes_turns.store(false);
  team->last_taker.store(thread);
}

}  // namespace dh::native
