// Forward must-analysis over a Flow: which locks are surely held, which local variables surely hold an
// object of their own, and whether `this` may have escaped.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "java/flow/flow.h"

namespace dh::java {

// The variable's value says whether the lock was acquired.
struct Pending {
  VarId var;
  MonitorId monitor;
  LockMode mode = LockMode::exclusive;
  bool convert = false;
  bool when_false = false;

  friend bool operator==(const Pending&, const Pending&) = default;
};

// Whether the object under construction may have escaped.
enum class Escaped : uint8_t {
  no,
  captured,  // only through a lambda or inner object that was passed on
  directly,
};

struct HeldState {
  LockSet locks;
  std::vector<Pending> pending;    // few
  std::vector<VarId> owned;        // sorted
  std::vector<VarId> known_false;  // booleans and stamps, sorted
  Escaped escaped = Escaped::no;

  bool owns(VarId var) const;
  // The other path's state joins; true when this one changed.
  bool join(const HeldState& other);
};

// What a call does to the caller's locks, for helpers such as `void enter() { lock.lock(); }`.
struct LockEffect {
  struct Change {
    MonitorId monitor;
    LockMode mode = LockMode::exclusive;
    bool acquired = true;
    bool asserted = false;  // it was held before, or the call would not have returned
  };
  std::vector<Change> changes;
  std::vector<VarId> published;  // their objects may escape
};

// The effect of a call, in the caller's terms; null for none.
using CallEffects = std::function<const LockEffect*(CallId)>;

struct FlowStates {
  std::vector<std::optional<HeldState>> at_entry;  // by block; nothing: not reached
  std::vector<MonitorId> released_unheld;          // released without being held, sorted
};

FlowStates solve(const Flow& flow, const HeldState& entry, const CallEffects& effects);

// Calls visit with the state before each reached operation, in block order.
void for_each_op(const Flow& flow, const FlowStates& states, const CallEffects& effects,
                 const std::function<void(const Op&, const HeldState&)>& visit);

}  // namespace dh::java
