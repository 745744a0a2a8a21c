// Rules that need no claim of thread safety: misuse of locks, volatile, wait and notify, concurrent
// collections and threads, as the text of one class shows it.
//
// A rule is one file rule_*.cpp, one line in the table of patterns.cpp, one page and its cases. Rules that
// need the whole program have facts of their own: lock_order.h, class_init.h.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "java/patterns/factors.h"
#include "java/patterns/field_calls.h"
#include "java/patterns/held.h"

namespace dh::java {

// One top-level class that is being checked. Not shared between threads.
struct Checked {
  Checked(const Knowledge& k, TypeId top_class, const FactorWeights& weights)
      : knowledge(k), top(top_class), held(k, top_class), factors(weights) {}

  const Knowledge& knowledge;
  TypeId top;
  HeldLocks held;
  FieldCalls field_calls;
  FactorSet<PatternFactor> factors;
  std::vector<Finding> findings;

  const std::vector<FieldCall>& calls_of_fields() { return field_calls.all(knowledge, top, held); }
};

// --- the rules, each called for the nodes of the kind it is listed with in patterns.cpp
using Check = void (*)(Checked& checked, const Code& code, const Node* node);
void check_volatile_update(Checked& checked, const Code& code, const Node* node);
void check_lock_not_released(Checked& checked, const Code& code, const Node* node);
void check_then_act(Checked& checked, const Code& code, const Node* node);
void check_synchronized_iteration(Checked& checked, const Code& code, const Node* node);
void check_lock_object(Checked& checked, const Code& code, const Node* node);
void check_wait_notify(Checked& checked, const Code& code, const Node* node);
void check_double_checked_locking(Checked& checked, const Code& code, const Node* node);
void check_guarded_state_leak(Checked& checked, const Code& code, const Node* node);
void check_unsynchronized_override(Checked& checked, const Code& code, const Node* node);
void check_sleep_with_lock(Checked& checked, const Code& code, const Node* node);
void check_listener_call(Checked& checked, const Code& code, const Node* node);
void check_stale_flag(Checked& checked, const Code& code, const Node* node);
void check_static_state(Checked& checked, const Code& code, const Node* node);
void check_thread_run(Checked& checked, const Code& code, const Node* node);

// --- for reports
// `name` identifies what is at stake: a field or a method.
struct PatternReport {
  Rule rule{};
  Span at;
  std::string message;
  SharedThing shared;
  std::string description;  // what the code at the place does: "increments count"
  std::string hint;
  AccessKind kind = AccessKind::other;
};
// Lowers the confidence in test code; drops the finding where an annotation suppresses it. The finding that
// was added, for further places; null: suppressed.
Finding* report(Checked& checked, const Code& code, PatternReport report, Confidence confidence);
// A further place of the same class.
RelatedPlace related(const Code& code, Span at, std::string message);
Access access_at(const Code& code, Span at, AccessKind kind, std::string description);
// @SuppressWarnings with the rule's id, or the name that other tools have for it.
bool is_suppressed(const Code& code, Rule rule);
std::vector<std::string> lock_names(const Code& code, const std::vector<HeldHere>& held);

}  // namespace dh::java
