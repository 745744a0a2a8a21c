// What a trace's correct reorderings can do, by trying all of them. Written from the definitions, without any
// of the tools: threads run prefixes of what they did, locks exclude, threads begin after their start and are
// joined after their last event, and every read sees the write that it saw. For traces of up to about 18
// events with read, write, acquire, release (both modes, also again by the holder), wait, notify, start,
// join, barriers, hand-overs, classes, volatile and atomic operations.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dh::dyn::testing {

using EventPair = std::pair<uint32_t, uint32_t>;  // positions, the smaller first
using Deadlocked = std::vector<uint32_t>;         // positions of the acquires that wait, sorted

struct Reorderings {
  std::set<EventPair> races;
  std::set<Deadlocked> deadlocks;
};

enum class Keep : uint8_t {
  nothing,         // all correct reorderings
  lock_order,      // sync-preserving: acquires of a lock keep their order
  happens_before,  // everything that happens before a done event is done
};

Reorderings all_reorderings(const std::string& trace, Keep keep);

// Whether `order` (positions) is a correct reordering after which all of `next` are next of their threads.
// The text says what is wrong, and is empty for a good one.
std::string judge_witness(const std::string& trace, const std::vector<uint64_t>& order,
                          const std::vector<uint64_t>& next);

struct SmallTraceOptions {
  int threads = 3;
  int vars = 2;
  int locks = 2;
  int volatiles = 1;
  int events = 12;
  int operations = 45;      // percent of steps that access a variable; the rest is synchronization
  int guarded = 70;         // percent of accesses made under their variable's lock
  bool starts = false;      // threads are started and joined
  bool shared = false;      // read locks
  bool inner_first = true;  // false: locks are released in any order
  bool again = false;       // locks are acquired again by the thread that holds them
  bool waits = false;       // threads wait and notify
  bool meets = false;       // barriers and hand-overs
  bool classes = false;     // a class is initialised and used
};
// A trace that an execution could have made; the location of an event is its position.
std::string small_trace(uint32_t seed, const SmallTraceOptions& options);
// Options that vary with the seed: threads, locks, guards, starts, volatiles, modes.
SmallTraceOptions varied_options(uint32_t seed, int events);

}  // namespace dh::dyn::testing
