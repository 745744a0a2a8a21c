// @GuardedBy: accesses and calls without the declared guard, and guards that do not exist.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "java/flow/frames.h"
#include "java/rules/guard_sets.h"
#include "java/rules/rating.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// What an unknown guard is said to guard.
struct UnknownGuard {
  TypeId owner;
  std::string name;
  const char* kind;
  Guard guard;
};

// The same text is the same mistake: one finding, at the first place.
void report_unknown(Judged& judged, const std::vector<UnknownGuard>& same) {
  const Index& index = judged.index();
  const UnknownGuard& first = same.front();
  const Guard& guard = first.guard;
  Finding finding;
  finding.rule = Rule::java_guarded_by;
  finding.place = index.place(first.owner, guard.span);
  finding.shared = {first.kind, first.name};
  std::string others = same.size() > 1 ? fmt::format(" and {} more", same.size() - 1) : "";
  finding.message = fmt::format("the guard \"{}\" of {}{} {}", guard.text, first.name, others, guard.problem);
  for (size_t i = 1; i < same.size(); ++i) {
    finding.related.push_back({index.place(same[i].owner, same[i].guard.span), "of " + same[i].name});
  }
  finding.hint = "name a field, this, a class or a method that returns the lock";
  finding.confidence = Confidence(judged.factors[JavaFactor::start_unknown_guard]);
  if (guard.prose) finding.confidence.apply(judged.factors[JavaFactor::guard_is_prose]);
  judged.findings.push_back(std::move(finding));
}

bool holds(Judged& judged, const Guard& guard, const GuardSet& held, bool modifies) {
  for (MonitorKind kind : {MonitorKind::intrinsic, MonitorKind::lock}) {
    if (!guard.allows(kind)) continue;
    const GuardHeld* one = find_guard(held, judged.unit.monitor({guard.path, kind}));
    if (one == nullptr) continue;
    // An optimistic read that is validated is as good as a read lock.
    LockMode to_read = guard.to_read == LockMode::read ? LockMode::optimistic : guard.to_read;
    if (one->mode >= (modifies ? guard.to_write : to_read)) return true;
  }
  return false;
}

// Whether the guards are held as they must be: all of them to modify, one of them to read.
bool guarded(Judged& judged, const std::vector<Guard>& guards, const GuardSet& held, bool modifies) {
  bool any = false;
  for (const Guard& guard : guards) {
    if (!guard.path.valid()) continue;
    bool here = holds(judged, guard, held, modifies);
    if (modifies && !here) return false;
    any = any || here;
  }
  return any;
}

// f of f.lock(), where f is guarded by what f.lock() returns: one must read f to get there.
bool leads_to_guard(const Judged& judged, const FieldUse& use, const std::vector<Guard>& guards) {
  if (!use.called.valid() || use.use.modifies()) return false;
  const PathTable& paths = judged.unit.paths;
  std::string call = std::string(judged.index().text(use.called)) + "()";
  return std::any_of(guards.begin(), guards.end(), [&](const Guard& guard) {
    if (!guard.path.valid()) return false;
    bool through = false;
    for (PathId at = paths.node(guard.path).parent; at.valid(); at = paths.node(at).parent) {
      const PathNode& node = paths.node(at);
      bool is_field = node.step == Step::field || node.step == Step::static_field;
      through = through || (is_field && FieldId(node.value) == use.field);
    }
    const PathNode& last = paths.node(guard.path);
    bool called = last.step == Step::call && Symbol(last.value) == use.called;
    return through && (called || guard.text.find(call) != std::string::npos);
  });
}

std::string guard_text(const Judged& judged, const std::vector<Guard>& guards, TypeId here) {
  for (const Guard& guard : guards) {
    if (guard.path.valid()) return path_text(judged, guard.path, here);
  }
  return {};
}

struct Violation {
  const CountedAccess* counted;
  const FieldUse* use;
  Confidence confidence;
};

void report_field(Judged& judged, FieldId id, std::vector<Violation> violations) {
  const Index& index = judged.index();
  const FieldInfo& field = index.field(id);
  const std::vector<Guard>& guards = judged.guards[id];
  auto before = [&](const Violation& a, const Violation& b) {
    if (a.confidence.value() != b.confidence.value()) return a.confidence.value() > b.confidence.value();
    if (a.use->use.modifies() != b.use->use.modifies()) return a.use->use.modifies();
    auto place = [&](const Violation& v) {
      return std::pair(judged.unit.bodies[v.use->body].file, v.use->span);
    };
    return place(a) < place(b);
  };
  std::stable_sort(violations.begin(), violations.end(), before);
  const Violation& first = violations.front();
  std::string guard = guard_text(judged, guards, field.owner);
  GuardSet held = guards_held(judged, *first.use, first.counted->held);
  bool reading = false;
  for (const Guard& g : guards) {
    reading = reading || (g.path.valid() &&
                          find_guard(held, judged.unit.monitor({g.path, MonitorKind::lock})) != nullptr);
  }
  Finding finding;
  finding.rule = Rule::java_guarded_by;
  finding.shared = {"field", field_name(index, id)};
  for (const Violation& v : violations) finding.accesses.push_back(describe(judged, *v.counted, MonitorId()));
  finding.place = finding.accesses.front().place;
  const char* what = first.use->use.modifies() ? "modified" : "read";
  bool unvalidated = !first.use->use.modifies() && !judged.unit.bodies[first.use->body].unvalidated.empty();
  finding.message =
      unvalidated ? fmt::format("{} is read under an optimistic read of {} that is never validated",
                                finding.shared.name, guard)
      : reading   ? fmt::format("{} is {} holding its guard {} for reading only; it needs the write lock",
                                finding.shared.name, what, guard)
                  : fmt::format("{} is {} without its guard {}", finding.shared.name, what, guard);
  finding.hint = unvalidated
                     ? "call validate(stamp) after the reads, and read again under readLock() if it fails"
                     : fmt::format("hold {} here, or annotate the method with the same guard", guard);
  finding.confidence = first.confidence;
  judged.findings.push_back(std::move(finding));
}

// What the code after construction does with the guarded fields.
struct FieldChanges {
  FlatSet<FieldId> modified;   // some access may modify them
  FlatSet<FieldId> looked_at;  // some access uses what they refer to, other than to pass it on
};

bool is_passed_on(const FieldUse& use) {
  return use.evidence == UseEvidence::passed_to_method || use.evidence == UseEvidence::passed_to_constructor;
}

FieldChanges changes_of_fields(const Judged& judged) {
  FieldChanges changes;
  for (const CountedAccess& counted : judged.summaries.accesses) {
    const FieldUse& use = judged.unit.accesses[counted.access];
    const TypeRef& type = judged.index().field(use.field).type;
    bool container = type.is_array() || type.qualified.starts_with("java.util.");
    bool maybe = is_passed_on(use) ? use.use.reference_write || container
                                   : use.use.modifies() || use.evidence == UseEvidence::method_name;
    if (maybe) changes.modified.insert(use.field);
    if (!is_passed_on(use) && (use.use.content_read || use.use.content_write))
      changes.looked_at.insert(use.field);
  }
  return changes;
}

// No access modifies the field, and the class shows them all: it is private, and its type says what calls
// modify, or there are none.
bool guarded_is_never_modified(const Judged& judged, const FieldChanges& changes, FieldId id) {
  const FieldInfo& field = judged.index().field(id);
  if (changes.modified.contains(id) || !field.has(kPrivate)) return false;
  if (!inside(judged.index(), field.owner, judged.top)) return false;
  bool known = field.type.primitive || field.type.type.valid() || field.type.qualified.starts_with("java.");
  return known || !changes.looked_at.contains(id);
}

// void lock() { lock.lock(); }: callers in other files are to hold the guard over several calls.
bool leaves_with_guard(Judged& judged, const std::vector<Guard>& guards) {
  for (const Guard& guard : guards) {
    if (!guard.path.valid() || !guard.allows(MonitorKind::lock)) continue;
    MonitorId monitor = judged.unit.monitor({guard.path, MonitorKind::lock});
    for (const Body& body : judged.unit.bodies) {
      if (body.kind != BodyKind::method || judged.index().method(body.method).has(kPrivate)) continue;
      bool acquires = false;
      bool releases = false;
      for (const Op& op : body.flow.ops) {
        if (MonitorId(op.a) != monitor) continue;
        acquires = acquires || op.kind == OpKind::acquire;
        releases = releases || op.kind == OpKind::release || op.kind == OpKind::release_strongest;
      }
      if (acquires && !releases) return true;
    }
  }
  return false;
}

void judge_guarded_fields(Judged& judged) {
  const Index& index = judged.index();
  FieldChanges changes = changes_of_fields(judged);
  std::map<FieldId, bool> for_callers;
  std::map<FieldId, std::vector<Violation>> violations;
  std::map<std::tuple<FieldId, FileId, Span>, bool> seen;
  for (const CountedAccess& counted : judged.summaries.accesses) {
    const FieldUse& use = judged.unit.accesses[counted.access];
    auto it = judged.guards.find(use.field);
    if (it == judged.guards.end()) continue;
    bool known =
        std::any_of(it->second.begin(), it->second.end(), [](const Guard& g) { return g.path.valid(); });
    if (!known || use.use.as_monitor || leads_to_guard(judged, use, it->second)) continue;
    // A volatile field may be read at any time.
    if (index.field(use.field).has(kVolatile) && !use.use.modifies()) continue;
    GuardSet held = guards_held(judged, use, counted.held);
    if (guarded(judged, it->second, held, use.use.modifies())) continue;
    if (is_suppressed(judged, use, "java-guarded-by")) continue;
    if (!seen.try_emplace({use.field, judged.unit.bodies[use.body].file, use.span}, true).second) continue;
    auto [offered, is_new] = for_callers.try_emplace(use.field, false);
    if (is_new) offered->second = leaves_with_guard(judged, it->second);
    bool never_modified = guarded_is_never_modified(judged, changes, use.field);
    violations[use.field].push_back(
        {&counted, &use,
         rate_guarded_field({judged, counted, use, it->second, offered->second, never_modified})});
  }
  for (auto& [field, list] : violations) report_field(judged, field, std::move(list));
}

// A method that takes its own guard does not need its callers to hold it: the annotation is wrong.
bool takes_own_guard(const Knowledge& knowledge, MethodId id, const Guard& guard) {
  const MethodInfo& method = knowledge.index().method(id);
  if (method.has(kSynchronized) && guard.text == "this" && !method.has(kStatic)) return true;
  auto names_guard = [&](const Expr* expr) {
    if (expr == nullptr) return false;
    std::string_view text = knowledge.index().text(method.owner, expr->span);
    if (text.starts_with("(") && text.ends_with(")")) text = text.substr(1, text.size() - 2);
    return text == guard.text || text == "this." + guard.text || "this." + std::string(text) == guard.text;
  };
  bool takes = false;
  walk(method.decl, [&](const Node* node) {
    if (const auto* block = as<Synchronized>(node)) takes = takes || names_guard(block->lock);
    if (const auto* call = as<Call>(node); call != nullptr && knowledge.text(call->name.name) == "lock")
      takes = takes || names_guard(call->target);
    return !takes && !is<Lambda>(node) && !is<ClassDecl>(node);
  });
  return takes;
}

// Guards that name a parameter, in the caller's terms; false: the argument is not known.
bool bind_parameters(Judged& judged, std::vector<Guard>& guards, const CallSite& site) {
  for (Guard& guard : guards) {
    if (guard.parameter < 0) continue;
    size_t number = static_cast<size_t>(guard.parameter);
    if (number >= site.args.size() || !site.args[number].valid()) return false;
    guard.path = judged.unit.paths.rebase(guard.path, guard.parameter_root, site.args[number]);
  }
  return true;
}

// x.getLock().lock(); x.evict(): which lock the object returns is not known where getLock() is abstract.
bool holds_lock_of_receiver(const Judged& judged, const CallSite& site, const CountedCall& counted) {
  if (!site.receiver.valid()) return false;
  const PathTable& paths = judged.unit.paths;
  return std::any_of(counted.held.begin(), counted.held.end(), [&](const Held& h) {
    const PathNode& node = paths.node(judged.unit.monitors[h.monitor].path);
    return node.step == Step::call && node.parent == site.receiver;
  });
}

// A method with a guard, called without it.
void judge_guarded_calls(Judged& judged) {
  const Index& index = judged.index();
  const std::string& suffix = judged.knowledge().models().locked_suffix;
  std::map<std::pair<FileId, Span>, bool> seen;
  for (const CountedCall& counted : judged.summaries.calls) {
    const CallSite& site = judged.unit.calls[counted.call];
    for (MethodId m : site.methods) {
      const MethodInfo& method = index.method(m);
      std::vector<Guard> guards = method_guards(judged.unit, m);
      std::erase_if(guards, [](const Guard& g) { return !g.path.valid(); });
      bool by_name = guards.empty() && !suffix.empty() && index.text(method.name).ends_with(suffix);
      if (guards.empty() && !by_name) continue;
      // The guard is relative to the callee's object, as if the method were a field of it.
      GuardSet held;
      for (const Held& h : counted.held) {
        Monitor monitor = judged.unit.monitors[h.monitor];
        if (site.receiver.valid() && !method.has(kStatic)) {
          PathId self = judged.unit.paths.root(Step::self, method.owner.value);
          PathId own = own_name_of(judged.unit, method.owner, site.receiver, monitor.path);
          monitor.path = own.valid() ? own : judged.unit.paths.rebase(monitor.path, site.receiver, self);
        }
        held.push_back({judged.unit.monitor(monitor), h.mode(), true});
      }
      bool wrong = std::any_of(guards.begin(), guards.end(),
                               [&](const Guard& g) { return takes_own_guard(judged.knowledge(), m, g); });
      if (wrong || !bind_parameters(judged, guards, site)) continue;
      if (by_name ? !held.empty() : guarded(judged, guards, held, false)) continue;
      if (is_suppressed(judged, site.caller, "java-guarded-by")) continue;
      if (!seen.try_emplace({judged.unit.bodies[site.caller].file, site.span}, true).second) continue;
      const Body& body = judged.unit.bodies[site.caller];
      Finding finding;
      finding.rule = Rule::java_guarded_by;
      finding.place = index.place(body.file, site.span);
      finding.shared = {"method",
                        fmt::format("{}.{}", index.type(method.owner).display, index.text(method.name))};
      std::string guard = by_name ? "a lock" : "its guard " + guard_text(judged, guards, method.owner);
      finding.message = fmt::format("{} is called without {}", finding.shared.name, guard);
      finding.hint =
          by_name ? "take the lock before the call" : "hold the guard, or annotate the caller with it";
      finding.confidence = rate_guarded_call({judged, site.caller, counted.instance});
      if (holds_lock_of_receiver(judged, site, counted))
        finding.confidence.apply(judged.factors[JavaFactor::lock_of_receiver]);
      Access access;
      access.kind = AccessKind::other;
      access.place = finding.place;
      access.description = fmt::format("calls {}", index.text(method.name));
      access.symbol = body.name;
      access.thread = entry_name(judged, counted.instance, MonitorId(), &access.stack, access.place);
      access.locks = lock_texts(judged, counted.held, body.subject);
      finding.accesses.push_back(std::move(access));
      judged.findings.push_back(std::move(finding));
    }
  }
}

void judge_own_guards(Judged& judged) {
  const Index& index = judged.index();
  for (size_t b = 0; b < judged.unit.bodies.size(); ++b) {
    BodyId id(static_cast<uint32_t>(b));
    const Body& body = judged.unit.bodies[id];
    if (body.kind != BodyKind::method || body.subject != body.owner) continue;
    if (!inside(index, body.owner, judged.top) || is_suppressed(judged, id, "java-guarded-by")) continue;
    for (const Guard& guard : method_guards(judged.unit, body.method)) {
      if (!takes_own_guard(judged.knowledge(), body.method, guard)) continue;
      Finding finding;
      finding.rule = Rule::java_guarded_by;
      finding.place = index.place(body.file, guard.span);
      finding.shared = {"method", body.name};
      finding.message =
          fmt::format("{} takes its guard {} itself, but the annotation says that its callers hold it",
                      body.name, guard.text);
      finding.hint = "remove the annotation from the method";
      finding.confidence = Confidence(judged.factors[JavaFactor::start_own_guard]);
      judged.findings.push_back(std::move(finding));
      break;
    }
  }
}

void judge_unknown_guards(Judged& judged) {
  const Index& index = judged.index();
  const FileInfo& file = index.file(index.type(judged.top).file);
  const StringSet& names = judged.knowledge().models().guarded_by_annotations;
  auto in_unit = [&](TypeId type) {
    while (type.valid() && type != judged.top) type = index.type(type).enclosing;
    return type.valid();
  };
  std::map<std::string, std::vector<UnknownGuard>> by_text;
  auto add = [&](TypeId type, const std::string& name, const char* kind, const Guard& guard) {
    if (!guard.path.valid()) by_text[guard.text + '\n' + guard.problem].push_back({type, name, kind, guard});
  };
  for (TypeId type : file.types) {
    if (!in_unit(type)) continue;
    for (FieldId f : index.type(type).fields) {
      auto it = judged.guards.find(f);
      if (it == judged.guards.end() || is_suppressed(judged, f, "java-guarded-by")) continue;
      for (const Guard& guard : it->second) add(type, field_name(index, f), "field", guard);
    }
    for (MethodId m : index.type(type).methods) {
      const MethodInfo& method = index.method(m);
      if (!judged.knowledge().annotated(method.annotations(), names)) continue;
      std::string name = fmt::format("{}.{}()", index.type(type).display, index.text(method.name));
      for (const Guard& guard : method_guards(judged.unit, m)) add(type, name, "method", guard);
    }
  }
  for (const auto& [text, same] : by_text) report_unknown(judged, same);
}

}  // namespace

void judge_guarded_by(Judged& judged) {
  judge_unknown_guards(judged);
  judge_own_guards(judged);
  judge_guarded_fields(judged);
  judge_guarded_calls(judged);
}

}  // namespace dh::java
