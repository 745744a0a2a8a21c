// Objects that other threads cannot have yet: the thread that made them has not stored them anywhere.
#pragma once

#include "whole_program/trace.h"

namespace dh::whole {

// Not thread-safe: stores are looked up on the first query.
class Publication {
 public:
  Publication(const smallir::Module& module, const Heap& heap, const Traces& traces)
      : module_(module), heap_(heap), traces_(traces) {}

  // Whether the access is by the thread that makes the object, before that stores it anywhere or starts a
  // thread that could have it.
  bool before_it(const AccessEvent& access, ObjectId object);

 private:
  struct Stored {
    uint32_t time = 0;
    NodeId value;        // invalid: a thread is started
    uint32_t since = 0;  // in a variable of an activation that began then: others have it if they got a block
  };

  void collect();
  void add_operands(const AccessEvent& access);
  bool publishes(const Stored& stored, ObjectId object, ThreadId thread) const;
  bool publishes_block(const Stored& stored) const;
  std::span<const Stored> between(ThreadId thread, uint32_t first, uint32_t last) const;
  uint32_t begin_of_owner(const AccessEvent& access) const;

  const smallir::Module& module_;
  const Heap& heap_;
  const Traces& traces_;
  std::vector<std::vector<Stored>> stored_;  // by thread, by time
};

}  // namespace dh::whole
