// P3: conflicting accesses without a common lock. One finding for a field.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "java/flow/frames.h"
#include "java/rules/consequence.h"
#include "java/rules/field_accesses.h"
#include "java/rules/publication.h"
#include "java/rules/rating.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr size_t kMaxListed = 100;

struct Candidate : CountedUse {
  size_t group = 0;
};

// Accesses that hold the same and do the same: whether they conflict is decided once for all of them.
struct Group {
  GuardSet guards;
  const FieldUse* use = nullptr;  // one of them
  int64_t count = 0;
  bool conflicts = false;
  int best_partner = 0;  // confidence of the surest access it conflicts with
};

// if (hash == 0) hash = compute(): each thread that finds nothing makes the value itself, and a value is all
// there.
bool is_set_if_missing(const Judged& judged, const FieldUse& use, const FieldInfo& field) {
  std::string_view type = judged.index().text(field.type.simple);
  bool torn = field.type.primitive && (type == "long" || type == "double");
  bool whole = judged.knowledge().field_sharing(use.field) == Sharing::immutable && !torn;
  MethodId method = judged.unit.bodies[use.body].method;
  if (!whole || !use.use.reference_write || use.use.reference_read || !method.valid()) return false;
  const Method* decl = judged.index().method(method).decl;
  bool found = false;
  if (decl->body == nullptr) return false;
  walk(decl->body, [&](const Node* node) {
    const auto* test = as<If>(node);
    if (test == nullptr) return !found;
    const IfArm& arm = test->arms[0];
    bool inside = arm.body->span.begin <= use.span.begin && use.span.end <= arm.body->span.end;
    walk(arm.condition, [&](const Node* part) {
      const auto* name = as<Name>(part);
      const auto* access = as<FieldAccess>(part);
      Symbol symbol = name != nullptr ? name->name : access != nullptr ? access->name.name : Symbol();
      found = found || (inside && symbol == field.name);
      return !found;
    });
    return !found;
  });
  return found;
}

class FieldJudge {
 public:
  FieldJudge(Judged& judged, TypeId type, FieldId field)
      : judged_(judged), index_(judged.index()), type_(type), field_(field), info_(index_.field(field)) {}

  void add(const CountedAccess& counted) {
    CountedUse candidate;
    candidate.counted = &counted;
    candidate.use = &judged_.unit.accesses[counted.access];
    if (!can_conflict(info_, candidate.use->use)) return;
    if (is_suppressed(judged_, *candidate.use, "java-unsynchronized-access")) return;
    candidate.guards = guards_held(judged_, *candidate.use, counted.held);
    candidate.confidence = rate_unsynchronized({judged_, counted, *candidate.use});
    uses_.push_back(std::move(candidate));
  }

  // only_own_code: report nothing but accesses in the class itself.
  // True: something was reported.
  bool judge(bool only_own_code) {
    only_own_code_ = only_own_code;
    merge_repeats(judged_, uses_);
    for (CountedUse& use : uses_) candidates_.push_back({std::move(use), 0});
    make_groups();
    if (!find_conflicts()) return false;
    choose_guard();
    // Where locks are held, they show what the class means; java-inconsistent-lock infers that.
    if (guard_.valid() && !claims_thread_safety(judged_.knowledge(), type_)) return false;
    doubt_callbacks();
    return report();
  }

 private:
  void make_groups() {
    std::map<std::tuple<std::vector<uint64_t>, int, uint32_t>, size_t> ids;
    for (Candidate& c : candidates_) {
      std::vector<uint64_t> key;
      for (const GuardHeld& g : c.guards)
        key.push_back((uint64_t{g.monitor.value} << 8) | static_cast<uint64_t>(g.mode));
      const FieldAccessUse& use = c.use->use;
      int does = (use.reference_read ? 1 : 0) | (use.reference_write ? 2 : 0) | (use.content_read ? 4 : 0) |
                 (use.content_write ? 8 : 0);
      auto [it, added] = ids.try_emplace({std::move(key), does, c.use->inside}, groups_.size());
      if (added) groups_.push_back({c.guards, c.use, 0, false, 0});
      c.group = it->second;
      groups_[c.group].count++;
    }
    for (const Candidate& c : candidates_) {
      best_.resize(groups_.size(), 0);
      best_[c.group] = std::max(best_[c.group], c.confidence.value());
    }
  }

  bool find_conflicts() {
    bool any = false;
    for (size_t i = 0; i < groups_.size(); ++i) {
      for (size_t j = i; j < groups_.size(); ++j) {
        Group& a = groups_[i];
        Group& b = groups_[j];
        if (!conflict(judged_.unit, info_, *a.use, *b.use) || exclude_each_other(a.guards, b.guards))
          continue;
        any = true;
        a.conflicts = true;
        b.conflicts = true;
        a.best_partner = std::max(a.best_partner, best_[j]);
        b.best_partner = std::max(b.best_partner, best_[i]);
        judged_.counts.conflicting_pairs += i == j ? a.count * (a.count + 1) / 2 : a.count * b.count;
      }
    }
    return any;
  }

  // The monitor that most accesses hold.
  void choose_guard() {
    std::map<MonitorId, int64_t> counts;
    for (const Group& group : groups_) {
      for (const GuardHeld& g : group.guards) counts[g.monitor] += group.count;
    }
    for (const auto& [monitor, count] : counts) {
      if (count <= held_by_ || judged_.unit.monitors[monitor].kind == MonitorKind::thread) continue;
      guard_ = monitor;
      held_by_ = count;
    }
  }

  // A lock that only one of two accesses holds is not a convention.
  bool suggests_guard() const { return guard_.valid() && (held_by_ > 1 || candidates_.size() == 1); }

  // Where the guard is an executor that runs one task at a time, a callback of an inner class may be called
  // from its tasks: the text does not tell.
  void doubt_callbacks() {
    if (!guard_.valid() || !judged_.unit.monitors[guard_].serial) return;
    for (Candidate& c : candidates_) {
      const Body& body = judged_.unit.bodies[c.use->body];
      const Body& entry = judged_.unit.bodies[entry_body(judged_, c.counted->instance)];
      bool own = (inside(index_, type_, entry.owner) || index_.is_subtype(type_, entry.owner)) &&
                 entry.kind == BodyKind::method && body.kind != BodyKind::constructor;
      if (own || holds_guard(c)) continue;
      c.confidence.apply(judged_.factors[JavaFactor::may_run_in_executor], guard_text());
    }
  }

  bool holds_guard(const Candidate& c) const {
    const GuardHeld* held = guard_.valid() ? find_guard(c.guards, guard_) : nullptr;
    return held != nullptr && (held->mode == LockMode::exclusive || !c.use->use.modifies());
  }

  int finding_confidence(const Candidate& c) const {
    return std::min(c.confidence.value(), groups_[c.group].best_partner);
  }

  const Candidate* choose_primary(const std::vector<const Candidate*>& involved) const {
    const Candidate* best = nullptr;
    auto better = [&](const Candidate& a, const Candidate& b) {
      if (holds_guard(a) != holds_guard(b)) return !holds_guard(a);
      if (finding_confidence(a) != finding_confidence(b))
        return finding_confidence(a) > finding_confidence(b);
      if (a.use->use.modifies() != b.use->use.modifies()) return a.use->use.modifies();
      return place_order(judged_, a) < place_order(judged_, b);
    };
    for (const Candidate* c : involved) {
      if (only_own_code_ && !inside(index_, judged_.unit.bodies[c->use->body].owner, type_)) continue;
      if (best == nullptr || better(*c, *best)) best = c;
    }
    return best;
  }

  // The access that the primary one conflicts with: the surest, and writes before reads; itself if it is
  // alone.
  const Candidate* partner_of(const Candidate& primary, const std::vector<const Candidate*>& involved) const {
    const Candidate* best = nullptr;
    auto better = [&](const Candidate& a, const Candidate& b) {
      if ((&a == &primary) != (&b == &primary)) return &b == &primary;
      if (a.use->use.modifies() != b.use->use.modifies()) return a.use->use.modifies();
      return a.confidence.value() > b.confidence.value();
    };
    for (const Candidate* c : involved) {
      if (!conflict(judged_.unit, info_, *primary.use, *c->use) ||
          exclude_each_other(primary.guards, c->guards))
        continue;
      if (best == nullptr || better(*c, *best)) best = c;
    }
    return best;
  }

  bool report() {
    std::vector<const Candidate*> involved;
    for (const Candidate& c : candidates_) {
      if (groups_[c.group].conflicts) involved.push_back(&c);
    }
    std::stable_sort(involved.begin(), involved.end(), [&](const Candidate* a, const Candidate* b) {
      return place_order(judged_, *a) < place_order(judged_, *b);
    });
    const Candidate* primary = choose_primary(involved);
    if (primary == nullptr) return false;
    Finding finding;
    finding.rule = Rule::java_unsynchronized_access;
    finding.shared = {"field", field_name(index_, field_)};
    add_access(finding, *primary);
    for (const Candidate* c : involved) {
      if (c != primary && finding.accesses.size() < kMaxListed) add_access(finding, *c);
    }
    finding.place = finding.accesses.front().place;
    const Candidate* partner = partner_of(*primary, involved);
    finding.message = message(*primary, involved.size());
    if (partner != nullptr)
      finding.message += "; " + consequence(judged_, *primary->counted, *partner->counted);
    finding.hint = hint(*primary);
    finding.confidence = rate(*primary);
    if (partner != nullptr && is_ordered_by_volatile(judged_, *primary->use, *partner->use))
      finding.confidence.apply(judged_.factors[JavaFactor::ordered_by_volatile]);
    judged_.findings.push_back(std::move(finding));
    return true;
  }

  void add_access(Finding& finding, const Candidate& c) {
    finding.accesses.push_back(describe(judged_, *c.counted, in_terms_of(c)));
  }

  // The guard as the body of the access names it, for choosing the way that lacks it.
  MonitorId in_terms_of(const Candidate& c) {
    if (!guard_.valid() || !c.use->base.valid()) return guard_;
    Monitor monitor = judged_.unit.monitors[guard_];
    PathId self = judged_.unit.paths.root(Step::self, info_.owner.value);
    monitor.path = judged_.unit.paths.rebase(monitor.path, self, c.use->base);
    return judged_.unit.monitor(monitor);
  }

  std::string guard_text() const {
    return path_text(judged_, judged_.unit.monitors[guard_].path, info_.owner);
  }

  std::string message(const Candidate& primary, size_t involved) const {
    const FieldAccessUse& use = primary.use->use;
    std::string what = use.reference_write ? "is written" : use.content_write ? "is modified" : "is read";
    std::string name = field_name(index_, field_);
    if (!use.reference_write && use.content_write) name = "what " + name + " refers to";
    if (!suggests_guard() && !holds_guard(primary)) {
      const char* how = primary.guards.empty() ? "without a lock" : "without a common lock";
      return fmt::format(
          "{} {} {}, and {}", name, what, how,
          involved == 1 ? "two threads may do so at once" : "another thread may access it at the same time");
    }
    if (holds_guard(primary))
      return fmt::format("{} {} while other threads may access it with another lock", name, what);
    const GuardHeld* held = find_guard(primary.guards, guard_);
    std::string how =
        held != nullptr ? "holding " + guard_text() + " for reading only" : "without " + guard_text();
    return fmt::format("{} {} {}, which {} of {} accesses hold{}", name, what, how, held_by_,
                       candidates_.size(), held_by_ == 1 ? "s" : "");
  }

  std::string hint(const Candidate& primary) const {
    if (suggests_guard()) {
      return find_guard(primary.guards, guard_) != nullptr
                 ? fmt::format("hold the write side of {} here", guard_text())
                 : fmt::format("hold {} at every access", guard_text());
    }
    if (info_.has(kStatic)) return "guard every access with one static lock, or use a thread-safe type";
    // volatile orders accesses to the field, not to the collection that it refers to.
    bool simple =
        !info_.has(kVolatile) && std::none_of(candidates_.begin(), candidates_.end(),
                                              [](const auto& one) { return one.use->use.content_write; });
    return simple ? "guard every access with one lock, or make the field volatile if each access stands alone"
                  : "guard every access with one lock, or use a thread-safe type";
  }

  // What only the finding as a whole shows.
  Confidence rate(const Candidate& primary) const {
    const FactorSet<JavaFactor>& factors = judged_.factors;
    Confidence confidence = primary.confidence;
    WeighedFactor partner = factors[JavaFactor::partner_less_sure];
    confidence.limit(groups_[primary.group].best_partner + partner.weight, partner);
    const Body& body = judged_.unit.bodies[primary.use->body];
    if (body.kind == BodyKind::lambda && body.escapes) confidence.apply(factors[JavaFactor::in_lambda]);
    if (!guard_.valid()) {
      confidence.apply(factors[JavaFactor::no_access_locked]);
      bool lazy = std::all_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
        return !c.use->use.modifies() || is_set_if_missing(judged_, *c.use, info_);
      });
      if (lazy) confidence.apply(factors[JavaFactor::set_if_missing]);
    }
    bool claims = claims_thread_safety(judged_.knowledge(), type_);
    if (!claims) confidence.apply(factors[JavaFactor::claim_of_supertype]);
    if (guard_.valid() && !judged_.unit.monitors[guard_].stable)
      confidence.apply(factors[JavaFactor::guard_not_final], guard_text());
    return confidence;
  }

  Judged& judged_;
  const Index& index_;
  TypeId type_;
  FieldId field_;
  const FieldInfo& info_;
  std::vector<CountedUse> uses_;
  std::vector<Candidate> candidates_;
  std::vector<Group> groups_;
  std::vector<int> best_;
  bool only_own_code_ = false;
  MonitorId guard_;
  int64_t held_by_ = 0;
};

// The subject of an access's `this`, when the base begins with it.
TypeId subject_of(const Judged& judged, const FieldUse& use) {
  if (!use.base.valid()) return TypeId();
  const PathNode& root = judged.unit.paths.node(judged.unit.paths.root_of(use.base));
  return root.step == Step::self ? TypeId(root.value) : TypeId();
}

}  // namespace

void judge_accesses(Judged& judged) {
  const Index& index = judged.index();
  std::map<FieldId, std::vector<const CountedAccess*>> by_field;
  for (const CountedAccess& counted : judged.summaries.accesses) {
    if (judged.summaries.instances[counted.instance].loose) continue;
    by_field[judged.unit.accesses[counted.access].field].push_back(&counted);
  }
  for (const auto& [field, accesses] : by_field) {
    if (has_known_guard(judged, field)) continue;
    TypeId owner = index.field(field).owner;
    for (TypeId type : judged.classes) {
      if (!index.is_subtype(type, owner)) continue;
      FieldJudge judge(judged, type, field);
      for (const CountedAccess* counted : accesses) {
        const FieldUse& use = judged.unit.accesses[counted->access];
        TypeId subject = subject_of(judged, use);
        // Code inherited by a subclass is judged with the subclass.
        bool belongs = type == owner
                           ? !subject.valid() || subject == owner || !index.is_subtype(subject, owner) ||
                                 judged.unit.bodies[use.body].owner == judged.unit.bodies[use.body].subject
                           : subject == type;
        if (!belongs) continue;
        judge.add(*counted);
      }
      // What a superclass claims is reported there, but for the subclass's own code.
      bool claimed = type != owner && claims_thread_safety(judged.knowledge(), owner);
      // One finding for a field, however many classes inherit it.
      if (judge.judge(claimed)) break;
    }
  }
}

}  // namespace dh::java
