// Deadlocks: which locks a thread acquires while it holds others, over the whole program.
//
// 1. collect_lock_uses, for each class, in parallel: what is acquired and called with a lock held.
// 2. check_lock_order, once: reads the methods that are called so, finds what they acquire in the end, and
// reports pairs
//    of locks that are acquired in both orders.
//
// Locks are distinguished by the field or class that they belong to, not by object, as in "Reasoning about
// starvation" of the Infer project: two objects of one class count as one lock. A lock is reported against
// itself only where the code shows two objects: its own, and one that it gets as an argument.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "java/patterns/check.h"

namespace dh::java {

struct LockKey {
  // waiting: no lock, but a call that waits for time or another thread; it spreads to callers as locks do.
  enum class Kind : uint8_t { none, object, field, class_object, waiting };
  Kind kind = Kind::none;
  uint32_t id = 0;  // TypeId, FieldId, TypeId, number_of_wait()

  bool is_lock() const { return kind != Kind::none && kind != Kind::waiting; }

  friend auto operator<=>(const LockKey&, const LockKey&) = default;
  friend size_t hash_value(const LockKey& k) { return hash_combine(static_cast<uint64_t>(k.kind), k.id); }
};

struct KeyHeld {
  LockKey key;
  LockMode mode = LockMode::exclusive;
  Span at;
};

// One acquisition.
struct LockUse {
  KeyHeld lock;
  std::vector<KeyHeld> held;  // before it
  LockKey twin = {};          // the lock of the same name of another object is held; kind none: no
  bool of_arguments = false;  // both objects of the twins are arguments
};

struct CallUse {
  std::vector<MethodId> targets;
  Span at;
  std::vector<KeyHeld> held;
  bool fresh_receiver = false;  // of an object that the caller has just made
  LockKey twin = {};            // of an argument, while the lock of its own object is held; kind none: no
};

struct LockingBody {
  TypeId type;
  MethodId method;  // invalid: an initialiser or lambda
  std::string name;
  bool in_test = false;
  std::vector<LockUse> acquires;
  std::vector<LockUse> waits;
  std::vector<CallUse> calls;
};

// What an annotation says of a method.
struct Promise {
  enum class Kind : uint8_t { main_thread, lockless };
  MethodId method;
  Kind kind{};
};

// The bodies of a class that hold a lock while they acquire another one or call something.
void collect_lock_uses(HeldLocks& held, const Code& code, const Node* node, std::vector<LockingBody>& out);

// The methods of the project that run at the node: of a call, of `new T()`, or of a method reference that a
// call runs before it returns.
std::vector<MethodId> called_at(const Code& code, const Node* node);

// The lock that an expression denotes; kind none: not known.
LockKey lock_key(const Code& code, const Expr* lock, int depth = 0);

struct LockOrderInput {
  const Index& index;
  const Models& models;
  std::vector<LockingBody> bodies;
  std::vector<Promise> promises;
  const FactorWeights& weights;
  Parallelism parallel;
};
class MethodLocks;
std::vector<Finding> check_lock_order(const LockOrderInput& input, const MethodLocks& locks);

// Methods of the main thread that wait, and methods without locks that acquire one; calls that wait with a
// lock held.
void collect_promises(const Code& code, const Node* node, std::vector<Promise>& out);
std::vector<Finding> check_waits(const LockOrderInput& input, const MethodLocks& locks);

}  // namespace dh::java
