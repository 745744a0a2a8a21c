// Between a source of events and the chain: makes shadows, filters re-entrant lock operations, splits waits
// into release and acquire, and notices events that cannot be.
#pragma once

#include <deque>
#include <mutex>
#include <string>

#include "dynamic/chain.h"

namespace dh::dyn {

// What is wrong with an event. Traces stop there; live sources go on, for they may have missed something:
// what the target did stands (it has the lock that it acquires), and the rest of an impossible event is
// dropped.
enum class Misuse : uint8_t {
  none,
  event_after_end,
  release_not_held,
  acquire_held_by_other,
  wait_not_held,
  wait_ends_held,
  start_self,
  start_running,
  join_self,
  join_unknown,
  end_without_begin,
  leave_without_enter,
};
std::string_view misuse_text(Misuse misuse);

struct EngineOptions {
  bool concurrent = true;  // handlers may run on many threads at once
  bool serialize = false;  // one handler at a time: slow, for the debugging of a tool
};

// Thread-safe when options.concurrent: a thread's events are fed by that thread, an acquire after the target
// has the lock, a release before it gives it up, a start before the child runs, a join after it has ended.
class Engine {
 public:
  Engine(ToolChain& chain, EngineOptions options);

  ShadowThread& new_thread(ThreadId id, ShadowThread* parent);
  ShadowLock& new_lock(Space space, uint32_t id);
  // The target has lost the object and no event of it is under way: its shadow is used for another. Does
  // nothing while somebody holds it. Ids are not used again, for tools may still have them.
  void forget(ShadowLock& lock);

  // The same of a thread that has ended and that no tool uses any more. False: it holds something.
  bool forget(ShadowThread& thread);

  // The thread's first event comes, which may be an access.
  void begin(ShadowThread& thread);

  // The thread's event object, set up for an event of this kind.
  Event& event(ShadowThread& thread, EventKind kind, uint32_t target, LocId location) {
    Event& e = thread.event;
    e.kind = kind;
    e.thread = &thread;
    e.target = target;
    e.location = location;
    return e;
  }

  // An access. `words` are the shadow words of the location.
  void access(Event& e, std::atomic<uint64_t>* words);
  // An access whose shadow words this process cannot address, one RemoteWord per branch.
  void access(Event& e, RemoteWord* const* words);
  // Any other event, with lock or other set.
  Misuse feed(Event& e);

  ToolChain& chain() { return chain_; }
  const EngineOptions& options() const { return options_; }

 private:
  Misuse acquire(Event& e);
  Misuse release(Event& e);
  Misuse wait(Event& e);
  Misuse start_or_join(Event& e);
  void send(Event& e);
  bool enter_shared(Event& e);
  bool leave_shared(Event& e);

  ToolChain& chain_;
  const EngineOptions options_;
  std::mutex mutex_;       // guards the lists
  std::mutex one_by_one_;  // --serialize
  std::deque<ShadowThread> threads_;
  std::deque<ShadowLock> locks_;
  std::vector<ShadowLock*> free_locks_;
  std::vector<ShadowThread*> free_threads_;
};

}  // namespace dh::dyn
