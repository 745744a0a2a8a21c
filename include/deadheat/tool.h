// A tool from outside of deadheat: a shared library that `--load` loads, written against this file alone
// (C++17, Linux). docs/adding-a-tool.md explains it; examples/tools/shared_writes.cpp is a whole tool.
//
// Only plain values and the classes below cross the border, so that the library may be built by another
// compiler, and for other versions of deadheat: what is here stays as it is while kApiVersion does.
//
// Handlers run on the threads of the target, many at once. What `thread_state` points to belongs to the
// thread of the event, everything else a tool shares it guards itself. A handler must not throw, block, or
// call into the target.
#pragma once

#include <cstddef>
#include <cstdint>

namespace deadheat {

inline constexpr uint32_t kApiVersion = 1;
inline constexpr uint32_t kNone = UINT32_MAX;

// What the target does; docs/trace-format.md describes each kind.
enum class EventKind : uint32_t {
  read,
  write,
  acquire,
  release,
  start_pre,
  join_post,
  begin,
  end,
  volatile_read,
  volatile_write,
  atomic_read,
  atomic_write,
  atomic_update,
  barrier_enter,
  barrier_leave,
  handover_out,
  handover_in,
  class_init,
  class_use,
  method_enter,
  method_exit,
  request,
  wait_pre,
  wait_post,
  notify,
  notify_all,
  create,
  start_post,
  join_pre,
  thread_exit,
  interrupt,
  sleep,
  clone,
};

constexpr uint64_t bit(EventKind kind) {
  return uint64_t{1} << static_cast<uint32_t>(kind);
}
inline constexpr uint64_t kAccesses = bit(EventKind::read) | bit(EventKind::write);
inline constexpr uint64_t kEverything = ~uint64_t{0};

// What becomes of an event.
enum class Flow : uint32_t {
  keep,     // it ends here
  pass,     // the next tool gets it
  advance,  // accesses, owners only: location and event go to the next owner, for ever
  retry,    // Host::put failed: handle it again
};

// Valid while the handler runs.
struct Event {
  EventKind kind;
  uint32_t thread;        // numbers; Host::name says what they are called
  uint32_t target;        // variable, lock, thread, method ..., by kind
  uint32_t place;         // kNone: not known
  uint64_t position;      // in a trace; live: 0
  uint64_t word;          // of accesses, owners only: the location's word, 0 to kMaxWord
  void** thread_state;    // a pointer of the tool's own, null at first
  void** lock_state;      // the same of the lock, volatile, channel ...; null: the event has none
  uint32_t last_writer;   // thread of the location's last write, where the source knows it, or kNone
  uint32_t last_reader;
  void* internal;
};
inline constexpr uint64_t kMaxWord = (uint64_t{1} << 60) - 1;

// Lives as long as the tool. Thread-safe.
class Host {
 public:
  // Changes the word of the access's location. False: it has changed meanwhile; return Flow::retry.
  virtual bool put(Event& e, uint64_t word) = 0;
  // Reports the event, with the location's last access by another thread as the earlier one. Events with the
  // same two places are one finding. `finding` is an index into Description::findings; `note` may be null.
  virtual void report(const Event& e, uint32_t finding, const char* note) = 0;
  // The locks that the thread of the event holds: how many; as many as there is room for are stored.
  virtual size_t held(const Event& e, uint32_t* locks, size_t room) = 0;
  // The name of the event's target or thread, cut off to the room, with a zero at the end.
  virtual void name_target(const Event& e, char* text, size_t room) = 0;
  virtual void name_thread(const Event& e, char* text, size_t room) = 0;

 protected:
  ~Host() = default;
};

// Where a tool says what it has to say when the target has ended.
class Output {
 public:
  virtual void line(const char* text) = 0;

 protected:
  ~Output() = default;
};

// For the making of a tool.
class Setup {
 public:
  virtual Host& host() = 0;
  // Of Name@key=value,key=value. A key that the tool does not ask for is an error.
  virtual const char* option(const char* key, const char* otherwise) = 0;
  // Refuses the chain, with this message.
  virtual void problem(const char* text) = 0;

 protected:
  ~Setup() = default;
};

class Tool {
 public:
  virtual ~Tool() = default;
  // Events of the kinds that the description names; of owners, only accesses of locations that they own.
  virtual Flow handle(Event& e) = 0;
  // Owners: the first word of a location that comes to the tool. `handle` gets the same event next.
  virtual uint64_t make(Event&) { return 0; }
  virtual void finish(Output&) {}
};

struct FindingKind {
  const char* rule;     // data-race, lock-discipline, atomicity-violation, nondeterminism or deadlock
  const char* message;  // {target}, {operation}, {thread}, {earlier_operation}, {earlier_thread}, {note}
  const char* hint;
};

struct Description {
  uint32_t api;  // kApiVersion
  const char* name;
  const char* summary;
  bool owns_locations;
  uint64_t listens;  // bits of kinds
  const FindingKind* findings;
  uint32_t finding_count;
  Tool* (*make)(Setup& setup);
};

}  // namespace deadheat

// The function that the library exports: `DEADHEAT_TOOL { return &kDescription; }`
#define DEADHEAT_TOOL \
  extern "C" __attribute__((visibility("default"))) const deadheat::Description* deadheat_tool()
