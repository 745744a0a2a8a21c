// From a pattern to a finding.
#include <algorithm>
#include <utility>

#include "java/patterns/check.h"

namespace dh::java {

namespace {

// What other tools call the same defect: @SuppressWarnings with such a name counts, too.
constexpr std::pair<Rule, std::string_view> kOtherNames[] = {
    {Rule::java_volatile_update, "NonAtomicVolatileUpdate"},
    {Rule::java_volatile_update, "NonAtomicOperationOnVolatileField"},
    {Rule::java_lock_not_released, "LockNotBeforeTry"},
    {Rule::java_lock_not_released, "LockAcquiredButNotSafelyReleased"},
    {Rule::java_bad_lock_object, "SynchronizeOnNonFinalField"},
    {Rule::java_bad_lock_object, "SynchronizationOnLocalVariableOrMethodParameter"},
    {Rule::java_bad_lock_object, "LockOnBoxedPrimitive"},
    {Rule::java_wait_notify, "WaitNotInLoop"},
    {Rule::java_wait_notify, "CallToNotifyInsteadOfNotifyAll"},
    {Rule::java_double_checked_locking, "DoubleCheckedLocking"},
    {Rule::java_unsynchronized_override, "UnsynchronizedOverridesSynchronized"},
    {Rule::java_unsynchronized_override, "NonSynchronizedMethodOverridesSynchronizedMethod"},
    {Rule::java_sleep_with_lock, "SleepWhileHoldingLock"},
    {Rule::java_thread_run, "CallToThreadRun"},
};

bool suppressed_by(const Code& code, List<Annotation> annotations, Rule rule) {
  std::string_view text = code.index().file(code.index().type(code.type).file).tree.file.text();
  if (code.knowledge.suppressed(annotations, text, rule_info(rule).id)) return true;
  return std::any_of(std::begin(kOtherNames), std::end(kOtherNames), [&](const auto& other) {
    return other.first == rule && code.knowledge.suppressed(annotations, text, other.second);
  });
}

// By its annotations only tests are to call the method.
bool is_for_tests(const Code& code) {
  return code.method != nullptr &&
         code.knowledge.annotated(code.method->modifiers->annotations,
                                  code.knowledge.models().test_visibility_annotations);
}

}  // namespace

bool is_suppressed(const Code& code, Rule rule) {
  if (code.method != nullptr && suppressed_by(code, code.method->modifiers->annotations, rule)) return true;
  for (const Node* node : code.around) {
    const Modifiers* modifiers = nullptr;
    if (const auto* method = as<Method>(node)) modifiers = method->modifiers;
    if (const auto* decl = as<ClassDecl>(node)) modifiers = decl->modifiers;
    if (const auto* var = as<Var>(node)) modifiers = var->modifiers;
    if (modifiers != nullptr && !modifiers->annotations.empty() &&
        suppressed_by(code, modifiers->annotations, rule))
      return true;
  }
  return false;
}

Access access_at(const Code& code, Span at, AccessKind kind, std::string description) {
  Access access;
  access.kind = kind;
  access.place = code.index().place(code.type, at);
  access.description = std::move(description);
  access.symbol = code.name();
  access.thread = access.symbol;
  return access;
}

RelatedPlace related(const Code& code, Span at, std::string message) {
  return {code.index().place(code.type, at), std::move(message)};
}

Finding* report(Checked& checked, const Code& code, PatternReport what, Confidence confidence) {
  if (is_suppressed(code, what.rule)) return nullptr;
  if (code.in_test() || is_for_tests(code)) confidence.apply(checked.factors[PatternFactor::in_test_code]);
  Finding finding;
  finding.rule = what.rule;
  finding.place = code.index().place(code.type, what.at);
  finding.message = std::move(what.message);
  finding.shared = std::move(what.shared);
  finding.accesses.push_back(access_at(code, what.at, what.kind, std::move(what.description)));
  finding.accesses.back().locks = lock_names(code, checked.held.around(code));
  finding.hint = std::move(what.hint);
  finding.confidence = std::move(confidence);
  checked.findings.push_back(std::move(finding));
  return &checked.findings.back();
}

std::vector<std::string> lock_names(const Code& code, const std::vector<HeldHere>& held) {
  std::vector<std::string> names;
  for (const HeldHere& one : held) {
    if (one.lock != nullptr) {
      names.emplace_back(code.text(one.lock));
    } else if (one.by == HeldBy::synchronized_method) {
      const auto* method = as<Method>(one.at);
      bool is_static = method != nullptr && method->modifiers->has(kStatic);
      names.push_back(is_static ? code.index().type(code.type).display + ".class" : "this");
    }
  }
  return names;
}

}  // namespace dh::java
