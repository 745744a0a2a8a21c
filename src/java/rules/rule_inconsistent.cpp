// java-inconsistent-lock: the lock that most accesses to a field hold is taken to be its guard, in classes
// that claim nothing; the accesses without it are the exceptions.
//
// After "Bugs as deviant behavior" (Engler et al., SOSP 2001): a belief that the code shows often and breaks
// rarely is probably right where it is shown.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "java/rules/consequence.h"
#include "java/rules/documentation.h"
#include "java/rules/field_accesses.h"
#include "java/rules/publication.h"
#include "java/rules/rating.h"
#include "java/rules/sharing_evidence.h"
#include "java/rules/synchronize_fix.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr size_t kMinAccesses = 3;
constexpr int kWriteWeight = 2;
constexpr size_t kMaxShownHolders = 10;
constexpr size_t kMaxAlternatives = 4;

// How many accesses hold a monitor.
struct GuardEvidence {
  MonitorId monitor;
  int held = 0;
  int total = 0;
  int held_weight = 0;
  int total_weight = 0;
  bool write_holds = false;
  std::set<BodyId> bodies;  // that hold it

  bool is_convention() const {
    return held >= 2 && total >= static_cast<int>(kMinAccesses) && held_weight * 2 >= total_weight;
  }
  // set() with the lock, get() without it: no convention yet, but a write that somebody found worth a lock.
  bool is_pair() const { return held == 1 && total == 2 && write_holds; }
  double share() const { return total_weight == 0 ? 0 : static_cast<double>(held_weight) / total_weight; }
};

int weight_of(const FieldUse& use) {
  return use.use.modifies() ? kWriteWeight : 1;
}

// The monitors that are held at some access of a body; for methods by their declaration, too.
class MonitorsOfBodies {
 public:
  explicit MonitorsOfBodies(const Judged& judged) {
    const Unit& unit = judged.unit;
    for (const CountedAccess& access : judged.summaries.accesses) {
      BodyId body = unit.accesses[access.access].body;
      MethodId method = unit.bodies[body].method;
      const Method* decl = method.valid() ? judged.index().method(method).decl : nullptr;
      for (const Held& held : access.held) {
        by_body_.insert({body, held.monitor});
        if (decl != nullptr) by_method_.insert({decl, held.monitor});
      }
    }
  }

  bool holds(BodyId body, MonitorId monitor) const { return by_body_.contains({body, monitor}); }
  bool holds(const Method* method, MonitorId monitor) const { return by_method_.contains({method, monitor}); }

 private:
  std::set<std::pair<BodyId, MonitorId>> by_body_;
  std::set<std::pair<const Method*, MonitorId>> by_method_;
};

class InferredGuard {
 public:
  InferredGuard(Judged& judged, const MonitorsOfBodies& monitors, FieldId field)
      : judged_(judged),
        monitors_(monitors),
        index_(judged.index()),
        field_(field),
        info_(index_.field(field)) {}

  void add(const CountedAccess& counted) {
    const FieldUse& use = judged_.unit.accesses[counted.access];
    if (use.use.as_monitor || !can_conflict(info_, use.use)) return;
    // Of an object that is not known it cannot be said which locks belong to it.
    if (!info_.has(kStatic) && !use.base.valid()) return;
    if (is_suppressed(judged_, use, "java-inconsistent-lock")) return;
    uses_.push_back({&counted, &use, guards_held(judged_, use, counted.held),
                     rate_inconsistent({judged_, counted, use})});
  }

  // Whether any access holds a lock, so that the field is judged at all.
  bool has_locks() const {
    return std::any_of(uses_.begin(), uses_.end(), [&](const CountedUse& use) {
      return std::any_of(use.guards.begin(), use.guards.end(),
                         [&](const GuardHeld& g) { return is_lock(g.monitor); });
    });
  }

  void judge() {
    merge_repeats(judged_, uses_);
    choose_guard();
    if (!guard_.monitor.valid()) return;
    bool always = std::all_of(uses_.begin(), uses_.end(),
                              [&](const CountedUse& use) { return holds(use, guard_.monitor); });
    if (always) return;
    documented_ = documented_safety(index_, info_.owner);
    sharing_ = sharing_evidence(judged_.knowledge(), info_.owner);
    find_exceptions();
    if (exceptions_.empty()) return;
    report();
  }

 private:
  struct Exception {
    const CountedUse* at = nullptr;
    const CountedUse* partner = nullptr;
    Confidence confidence;
  };

  bool is_lock(MonitorId monitor) const { return judged_.unit.monitors[monitor].kind != MonitorKind::thread; }

  bool holds(const CountedUse& use, MonitorId monitor) const {
    const GuardHeld* held = find_guard(use.guards, monitor);
    if (held == nullptr) return false;
    return held->mode == LockMode::exclusive || !use.use->use.modifies();
  }

  // Accesses before other threads have the object, or whose callers are unknown, say nothing against a guard.
  bool is_evidence(const CountedUse& use) const {
    const CountedAccess& counted = *use.counted;
    return counted.escaped == Escaped::no && !judged_.summaries.instances[counted.instance].loose &&
           !is_set_up({judged_, counted, *use.use}) && !for_tests_only(judged_, use.use->body);
  }

  GuardEvidence evidence_for(MonitorId monitor) const {
    GuardEvidence evidence;
    evidence.monitor = monitor;
    for (const CountedUse& use : uses_) {
      bool held = holds(use, monitor);
      if (!held && !is_evidence(use)) continue;
      int weight = weight_of(*use.use);
      evidence.total++;
      evidence.total_weight += weight;
      if (!held) continue;
      evidence.held++;
      evidence.held_weight += weight;
      evidence.write_holds = evidence.write_holds || use.use->use.modifies();
      evidence.bodies.insert(use.use->body);
    }
    return evidence;
  }

  void choose_guard() {
    std::set<MonitorId> monitors;
    for (const CountedUse& use : uses_) {
      for (const GuardHeld& held : use.guards) {
        if (is_lock(held.monitor)) monitors.insert(held.monitor);
      }
    }
    for (MonitorId monitor : monitors) {
      GuardEvidence evidence = evidence_for(monitor);
      bool counts = evidence.is_convention() || (evidence.is_pair() && !is_lock_of_outer_object(monitor));
      if (counts && evidence.held_weight > guard_.held_weight) guard_ = evidence;
    }
  }

  // Writes first; of these, for what reads inside of an object, those that change it there.
  static int rank(const FieldUse& partner, const FieldUse& exception) {
    bool inside = exception.use.content_read && partner.use.content_write;
    return (partner.use.modifies() ? 1 : 0) + (inside ? 1 : 0);
  }

  // The access that holds the guard and conflicts with an exception.
  const CountedUse* partner_of(const CountedUse& exception) const {
    const CountedUse* best = nullptr;
    for (const CountedUse* use : holders_) {
      if (!conflict(judged_.unit, info_, *exception.use, *use->use) ||
          exclude_each_other(exception.guards, use->guards))
        continue;
      if (best == nullptr || rank(*use->use, *exception.use) > rank(*best->use, *exception.use)) best = use;
    }
    return best;
  }

  // The accesses that hold the guard, one of each kind: others conflict with the same accesses.
  void find_holders() {
    std::set<std::tuple<bool, bool, bool, bool, uint32_t, GuardSet>> kinds;
    for (const CountedUse& use : uses_) {
      if (!holds(use, guard_.monitor)) continue;
      const FieldAccessUse& how = use.use->use;
      bool is_new = kinds
                        .insert({how.reference_read, how.reference_write, how.content_read, how.content_write,
                                 use.use->inside, use.guards})
                        .second;
      if (is_new) holders_.push_back(&use);
    }
  }

  void find_exceptions() {
    find_holders();
    for (const CountedUse& use : uses_) {
      if (holds(use, guard_.monitor)) continue;
      const CountedUse* partner = partner_of(use);
      if (partner == nullptr) continue;
      exceptions_.push_back({&use, partner, Confidence()});
    }
    for (Exception& exception : exceptions_) {
      exception.confidence = rate(*exception.at);
      if (is_ordered_by_volatile(judged_, *exception.at->use, *exception.partner->use))
        exception.confidence.apply(judged_.factors[JavaFactor::ordered_by_volatile]);
    }
    auto better = [&](const Exception& a, const Exception& b) {
      if (a.confidence.value() != b.confidence.value()) return a.confidence.value() > b.confidence.value();
      if (a.at->use->use.modifies() != b.at->use->use.modifies()) return a.at->use->use.modifies();
      return place_order(judged_, *a.at) < place_order(judged_, *b.at);
    };
    std::stable_sort(exceptions_.begin(), exceptions_.end(), better);
  }

  bool takes_guard(BodyId body) const {
    const std::vector<Op>& ops = judged_.unit.bodies[body].flow.ops;
    return std::any_of(ops.begin(), ops.end(), [&](const Op& op) {
      return op.kind == OpKind::acquire && MonitorId(op.a) == guard_.monitor;
    });
  }

  // A method that the body calls takes the lock: get() { prepare(); return map.get(key); }
  bool calls_what_takes_guard(BodyId body) const {
    const std::vector<Op>& ops = judged_.unit.bodies[body].flow.ops;
    return std::any_of(ops.begin(), ops.end(), [&](const Op& op) {
      if (op.kind != OpKind::call) return false;
      const std::vector<BodyId>& targets = judged_.unit.calls[CallId(op.a)].targets;
      return targets.size() == 1 && takes_guard(targets.front());
    });
  }

  // The method takes the lock before or after, so that it sees what others wrote before.
  bool is_checked_again(const CountedUse& use) const {
    if (use.use->use.modifies()) return false;
    return takes_guard(use.use->body) || takes_guard(entry_body(judged_, use.counted->instance)) ||
           calls_what_takes_guard(use.use->body);
  }

  // A lambda or anonymous class that is written in a method that holds the guard: it may run at once.
  bool is_made_under_guard(const CountedUse& use) const {
    return is_body_made_under_guard(use.use->body) ||
           is_body_made_under_guard(entry_body(judged_, use.counted->instance)) ||
           is_referenced_under_guard(entry_method(use));
  }

  // accept(this::handle) in methods that hold the guard, and nowhere else.
  bool is_referenced_under_guard(MethodId method) const {
    if (!method.valid() || !index_.method(method).has(kPrivate)) return false;
    const MethodInfo& info = index_.method(method);
    const Method* around = nullptr;
    size_t references = 0;
    bool all = true;
    walk(index_.type(judged_.top).decl, [&](const Node* node) {
      if (const auto* inner = as<Method>(node)) around = inner;
      if (const auto* call = as<Call>(node)) all = all && call->name.name != info.name;
      const auto* reference = as<MethodRef>(node);
      if (reference == nullptr || reference->name.name != info.name) return true;
      ++references;
      all = all && around != nullptr && monitors_.holds(around, guard_.monitor);
      return true;
    });
    return references > 0 && all;
  }

  MethodId entry_method(const CountedUse& use) const {
    return judged_.unit.bodies[entry_body(judged_, use.counted->instance)].method;
  }

  // A class that is not public, all of whose objects are made with the guard held: a parser's handler.
  bool is_made_only_under_guard(TypeId type) const {
    if (type == judged_.top || index_.type(type).has(kPublic)) return false;
    size_t made = 0;
    for (const CallSite& site : judged_.unit.calls) {
      if (site.made != type) continue;
      if (!monitors_.holds(site.caller, guard_.monitor)) return false;
      ++made;
    }
    return made > 0;
  }

  bool is_body_made_under_guard(BodyId id) const {
    const Body& body = judged_.unit.bodies[id];
    if (body.around.valid() && monitors_.holds(body.around, guard_.monitor)) return true;
    if (is_made_only_under_guard(body.owner)) return true;
    // An iterator inside of an Iterable is two classes deep.
    for (TypeId type = body.owner; type.valid(); type = index_.type(type).enclosing) {
      const auto* method = as<Method>(index_.type(type).enclosing_member);
      if (method != nullptr && monitors_.holds(method, guard_.monitor)) return true;
    }
    return false;
  }

  // Only objects of subclasses use the lock, and they override the method: an unsynchronized class, and
  // a synchronized one below it.
  bool is_overridden_with_lock(const CountedUse& use) const {
    MethodId method = entry_method(use);
    if (!method.valid() || holders_.empty()) return false;
    TypeId owner = index_.method(method).owner;
    return std::all_of(uses_.begin(), uses_.end(), [&](const CountedUse& other) {
      if (!holds(other, guard_.monitor)) return true;
      MethodId holder = entry_method(other);
      TypeId below = holder.valid() ? index_.method(holder).owner : TypeId();
      if (!below.valid() || below == owner || !index_.is_subtype(below, owner)) return false;
      const MethodInfo& info = index_.method(method);
      std::vector<MethodId> found = index_.find_methods(below, info.name, info.arity);
      return std::find(found.begin(), found.end(), method) == found.end();
    });
  }

  // Something is added to or removed from what the field refers to; not where each change replaces it.
  bool content_changes() const {
    return std::any_of(uses_.begin(), uses_.end(), [](const CountedUse& use) {
      return use.use->use.content_write || use.use->evidence == UseEvidence::method_name;
    });
  }

  // What the exception reads or changes is a collection that must not change meanwhile.
  bool reads_collection(const FieldUse& use) const {
    constexpr std::string_view kPackage = "java.util.";
    constexpr std::string_view kNoCollections[] = {"Calendar",     "Date",   "Enumeration", "Iterator",
                                                   "ListIterator", "Locale", "Optional",    "Random",
                                                   "Scanner",      "Timer"};
    std::string_view type = info_.type.qualified;
    if (!use.use.content_read || use.evidence != UseEvidence::seen || !type.starts_with(kPackage))
      return false;
    if (asks_for_size(use) || !content_changes()) return false;
    return std::find(std::begin(kNoCollections), std::end(kNoCollections), type.substr(kPackage.size())) ==
           std::end(kNoCollections);
  }

  bool only_setters_write() const {
    return std::all_of(uses_.begin(), uses_.end(), [&](const CountedUse& use) {
      return !use.use->use.modifies() || is_setter(judged_, use.use->body) ||
             is_set_up({judged_, *use.counted, *use.use});
    });
  }

  // getSize() beside a synchronized setSize().
  bool is_getter_of_setter(const CountedUse& use) const {
    auto name_of = [&](const CountedUse& one) {
      MethodId method = judged_.unit.bodies[one.use->body].method;
      return method.valid() ? index_.text(index_.method(method).name) : std::string_view();
    };
    std::string_view getter = name_of(use);
    std::string_view property = getter.starts_with("get")  ? getter.substr(3)
                                : getter.starts_with("is") ? getter.substr(2)
                                                           : std::string_view();
    return !property.empty() && std::any_of(holders_.begin(), holders_.end(), [&](const CountedUse* holder) {
      std::string_view setter = name_of(*holder);
      return setter.starts_with("set") && setter.substr(3) == property;
    });
  }

  // Something but the reference is read: a primitive value, or a reference that is not followed.
  bool is_plain_read(const FieldUse& use) const { return !use.use.modifies() && !use.use.content_read; }

  // n++: what others write meanwhile is lost, whenever it runs.
  bool is_update(const FieldUse& use) const { return use.use.reference_read && use.use.reference_write; }

  bool asks_for_size(const FieldUse& use) const {
    if (!use.called.valid() || use.use.modifies()) return false;
    std::string_view name = index_.text(use.called);
    return name == "size" || name == "isEmpty" || name == "cardinality";
  }

  Confidence rate(const CountedUse& use) const {
    const FactorSet<JavaFactor>& factors = judged_.factors;
    Confidence confidence = use.confidence;
    auto apply = [&](bool applies, JavaFactor factor, std::string detail = {}) {
      if (applies) confidence.apply(factors[factor], std::move(detail));
    };
    // Accesses that say nothing against the guard are exceptions all the same.
    size_t held = static_cast<size_t>(guard_.held);
    bool nearly_always = guard_.share() >= 0.8 && held >= 5 && exceptions_.size() * 3 <= held;
    apply(nearly_always, JavaFactor::guard_held_nearly_always);
    bool half = !guard_.is_pair() && (guard_.share() < 0.65 || exceptions_.size() > held);
    apply(half, JavaFactor::guard_held_half_the_time);
    apply(guard_.is_pair(), JavaFactor::guard_of_one_access);
    bool tells =
        guard_.is_pair() ? !is_plain_read(*use.use) || is_getter_of_setter(use) : guard_.bodies.size() >= 2;
    apply(!tells, JavaFactor::guard_in_one_method);
    apply(!guard_.write_holds, JavaFactor::no_write_holds_guard);
    apply(use.use->use.modifies() && !is_update(*use.use), JavaFactor::unlocked_write);
    apply(is_plain_read(*use.use), JavaFactor::plain_read);
    apply(reads_collection(*use.use), JavaFactor::collection_access);
    apply(asks_for_size(*use.use), JavaFactor::only_size);
    apply(is_made_under_guard(use), JavaFactor::made_under_guard);
    apply(is_checked_again(use), JavaFactor::checked_again);
    apply(is_overridden_with_lock(use), JavaFactor::overridden_with_lock);
    apply(!guard_.is_pair() && only_setters_write(), JavaFactor::only_setters_write);
    apply(is_lock_of_outer_object(guard_.monitor), JavaFactor::lock_of_outer_object);
    apply(!judged_.unit.monitors[guard_.monitor].stable, JavaFactor::guard_not_final, guard_text());
    apply(documented_ == DocumentedSafety::not_thread_safe, JavaFactor::documented_unsafe);
    apply(!sharing_.empty(), JavaFactor::evidence_of_sharing, sharing_);
    return confidence;
  }

  bool is_lock_of_outer_object(MonitorId monitor) const {
    const PathTable& paths = judged_.unit.paths;
    const PathNode& root = paths.node(paths.root_of(judged_.unit.monitors[monitor].path));
    return root.step == Step::self && TypeId(root.value) != info_.owner;
  }

  std::string guard_text() const {
    return path_text(judged_, judged_.unit.monitors[guard_.monitor].path, info_.owner);
  }

  std::string message(const CountedUse& at, const CountedUse& partner) const {
    const FieldAccessUse& use = at.use->use;
    std::string what = use.reference_write ? "is written" : use.content_write ? "is modified" : "is read";
    std::string name = field_name(index_, field_);
    if (!use.reference_write && use.content_write) name = "what " + name + " refers to";
    std::string how = find_guard(at.guards, guard_.monitor) != nullptr
                          ? "holding " + guard_text() + " for reading only"
                          : "without " + guard_text();
    return fmt::format("{} {} {}, which {} of {} accesses hold; {}", name, what, how, guard_.held,
                       guard_.held + static_cast<int>(exceptions_.size()),
                       consequence(judged_, *at.counted, *partner.counted));
  }

  // The lock as an object of the class names it, for callers in other files.
  CallersLock callers_lock() const {
    const PathTable& paths = judged_.unit.paths;
    const PathNode& node = paths.node(judged_.unit.monitors[guard_.monitor].path);
    if (node.step == Step::self && TypeId(node.value) == info_.owner) return {CallersLock::Kind::self, {}};
    bool of_self = node.step == Step::field && paths.node(node.parent).step == Step::self;
    return of_self ? CallersLock{CallersLock::Kind::field, FieldId(node.value)} : CallersLock{};
  }

  // Exceptions that begin at different methods are alternatives: the callers of one may hold the lock.
  void report() {
    OpenFinding open;
    std::set<std::vector<MethodId>> seen;
    std::vector<const CountedUse*> without;
    for (const Exception& exception : exceptions_) without.push_back(exception.at);
    std::optional<Fix> fix = synchronize_fix(judged_, field_, guard_.monitor, without);
    for (const Exception& exception : exceptions_) {
      InstanceId instance = exception.at->counted->instance;
      std::vector<MethodId> entries = entry_methods(judged_, instance, guard_.monitor);
      if (!seen.insert(entries).second) continue;
      if (open.size() >= kMaxAlternatives) break;
      bool final_one = entries.empty();
      open.push_back({make_finding(exception), std::move(entries), callers_lock(),
                      judged_.summaries.instances[instance].loose});
      open.back().finding.fix = fix;
      if (final_one) break;
    }
    judged_.open.push_back(std::move(open));
  }

  Finding make_finding(const Exception& first) {
    Finding finding;
    finding.rule = Rule::java_inconsistent_lock;
    finding.shared = {"field", field_name(index_, field_)};
    finding.accesses.push_back(describe(judged_, *first.at->counted, guard_.monitor));
    for (const Exception& e : exceptions_) {
      if (&e != &first) finding.accesses.push_back(describe(judged_, *e.at->counted, guard_.monitor));
    }
    add_holders(finding, *first.partner);
    finding.place = finding.accesses.front().place;
    finding.message = message(*first.at, *first.partner);
    finding.hint = fmt::format("hold {} at every access", guard_text());
    finding.confidence = first.confidence;
    return finding;
  }

  void add_holders(Finding& finding, const CountedUse& partner) {
    finding.accesses.push_back(describe(judged_, *partner.counted, MonitorId()));
    size_t shown = 1;
    for (const CountedUse& use : uses_) {
      if (shown >= kMaxShownHolders) break;
      if (&use == &partner || !holds(use, guard_.monitor)) continue;
      finding.accesses.push_back(describe(judged_, *use.counted, MonitorId()));
      ++shown;
    }
  }

  Judged& judged_;
  const MonitorsOfBodies& monitors_;
  const Index& index_;
  FieldId field_;
  const FieldInfo& info_;
  std::vector<CountedUse> uses_;
  GuardEvidence guard_;
  DocumentedSafety documented_ = DocumentedSafety::none;
  std::string sharing_;  // what shows that the class is shared
  std::vector<const CountedUse*> holders_;
  std::vector<Exception> exceptions_;
};

}  // namespace

void judge_inconsistent_locks(Judged& judged) {
  const Index& index = judged.index();
  if (judged.by_locks.empty()) return;
  const MonitorsOfBodies monitors(judged);
  std::map<FieldId, InferredGuard> by_field;
  for (const CountedAccess& counted : judged.summaries.accesses) {
    FieldId field = judged.unit.accesses[counted.access].field;
    TypeId owner = index.field(field).owner;
    if (!std::binary_search(judged.by_locks.begin(), judged.by_locks.end(), owner)) continue;
    if (has_known_guard(judged, field)) continue;
    by_field.try_emplace(field, judged, monitors, field).first->second.add(counted);
  }
  std::set<TypeId> classes;
  for (auto& [field, guard] : by_field) {
    if (!guard.has_locks()) continue;
    classes.insert(index.field(field).owner);
    guard.judge();
  }
  judged.counts.classes_by_locks = static_cast<int64_t>(classes.size());
}

}  // namespace dh::java
