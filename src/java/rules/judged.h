// One unit with everything the rules need to judge it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "findings/checker.h"
#include "java/flow/guards.h"
#include "java/flow/summaries.h"
#include "java/flow/unit.h"
#include "java/rules/factors.h"

namespace dh::java {

// Files, for example to count pairs.
struct RuleCounts {
  int64_t judged_classes = 0;
  int64_t classes_by_locks = 0;
  int64_t conflicting_pairs = 0;
  int64_t bodies = 0;
  int64_t accesses = 0;
};

// What orders accesses without a lock, found once for all of them.
struct OrderingEvents {
  FlatMap<MethodId, uint32_t> last_thread_start;  // by method: where it last starts a thread; absent: nowhere
  std::vector<AccessId> volatile_accesses;
};

// The lock that callers of a method may hold, as the method's object names it.
struct CallersLock {
  enum class Kind : uint8_t { other, self, field };
  Kind kind = Kind::other;
  FieldId field;  // this.field

  friend auto operator<=>(const CallersLock&, const CallersLock&) = default;
};

// A finding that is true if some call of one of the methods, in whichever file, does not hold the lock.
struct Alternative {
  Finding finding;
  std::vector<MethodId> entries;  // empty: whatever calls there are
  CallersLock lock;
  bool callers_not_seen = false;  // the class itself does not show any caller
};

// One of the alternatives is reported: the best one that the callers leave standing.
using OpenFinding = std::vector<Alternative>;

struct Judged {
  Judged(const Knowledge& knowledge, TypeId top_class, const FactorWeights& weights = {})
      : unit(knowledge), top(top_class), lowerer(unit, top_class), factors(weights) {}

  const Knowledge& knowledge() const { return unit.knowledge; }
  const Index& index() const { return unit.knowledge.index(); }

  Unit unit;
  TypeId top;
  Lowerer lowerer;
  std::vector<TypeId> classes;                  // those that claim to be thread-safe
  std::vector<TypeId> by_locks;                 // those that are judged by their locks; sorted
  FlatMap<FieldId, std::vector<Guard>> guards;  // declared ones
  Summaries summaries;
  OrderingEvents ordering;
  std::vector<Finding> findings;
  std::vector<OpenFinding> open;  // findings that callers in other files decide about
  RuleCounts counts;
  FactorSet<JavaFactor> factors;
};

// A method of the class is annotated so: other threads may call it, whatever the class says.
bool has_thread_safe_method(const Knowledge& knowledge, TypeId type);
// A class or interface above claims to be thread-safe: what the class adds must not break that.
bool inherits_claim(const Knowledge& knowledge, TypeId type);
// Whether a class claims to be thread-safe, or all are asked for.
bool claims_thread_safety(const Knowledge& knowledge, TypeId type);
// Whether a class that claims nothing may be judged by the locks that it takes.
bool judged_by_locks(const Knowledge& knowledge, TypeId type);
// Whether anything in a top-level class needs a look: judged classes or @GuardedBy, also inherited.
bool needs_judging(const Knowledge& knowledge, TypeId top);

// Lowers and summarizes.
void prepare(Judged& judged, const StopToken& stop);

// The rules; each adds findings.
void judge_fields(Judged& judged);    // java-escape, java-unsafe-publication
void judge_accesses(Judged& judged);  // java-unsynchronized-access
void judge_inconsistent_locks(Judged& judged);
void judge_guarded_by(Judged& judged);  // java-guarded-by

// --- for reports
std::string field_name(const Index& index, FieldId field);  // Outer.Inner.field
// A path as people write it; `here` is the class whose object is `this`.
std::string path_text(const Judged& judged, PathId path, TypeId here);
std::vector<std::string> lock_texts(const Judged& judged, const LockSet& held, TypeId here);
// The access with its entry point, calls and locks. `missing`: calls that do not hold this monitor are
// preferred.
Access describe(const Judged& judged, const CountedAccess& counted, MonitorId missing);
// The field declares a guard that exists.
bool has_known_guard(const Judged& judged, FieldId field);
// By its annotations only tests are to call it.
bool for_tests_only(const Judged& judged, BodyId body);
// The methods where the paths to an instance begin that do not hold the monitor; empty: not all of them are
// methods that other code must name to call them.
std::vector<MethodId> entry_methods(const Judged& judged, InstanceId instance, MonitorId missing);
// The body where the way to an instance begins.
BodyId entry_body(const Judged& judged, InstanceId instance);
std::string entry_name(const Judged& judged, InstanceId instance, MonitorId missing,
                       std::vector<Frame>* stack, Place innermost);
bool is_suppressed(const Judged& judged, BodyId body, std::string_view rule);
bool is_suppressed(const Judged& judged, const FieldUse& use, std::string_view rule);  // use, body or field
bool is_suppressed(const Judged& judged, FieldId field, std::string_view rule);

}  // namespace dh::java
