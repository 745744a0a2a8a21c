// Static traces: what each thread does, in order, with call stacks and the locks held (Algorithm 2 of the
// paper).
//
// A trace is a tree of visits: each function instance is walked once for each set of locks it is called with.
// Times number the steps of one thread. Calls of what was walked already only move its latest time, so an
// event has an earliest and a latest time, and "a is over before b begins" is one comparison.
#pragma once

#include <string>

#include "whole_program/relevance.h"

namespace dh::whole {

struct ThreadId : Id<ThreadId> {
  using Id::Id;
};
struct VisitId : Id<VisitId> {
  using Id::Id;
};

constexpr uint32_t kForever = UINT32_MAX;

struct Visit {
  InstanceId instance;
  ThreadId thread;
  VisitId parent;
  uint32_t call = 0;   // instruction of the parent's function
  uint32_t begin = 0;  // times
  uint32_t end = 0;
  uint32_t latest = 0;  // of any event in it, as far as loops and further calls delay it
  uint32_t locks = 0;   // set held at the beginning
  uint32_t locks_after = 0;
  bool often = false;     // a loop runs it
  bool certain = true;    // runs whenever the parent runs
  bool fallback = false;  // it or a parent was called because nothing was known of the receiver
  bool called_again = false;
  bool joined = false;  // runs in a thread of its own while the parent waits
};

// One lock in a set.
struct Lock {
  enum class Kind : uint8_t {
    object,        // `a`: ObjectId of a single object
    variable,      // `a`: NodeId of a class variable, global or captured variable that holds it
    self_field,    // `a`: the field of `b`'s (home instance) receiver that holds it
    owner_field,   // `a`: the field of the object that owns the variable: what self_field means to an access
    holder_field,  // `a`: the field of the object that a variable holds that is never changed; `b`: its node
    no_preemption,
    ui_process,  // what it runs is done one after the other
  };
  Kind kind{};
  uint32_t a = 0;
  uint32_t b = 0;
  // Variable of an activation of which there may be several: protects only what that activation made.
  InstanceId only_of;
  // The side of a read/write lock that several readers hold; who holds the other side holds both.
  bool shared = false;
  friend auto operator<=>(const Lock&, const Lock&) = default;
};

enum class EventKind : uint8_t { start, join, pause, signal, wait };

// A point where threads are ordered.
struct SyncEvent {
  EventKind kind{};
  ThreadId thread;
  VisitId visit;
  uint32_t instruction = 0;
  uint32_t time = 0;
  VisitId scope;        // join, pause, wait: what comes later within this visit comes after it
  InstanceId body;      // start, join, pause
  ObjectId object;      // signal, wait: semaphore or queue
  NodeId given;         // signal: what is put into a queue
  bool certain = true;  // the only object it can be
  bool many = false;    // signal: lets all waiters through
};

struct AccessEvent {
  VisitId visit;
  uint32_t instruction = 0;
  uint32_t time = 0;
  uint32_t locks = 0;  // set, in terms of the variable's owner
  bool writes = false;
  bool reads = false;
  smallir::VariableId variable;  // invalid: contents
  NodeId place;                  // captured and shared variables
  NodeId base;                   // fields: whose objects; contents with invalid object: none
  ObjectId object;               // contents
};

struct Thread {
  InstanceId body;  // invalid: a root
  uint32_t root = 0;
  bool multiple = false;  // may run more than once at a time
  bool resumed = false;   // something resumes it, where it may have suspended itself
  VisitId first;
  std::vector<uint32_t> starts;  // in Traces::syncs
  VisitId made;                  // by `newProcess`: runs as often as this makes it, wherever it is resumed
  ContextId context;
};

// A call of what was walked already.
struct FurtherCall {
  VisitId callee;
  VisitId caller;
  uint32_t instruction = 0;
};

struct Traces {
  Store<ThreadId, Thread> threads;
  Store<VisitId, Visit> visits;
  std::vector<AccessEvent> accesses;
  std::vector<SyncEvent> syncs;
  std::vector<std::vector<uint32_t>> signals_and_waits;  // by thread: in syncs
  std::vector<std::vector<uint32_t>> joins;              // by thread that waits: in syncs
  std::vector<Lock> locks;
  std::vector<std::vector<uint32_t>> lock_sets;  // sorted indexes into locks; [0] is empty
  FlatMap<uint64_t, VisitId> first_visits;       // by thread and instance
  FlatMap<uint64_t, uint32_t> made_at;           // by visit and instruction that makes an object: time
  FlatSet<uint32_t> timed_waits;                 // semaphores that something waits for with a timeout
  std::vector<FurtherCall> further_calls;        // of blocks and methods that get blocks; sorted by callee
  enum class End : uint8_t { complete, limit, stop_requested } end = End::complete;

  uint32_t latest(const AccessEvent& access) const {
    return std::max(access.time, visits[access.visit].latest);
  }
};

// What calls a visit, or starts the thread that begins with it; invalid for a root.
VisitId cause_of(const Traces& traces, VisitId visit);
// The innermost visit that both are in; invalid if there is none.
VisitId common_visit(const Traces& traces, VisitId a, VisitId b);
// The latest time of an access within one run of a visit around it.
uint32_t latest_within(const Traces& traces, const AccessEvent& access, VisitId around);

// When an instruction makes an object in one run of a visit: what comes before it can only mean an older
// object of the same place.
uint32_t time_of_making(const Traces& traces, VisitId maker, uint32_t instruction);

// The traces of the threads of all roots that have instances, and of all threads they start.
Traces build_traces(const smallir::Module& module, const ProgramIndex& index, const Heap& heap,
                    const Multiplicity& multiplicity, const Relevance& relevance, const Roots& roots,
                    const RootInstances& instances, size_t max_visits, const StopToken& stop);

}  // namespace dh::whole
