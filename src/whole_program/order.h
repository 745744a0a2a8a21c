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

// Not thread-safe: answers are cached.
class Order {
 public:
  Order(const smallir::Module& module, const Heap& heap, const Multiplicity& multiplicity, const Roots& roots,
        const Traces& traces);

  // Whether a is certainly over before b begins.
  bool before(const AccessEvent& a, const AccessEvent& b, Owner owner) const;
  // Whether two runs of the same thread can never meet at what the owner made.
  bool private_to_each_run(ThreadId thread, Owner owner) const;
  // Whether the thread of one only runs while the thread of the other waits for it, or both do so while a
  // third one waits for each.
  bool apart_by_waiting(const AccessEvent& a, const AccessEvent& b) const;
  // Whether a queue orders the two: one is over before its thread puts the object in, and the other's takes
  // it from there; or each takes its own.
  bool ordered_by_queue(const AccessEvent& a, const AccessEvent& b, ObjectId object) const;
  // Threads that are started at one place make a tree. Each has a range of numbers: its own, the first one,
  // and those of all threads it starts, directly or not.
  std::pair<uint32_t, uint32_t> subtree(ThreadId thread) const { return subtrees_[thread.index()]; }
  // The number from which on the threads of the subtree are started after a time of the thread.
  uint32_t started_after(ThreadId thread, uint32_t time) const;

 private:
  struct Edge {
    ThreadId to;
    uint32_t released = 0;  // what is over before this time ...
    uint32_t acquired = 0;  // ... is before what begins after this time
    uint32_t until = kForever;
    VisitId start;             // of a thread start: where
    bool of_all_runs = false;  // holds for what any run of the first thread does
  };
  // A chain of edges from a thread to another: what is over before `released` there is before what begins
  // after `acquired` and is over at `until` here. In between it does not matter which run of a thread it is:
  // all of them come after the edge that leads to it.
  struct Path {
    uint32_t released = 0;
    uint32_t acquired = 0;
    uint32_t until = kForever;
    VisitId start;  // of the first edge, if it is a thread start
  };
  using Paths = FlatMap<uint32_t, std::vector<Path>>;  // by the thread they lead to
  // A thread that several threads start: what is before the first start of each is before it.
  struct Joint {
    ThreadId to;
    std::vector<std::pair<ThreadId, uint32_t>> creators;  // with the time of their first start of it
  };

  // A thread that an activation starts and waits for before it ends.
  struct Bracket {
    ThreadId starter;  // invalid: none
    VisitId activation;
    const SyncEvent* start = nullptr;
    uint32_t waited = 0;     // time in the starter
    uint32_t signalled = 0;  // time in the thread
  };

  void find_brackets(const smallir::Module& module);
  const Bracket* bracket_of(const AccessEvent& access) const;
  bool is_outside(const Bracket& bracket, const AccessEvent& access) const;
  const Paths& paths_from(ThreadId from) const;
  void follow(const Edge& first, ThreadId from, Paths& paths) const;
  void follow_joints(ThreadId from, Paths& paths) const;
  uint32_t released_for(const Joint& joint, ThreadId from, const Paths& paths) const;
  void add_starts(const Roots& roots);
  void add_start(ThreadId thread);
  void number_subtrees();
  bool before_start(const AccessEvent& a, ThreadId to, VisitId made) const;
  uint32_t latest_before(const AccessEvent& a, VisitId made, VisitId start) const;
  bool only_through(ThreadId gate, ThreadId thread) const;
  void add_joins();
  void add_signals();
  void add_counted_signals(const smallir::Module& module);
  bool before_end_of_all_runs(const AccessEvent& a, const AccessEvent& b) const;
  bool once(const SyncEvent& event) const;
  uint32_t scope_end(const SyncEvent& event) const;
  VisitId source_of_runs(ThreadId thread) const;
  bool runs_often(VisitId inner, VisitId around) const;
  VisitId enclosing(VisitId visit, InstanceId instance) const;
  bool before_own_start(const AccessEvent& a, ThreadId to, Owner owner) const;
  bool before_start_in_run(const AccessEvent& a, ThreadId to, Owner owner) const;
  bool usable(ThreadId from, Owner owner) const;
  void find_puts();
  bool before_puts(const AccessEvent& a, ObjectId object) const;
  bool before_next_put(const AccessEvent& a, ObjectId object) const;
  bool put_once(ObjectId object) const;

  const Heap& heap_;
  const Multiplicity& multiplicity_;
  const Traces& traces_;
  std::vector<std::vector<Edge>> edges_;  // by ThreadId
  struct Child {
    ThreadId thread;
    uint32_t time = 0;  // of its start
    VisitId start;
  };
  std::vector<std::vector<Child>> children_;             // by ThreadId, by time
  std::vector<std::pair<uint32_t, uint32_t>> subtrees_;  // by ThreadId
  bool only_starts_ = true;                              // the tree is all order there is
  std::vector<Joint> joints_;
  std::vector<std::vector<uint32_t>> joints_of_;  // by ThreadId of a creator
  FlatMap<uint32_t, ThreadId> by_body_;
  std::vector<Bracket> brackets_;                  // by ThreadId
  FlatMap<uint32_t, std::vector<uint32_t>> puts_;  // by object that a queue passes on: in Traces::syncs
  // Computed on the first query, and dropped when they are too many.
  mutable FlatMap<uint32_t, Paths> known_paths_;
  mutable size_t known_count_ = 0;
  mutable size_t joint_steps_ = 0;
};

}  // namespace dh::whole
