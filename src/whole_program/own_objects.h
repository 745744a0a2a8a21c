// Objects that each run of a thread has for itself, although threads that run several times have the same
// code.
#pragma once

#include "whole_program/order.h"

namespace dh::whole {

// Not thread-safe: answers are cached.
class OwnObjects {
 public:
  OwnObjects(const smallir::Module& module, const Heap& heap, const Traces& traces, const Order& order)
      : module_(module), heap_(heap), traces_(traces), order_(order) {}

  // Whether the object is made by or for each run, and the thread reads it from nowhere that other runs
  // share: not so for `all add: mine. [ all do: [:each | each run ] ] fork`.
  bool of_each_run(ThreadId thread, ObjectId object);

 private:
  // What a thread reads objects from.
  struct Source {
    NodeId node;
    ObjectId holder;   // of a field or contents
    InstanceId owner;  // of a captured variable; invalid: all share it
  };

  const std::vector<Source>& sources_of(ThreadId thread);
  bool made_for_run(ThreadId thread, InstanceId maker) const;

  const smallir::Module& module_;
  const Heap& heap_;
  const Traces& traces_;
  const Order& order_;
  std::vector<std::vector<uint32_t>> events_;       // by thread: accesses
  FlatMap<uint32_t, std::vector<Source>> sources_;  // by thread
  FlatMap<uint64_t, bool> known_;                   // by thread and object
};

}  // namespace dh::whole
