#include "java/rules/rating.h"

#include <algorithm>

namespace dh::java {

namespace {

// The lock field of another object is held: objects that pass their lock on may share it.
bool holds_lock_of_other_object(const RatedAccess& access) {
  const Judged& judged = access.judged;
  const PathTable& paths = judged.unit.paths;
  for (const Guard& guard : access.guards) {
    if (!guard.path.valid() || paths.node(guard.path).step != Step::field) continue;
    FieldId lock(paths.node(guard.path).value);
    const FieldSources& sources = judged.knowledge().sources(lock);
    bool own = sources.initializer != nullptr ||
               std::all_of(sources.assignments.begin(), sources.assignments.end(),
                           [](const auto& set) { return as<NewObject>(set.value) != nullptr; });
    if (own) continue;
    for (const Held& h : access.counted.held) {
      const PathNode& node = paths.node(judged.unit.monitors[h.monitor].path);
      if (node.step == Step::field && FieldId(node.value) == lock) return true;
    }
  }
  return false;
}

template <UseEvidence evidence>
bool is_known_by(const RatedAccess& access) {
  return access.use.evidence == evidence;
}

template <Escaped how>
bool has_escaped(const RatedAccess& access) {
  return access.counted.escaped == how;
}

bool is_for_tests(const RatedAccess& access) {
  return for_tests_only(access.judged, access.use.body);
}

bool has_unknown_callers(const RatedAccess& access) {
  return access.judged.summaries.instances[access.counted.instance].loose;
}

bool has_thread_safe_type(const RatedAccess& access) {
  const Judged& judged = access.judged;
  return judged.knowledge().field_sharing(access.use.field) == Sharing::thread_safe &&
         judged.index().field(access.use.field).has(kFinal);
}

struct FactorRule {
  JavaFactor factor;
  bool (*applies)(const RatedAccess&);
};

constexpr FactorRule kUnsynchronized[] = {
    {JavaFactor::unknown_receiver_type, is_known_by<UseEvidence::method_name>},
    {JavaFactor::passed_to_method, is_known_by<UseEvidence::passed_to_method>},
    {JavaFactor::passed_to_constructor, is_known_by<UseEvidence::passed_to_constructor>},
    {JavaFactor::escaped_directly, has_escaped<Escaped::directly>},
    {JavaFactor::escaped_by_capture, has_escaped<Escaped::captured>},
    {JavaFactor::method_for_tests, is_for_tests},
};

constexpr FactorRule kGuardedField[] = {
    {JavaFactor::callers_not_seen, has_unknown_callers},
    {JavaFactor::escaped_directly, has_escaped<Escaped::directly>},
    {JavaFactor::escaped_by_capture, has_escaped<Escaped::captured>},
    {JavaFactor::method_for_tests, is_for_tests},
    {JavaFactor::thread_safe_type, has_thread_safe_type},
    {JavaFactor::lock_of_other_object, holds_lock_of_other_object},
};

Confidence rate(JavaFactor start, std::span<const FactorRule> rules, const RatedAccess& access) {
  const FactorSet<JavaFactor>& factors = access.judged.factors;
  Confidence confidence(factors[start]);
  for (const FactorRule& rule : rules) {
    if (rule.applies(access)) confidence.apply(factors[rule.factor]);
  }
  return confidence;
}

}  // namespace

Confidence rate_unsynchronized(const RatedAccess& access) {
  return rate(JavaFactor::start_access, kUnsynchronized, access);
}

Confidence rate_guarded_field(const RatedAccess& access) {
  return rate(JavaFactor::start_guarded_field, kGuardedField, access);
}

}  // namespace dh::java
