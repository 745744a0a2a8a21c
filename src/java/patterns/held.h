// Which locks the text around a node holds: synchronized methods and blocks, lock() before it in the block,
// tryLock() in a condition, locks in try resources. Cheap enough for every node of every file; java/flow
// knows more and costs more.
#pragma once

#include <vector>

#include "base/hash.h"
#include "java/patterns/code.h"

namespace dh::java {

enum class HeldBy : uint8_t {
  synchronized_method,
  synchronized_block,
  lock_call,
  declared,  // by an annotation, the method's name or what runs the lambda: which lock is not known
};

struct HeldHere {
  HeldBy by{};
  const Expr* lock = nullptr;  // the object; null: that of a synchronized method, or not known
  const Node* at = nullptr;    // what acquires it
  LockMode mode = LockMode::exclusive;
};

// What a statement of a block does to a lock.
struct LockStep {
  size_t statement = 0;
  bool acquires = false;
  const Expr* lock = nullptr;
  const Call* call = nullptr;
  LockMode mode = LockMode::exclusive;
};

struct LockCall {
  LockOperation operation = LockOperation::none;
  LockMode mode = LockMode::exclusive;
  const Expr* lock = nullptr;
};

// What a call does if its receiver is a lock.
LockCall lock_call(const Code& code, const Call& call);

// For all code of one top-level class; caches what blocks do.
class HeldLocks {
 public:
  HeldLocks(const Knowledge& knowledge, TypeId top) : knowledge_(knowledge), top_(top) {}

  // Innermost first. `at`: the node that the walk is at, where that may be a statement: lock() may be before
  // it in its own block.
  std::vector<HeldHere> around(const Code& code, const Node* at = nullptr);
  // Some lock is held, perhaps by all callers of the method, as far as the class shows.
  bool any(const Code& code, const Node* at = nullptr);
  // Whether the body around the node has anything that takes a lock: a quick no.
  bool may_hold(const Code& code);

 private:
  const std::vector<LockStep>& steps(const Code& code, const Block& block);
  // `gone`: locks that blocks inside have released.
  void in_block(const Code& code, const Block& block, const Node* inside, std::vector<const Expr*>& gone,
                std::vector<HeldHere>& out);
  bool callers_hold(const Code& code);
  void read_callers();

  const Knowledge& knowledge_;
  TypeId top_;
  FlatMap<const Block*, std::vector<LockStep>> steps_;
  FlatMap<const Node*, bool> takes_lock_;  // by body
  bool callers_read_ = false;
  FlatMap<MethodId, bool> all_hold_;  // methods that are called in the class: whether every call holds a lock
};

// The body (method, initialiser, lambda that runs later) that the node belongs to ends here.
bool ends_body(const Code& code, size_t ancestor);
// The innermost body around the node.
const Node* body_around(const Code& code);

}  // namespace dh::java
