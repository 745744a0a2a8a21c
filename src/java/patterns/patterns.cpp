#include "java/patterns/patterns.h"

#include <array>
#include <iterator>

#include "java/patterns/check.h"
#include "java/patterns/method_locks.h"

namespace dh::java {

namespace {

struct PatternRule {
  NodeKind kind{};
  Check check = nullptr;
};

constexpr PatternRule kRules[] = {
    {NodeKind::inc_dec, check_volatile_update},
    {NodeKind::assign, check_volatile_update},
    {NodeKind::call, check_lock_not_released},
    {NodeKind::if_stmt, check_then_act},
    {NodeKind::while_stmt, check_then_act},
    {NodeKind::conditional, check_then_act},
    {NodeKind::call, check_then_act},
    {NodeKind::for_each, check_synchronized_iteration},
    {NodeKind::synchronized_stmt, check_lock_object},
    {NodeKind::call, check_wait_notify},
    {NodeKind::if_stmt, check_double_checked_locking},
    {NodeKind::return_stmt, check_guarded_state_leak},
    {NodeKind::assign, check_guarded_state_leak},
    {NodeKind::method, check_unsynchronized_override},
    {NodeKind::call, check_sleep_with_lock},
    {NodeKind::call, check_listener_call},
    {NodeKind::call, check_thread_run},
    {NodeKind::while_stmt, check_stale_flag},
    {NodeKind::inc_dec, check_static_state},
    {NodeKind::assign, check_static_state},
    {NodeKind::call, check_static_state},
};

constexpr size_t kKinds = static_cast<size_t>(NodeKind::catch_clause) + 1;

std::array<std::vector<Check>, kKinds> by_kind() {
  std::array<std::vector<Check>, kKinds> checks;
  for (const PatternRule& rule : kRules) checks[static_cast<size_t>(rule.kind)].push_back(rule.check);
  return checks;
}

}  // namespace

std::vector<std::string> pattern_words() {
  return {"synchronized", "volatile", "ock()",    "wait(",    "notify",     "Concurrent", "Atomic",
          "Thread",       "Blocking", "Lockless", "Runnable", "DateFormat", "Calendar",   "DecimalFormat"};
}

std::vector<Finding> check_patterns(const Knowledge& knowledge, TypeId top, const FactorWeights& weights,
                                    ProgramFacts& facts) {
  static const std::array<std::vector<Check>, kKinds> kChecks = by_kind();
  Checked checked(knowledge, top, weights);
  walk_code(knowledge, top, [&](const Code& code, const Node* node) {
    for (Check check : kChecks[static_cast<size_t>(node->kind)]) check(checked, code, node);
    collect_lock_uses(checked.held, code, node, facts.bodies);
    collect_promises(code, node, facts.promises);
    collect_init_triggers(code, node, facts.triggers);
  });
  return std::move(checked.findings);
}

void collect_facts(const Knowledge& knowledge, TypeId top, ProgramFacts& facts) {
  walk_code(knowledge, top,
            [&](const Code& code, const Node* node) { collect_init_triggers(code, node, facts.triggers); });
}

std::vector<Finding> check_program(const ProgramInput& input, std::vector<ProgramFacts> facts) {
  LockOrderInput order{input.index, input.models, {}, {}, input.weights, input.parallel};
  std::vector<InitTrigger> triggers;
  for (ProgramFacts& one : facts) {
    std::move(one.bodies.begin(), one.bodies.end(), std::back_inserter(order.bodies));
    triggers.insert(triggers.end(), one.triggers.begin(), one.triggers.end());
    order.promises.insert(order.promises.end(), one.promises.begin(), one.promises.end());
  }
  std::vector<Finding> findings;
  if (!order.bodies.empty() || !order.promises.empty()) {
    const MethodLocks locks(order);
    findings = check_lock_order(order, locks);
    for (Finding& finding : check_waits(order, locks)) findings.push_back(std::move(finding));
  }
  for (Finding& finding : check_class_init(input.index, triggers, input.weights, input.parallel))
    findings.push_back(std::move(finding));
  return findings;
}

}  // namespace dh::java
