// What methods acquire in the end: themselves, or in the methods they call.
#pragma once

#include <vector>

#include "java/patterns/lock_order.h"

namespace dh::java {

// How a method comes to acquire a lock.
struct LockRoute {
  KeyHeld lock;          // `at` is the place of the acquisition, in the last method
  MethodId callee;       // the next method; invalid: it acquires the lock itself
  Span call;             // where it calls that one
  uint32_t calls = 0;    // from here to the acquisition
  bool guessed = false;  // some call may mean another method: an interface or an overridden method
};

// A lock that each object of the class has for itself: nobody waits for that of a new object.
bool belongs_to_object_of(const Index& index, const LockKey& lock, TypeId type);

// Outer.field, Outer.class, Outer: for messages.
std::string lock_key_name(const Index& index, const LockKey& key);

class MethodLocks {
 public:
  // Reads the methods that are called with a lock held, and what they call.
  MethodLocks(const LockOrderInput& input);

  const std::vector<LockRoute>& of(MethodId method) const;
  // The methods that a call may run: implementations of an abstract method, if there are few. Valid until the
  // next question; not for several threads.
  const std::vector<MethodId>& implementations(MethodId method, bool* guessed) const;
  // The calls from a method to the acquisition that a route of it ends in.
  struct Step {
    MethodId method;
    const LockRoute* route = nullptr;
  };
  std::vector<Step> path_to(MethodId method, const KeyHeld& lock, uint32_t calls) const;

 private:
  struct Facts {
    std::vector<LockRoute> routes;
    std::vector<CallUse> calls;
  };
  void read(const std::vector<MethodId>& methods, const LockOrderInput& input);
  void spread();

  const Index& index_;
  FlatMap<MethodId, Facts> facts_;
  std::vector<MethodId> order_;  // the keys of facts_, sorted
  mutable FlatMap<MethodId, std::vector<MethodId>> implementations_;
};

}  // namespace dh::java
