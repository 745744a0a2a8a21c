// Control flow of one body (method, constructor, initialiser, lambda) as blocks of small operations: only
// what matters for locks, field accesses, calls and the ownership of objects.
#pragma once

#include <cstdint>
#include <vector>

#include "base/id.h"
#include "java/flow/lock_set.h"
#include "java/index/java_models.h"
#include "source/place.h"

namespace dh::java {

struct BlockId : Id<BlockId> {
  using Id::Id;
};
struct VarId : Id<VarId> {  // a local variable or parameter of the unit
  using Id::Id;
};
struct AccessId : Id<AccessId> {
  using Id::Id;
};
struct CallId : Id<CallId> {
  using Id::Id;
};
struct BodyId : Id<BodyId> {
  using Id::Id;
};

enum class OpKind : uint8_t {
  access,             // a: AccessId
  call,               // a: CallId
  run,                // a: BodyId of a lambda or anonymous class method that runs before the call returns;
                      // mode read: on several threads, which the locks do not exclude
  acquire,            // a: MonitorId, mode
  release,            // a: MonitorId, mode
  release_strongest,  // a: MonitorId
  hold,               // a: MonitorId: the program has checked that it is held
  convert,            // a: MonitorId, mode
  drop,               // a: MonitorId: an optimistic read ends
  pend,               // a: VarId holds the result of a tryLock on b: MonitorId, in mode
  pend_convert,
  pend_not,    // the same, acquired when a is false
  assume,      // a: VarId is true or not zero here
  assume_not,  // a: VarId is false or zero here
  assign,      // a: VarId gets another value
  set_false,   // a: VarId gets false or zero
  set_true,    // a: VarId gets true
  copy,        // a: VarId gets what b: VarId holds
  own,         // a: VarId gets an object that no other code refers to
  publish,     // a: VarId's object escapes
  escape,      // this escapes; a: Escaped
  run_param,   // a: VarId of the parameter whose method is called: a lambda may run here
  mark,        // something that can throw and has no other effect
};

struct Op {
  OpKind kind{};
  LockMode mode = LockMode::exclusive;
  bool throws = true;
  uint32_t a = 0;
  uint32_t b = 0;
};

struct FlowBlock {
  uint32_t first_op = 0;
  uint32_t op_count = 0;
  std::vector<BlockId> next;
  BlockId handler;                    // where exceptions of its operations go; invalid: out of the body
  std::vector<uint32_t> unvalidated;  // monitors whose optimistic reads are not validated from here on
};

struct Flow {
  std::vector<Op> ops;
  Store<BlockId, FlowBlock> blocks;  // the first is the entry
  BlockId exit;                      // normal end of the body
};

// Builds a Flow in one pass: each block's operations are added together.
class FlowBuilder {
 public:
  FlowBuilder();

  BlockId new_block();
  // Ends the current block, without a successor, and continues in `block`, which must be new.
  void start(BlockId block);
  void edge(BlockId from, BlockId to);
  // From the current block, if control can get there.
  void jump(BlockId to);
  void add(Op op);
  // Code after return, throw, ...: unreachable.
  void dead() { end_block(); }
  bool reachable() const { return current_.valid(); }
  BlockId current() const { return current_; }

  BlockId handler() const { return handler_; }
  void set_handler(BlockId handler);

  size_t op_count() const { return flow_.ops.size(); }
  // The operations since then do not throw.
  void no_throw_since(size_t count);
  Flow take(BlockId exit);

 private:
  void end_block();

  Flow flow_;
  BlockId current_;
  BlockId handler_;
};

}  // namespace dh::java
