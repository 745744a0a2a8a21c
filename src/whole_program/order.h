// Happens-before between events of different threads: starts, joins, signals that certainly match their
// waits.
#pragma once

#include "whole_program/trace.h"

namespace dh::whole {

// Where the variable or object of an access was made: threads that are started with their own are not ordered
// by loops around both.
struct Owner {
  InstanceId instance;  // invalid: not known, or shared by all
};

// Not thread-safe: answers are remembered.
class Order {
 public:
  Order(const Heap& heap, const Multiplicity& multiplicity, const Roots& roots, const Traces& traces);

  // Whether a is certainly over before b begins.
  bool before(const AccessEvent& a, const AccessEvent& b, Owner owner) const;
  // Whether two runs of the same thread can never meet at what the owner made.
  bool private_to_each_run(ThreadId thread, Owner owner) const;

 private:
  struct Edge {
    ThreadId to;
    uint32_t released = 0;  // what is over before this time ...
    uint32_t acquired = 0;  // ... is before what begins after this time
    uint32_t until = kForever;
    VisitId start;  // of a thread start: where
  };
  // A chain of edges from a thread to another: what is over before `released` there is before what begins
  // after `acquired` and is over at `until` here.
  struct Path {
    uint32_t released = 0;
    uint32_t acquired = 0;
    uint32_t until = kForever;
    VisitId start;    // of the first edge, if it is a thread start
    ContextId needs;  // goes through one of several runs of a thread: only for what that run made
  };
  using Paths = FlatMap<uint32_t, std::vector<Path>>;  // by the thread they lead to

  const Paths& paths_from(ThreadId from) const;
  void follow(const Edge& first, ThreadId from, Paths& paths) const;
  void add_starts(const Roots& roots);
  void add_joins();
  void add_signals();
  uint32_t scope_end(const SyncEvent& event) const;
  uint32_t latest_within(const AccessEvent& access, VisitId around) const;
  VisitId common(VisitId a, VisitId b) const;
  bool starts_often(ThreadId thread, VisitId around) const;
  VisitId enclosing(VisitId visit, InstanceId instance) const;
  bool before_own_start(const AccessEvent& a, ThreadId to, Owner owner) const;
  bool usable(ThreadId from, Owner owner) const;

  const Heap& heap_;
  const Multiplicity& multiplicity_;
  const Traces& traces_;
  std::vector<std::vector<Edge>> edges_;    // by ThreadId
  std::vector<ThreadId> always_joined_by_;  // by ThreadId: the thread that starts it and waits each time
  FlatMap<uint32_t, ThreadId> by_body_;
  // Found when they are first asked for, and dropped when they are many.
  mutable FlatMap<uint32_t, Paths> known_paths_;
  mutable size_t known_count_ = 0;
};

}  // namespace dh::whole
