#include "java/rules/rating.h"

#include <algorithm>

#include "java/rules/documentation.h"
#include "java/rules/publication.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// The lock field of another object is held: objects that pass their lock on may share it, and what a guard
// such as `owner.lock` leads to may be the object whose lock is held.
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
    bool of_owner = paths.node(paths.node(guard.path).parent).step == Step::field;
    if (own && !of_owner) continue;
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

bool is_for_tests(const RatedPlace& place) {
  return for_tests_only(place.judged, place.body);
}

bool has_unknown_callers(const RatedPlace& place) {
  return place.judged.summaries.instances[place.instance].loose;
}

// A lambda that any thread may run at any time, as far as is known.
bool is_in_lambda(const RatedPlace& place) {
  const Body& body = place.judged.unit.bodies[place.body];
  return body.kind == BodyKind::lambda && body.escapes;
}

bool has_thread_safe_type(const RatedAccess& access) {
  const Judged& judged = access.judged;
  return judged.knowledge().field_sharing(access.use.field) == Sharing::thread_safe &&
         judged.index().field(access.use.field).has(kFinal);
}

// Queue<Node> plan = policy.newPlan(): the type is an interface that concurrent collections have, too, and
// what other code returned or passed may be one.
bool is_unknown_collection(const RatedAccess& access) {
  constexpr std::string_view kInterfaces[] = {"Collection", "Queue", "Deque", "Map"};
  const Judged& judged = access.judged;
  const FieldInfo& field = judged.index().field(access.use.field);
  if (field.type.is_array() || !field.type.qualified.starts_with("java.util.")) return false;
  std::string_view type = judged.index().text(field.type.simple);
  if (std::find(std::begin(kInterfaces), std::end(kInterfaces), type) == std::end(kInterfaces)) return false;
  const FieldSources::Assignment* set = judged.knowledge().only_assignment(access.use.field);
  const Expr* value = set != nullptr ? set->value : nullptr;
  if (value == nullptr) return false;
  return is<Call>(value) || (is<Name>(value) && set->uses_locals);
}

const MethodInfo* method_of(const Judged& judged, BodyId body) {
  MethodId method = judged.unit.bodies[body].method;
  return method.valid() ? &judged.index().method(method) : nullptr;
}

bool is_followed_by_start(const RatedAccess& access) {
  return is_before_thread_start(access.judged, access.use);
}

// What other threads do with the object may be over by then.
constexpr std::string_view kTearDown[] = {"stop",     "doStop",   "close",    "doClose",
                                          "shutdown", "shutDown", "destroy",  "dispose",
                                          "cleanup",  "cleanUp",  "finalize", "terminate"};

bool is_tear_down(const RatedPlace& place) {
  const MethodInfo* method = method_of(place.judged, entry_body(place.judged, place.instance));
  if (method == nullptr) return false;
  std::string_view name = place.judged.index().text(method->name);
  return std::find(std::begin(kTearDown), std::end(kTearDown), name) != std::end(kTearDown);
}

// load(), restoreState(): what was saved is read again, most often before other threads have the object. A
// lambda belongs to the method that it is written in.
bool is_loading(const RatedPlace& place) {
  constexpr std::string_view kLoading[] = {"load", "restore", "recover"};
  BodyId body = entry_body(place.judged, place.instance);
  while (place.judged.unit.bodies[body].around.valid()) body = place.judged.unit.bodies[body].around;
  const MethodInfo* method = method_of(place.judged, body);
  if (method == nullptr) return false;
  std::string_view name = place.judged.index().text(method->name);
  return std::any_of(std::begin(kLoading), std::end(kLoading), [&](std::string_view verb) {
    return name.starts_with(verb) &&
           (name.size() == verb.size() || (name[verb.size()] >= 'A' && name[verb.size()] <= 'Z'));
  });
}

bool is_in_setter(const RatedAccess& access) {
  return access.use.use.reference_write && is_setter(access.judged, access.use.body);
}

// LOG.debug("...", queue.size()): the statement begins with a logger.
bool is_logged(const RatedAccess& access) {
  if (access.use.use.modifies()) return false;
  const Judged& judged = access.judged;
  std::string_view text = judged.index().file(judged.unit.bodies[access.use.body].file).tree.file.text();
  size_t begin = text.find_last_of(";{}", access.use.span.begin);
  begin = text.find_first_not_of(" \t\r\n", begin == std::string_view::npos ? 0 : begin + 1);
  if (begin >= access.use.span.begin) return false;
  std::string_view statement = text.substr(begin, access.use.span.begin - begin);
  size_t dot = statement.find('.');
  if (dot == std::string_view::npos) return false;
  std::string_view target = statement.substr(0, dot);
  return target.ends_with("log") || target.ends_with("LOG") || target.ends_with("logger") ||
         target.ends_with("LOGGER") || target.ends_with("Logger");
}

bool is_in_report_method(const RatedPlace& place) {
  const Judged& judged = place.judged;
  for (BodyId body : {place.body, entry_body(judged, place.instance)}) {
    const MethodInfo* method = method_of(judged, body);
    if (method == nullptr) continue;
    std::string_view name = judged.index().text(method->name);
    if (judged.knowledge().models().reporting_methods.contains(name)) return true;
  }
  return false;
}

bool is_for_people(const RatedAccess& access) {
  return !access.use.use.modifies() && is_in_report_method(access.place());
}

// catch (ConcurrentModificationException e): the author expects the change and handles it.
bool expects_change(const RatedAccess& access) {
  const MethodInfo* method = method_of(access.judged, access.use.body);
  if (access.use.use.modifies() || method == nullptr || method->decl->body == nullptr) return false;
  const Span body = method->decl->body->span;
  std::string_view text =
      access.judged.index().file(access.judged.unit.bodies[access.use.body].file).tree.file.text();
  return text.substr(body.begin, body.end - body.begin).find("ConcurrentModificationException") !=
         std::string_view::npos;
}

bool catches_failures(const Judged& judged, const Catch& clause) {
  constexpr std::string_view kFailures[] = {"Exception",
                                            "RuntimeException",
                                            "Throwable",
                                            "IndexOutOfBoundsException",
                                            "NoSuchElementException",
                                            "NullPointerException"};
  bool general = std::any_of(clause.types.begin(), clause.types.end(), [&](const Type* type) {
    const auto* named = as<ClassType>(type);
    if (named == nullptr) return false;
    std::string_view name = judged.index().text(named->simple_name());
    return std::find(std::begin(kFailures), std::end(kFailures), name) != std::end(kFailures);
  });
  bool goes_on = true;
  walk(clause.body, [&](const Node* node) {
    goes_on = goes_on && as<Throw>(node) == nullptr;
    return goes_on;
  });
  return general && goes_on;
}

// The catch block gives another result, or does nothing.
bool is_expected(const Catch& clause) {
  List<Stmt> then = clause.body->statements;
  return then.empty() || (then.size() == 1 && as<Return>(then[0]) != nullptr);
}

// try { return list.get(i); } catch (Exception e) { return null; }, and list.get(i) in a try block in a loop
// that goes on after it: at worst one element is left out.
bool is_failure_caught(const RatedAccess& access) {
  const Judged& judged = access.judged;
  const FieldUse& use = access.use;
  const MethodInfo* method = method_of(judged, use.body);
  if (use.use.modifies() || method == nullptr || method->decl->body == nullptr) return false;
  auto around = [&](const Node* node) {
    return node->span.begin <= use.span.begin && use.span.end <= node->span.end;
  };
  bool by_index = use.called.valid() && judged.index().text(use.called) == "get";
  bool in_loop = false;
  bool caught = false;
  walk(method->decl->body, [&](const Node* node) {
    if (caught || !around(node)) return false;
    in_loop = in_loop || as<For>(node) != nullptr || as<While>(node) != nullptr;
    const auto* attempt = as<Try>(node);
    if (attempt == nullptr || !around(attempt->body)) return true;
    bool small = attempt->body->statements.size() <= 2;
    caught = std::any_of(attempt->catches.begin(), attempt->catches.end(), [&](const Catch* clause) {
      return catches_failures(judged, *clause) && ((by_index && in_loop) || (small && is_expected(*clause)));
    });
    return true;
  });
  return caught;
}

// "Must be called with the lock held": of the method, or of the one where the path begins.
bool has_precondition(const RatedPlace& place) {
  const Judged& judged = place.judged;
  for (BodyId body : {place.body, entry_body(judged, place.instance)}) {
    MethodId method = judged.unit.bodies[body].method;
    if (method.valid() && has_documented_precondition(judged.index(), method)) return true;
  }
  return false;
}

// long bytes() { return buffer.bytes(); }: a number that is as old as the call.
bool is_returned_figure(const RatedAccess& access) {
  const Judged& judged = access.judged;
  const FieldUse& use = access.use;
  if (use.use.modifies() || !use.use.content_read) return false;
  const MethodInfo* method = method_of(judged, use.body);
  if (method == nullptr || method->decl->body == nullptr || method->decl->body->statements.size() != 1)
    return false;
  const auto* ret = as<Return>(method->decl->body->statements[0]);
  TypeRef type = judged.index().return_type(judged.unit.bodies[use.body].method);
  bool collection = judged.index().field(use.field).type.qualified.starts_with("java.util.");
  return ret != nullptr && type.primitive && !type.is_array() && !collection;
}

// The access is to an object that a local variable refers to, which may not be shared.
bool is_of_other_object(const RatedAccess& access) {
  const Judged& judged = access.judged;
  if (judged.index().field(access.use.field).has(kStatic) || !access.use.base.valid()) return false;
  return judged.unit.paths.node(judged.unit.paths.root_of(access.use.base)).step == Step::local;
}

struct PlaceRule {
  JavaFactor factor;
  bool (*applies)(const RatedPlace&);
};

struct FactorRule {
  JavaFactor factor;
  bool (*applies)(const RatedAccess&);
};

template <bool (*applies)(const RatedPlace&)>
bool at_place(const RatedAccess& access) {
  return applies(access.place());
}

constexpr FactorRule kUnsynchronized[] = {
    {JavaFactor::unknown_collection, is_unknown_collection},
    {JavaFactor::unknown_receiver_type, is_known_by<UseEvidence::method_name>},
    {JavaFactor::passed_to_method, is_known_by<UseEvidence::passed_to_method>},
    {JavaFactor::passed_to_constructor, is_known_by<UseEvidence::passed_to_constructor>},
    {JavaFactor::escaped_directly, has_escaped<Escaped::directly>},
    {JavaFactor::escaped_by_capture, has_escaped<Escaped::captured>},
    {JavaFactor::method_for_tests, at_place<is_for_tests>},
    {JavaFactor::in_set_up, is_set_up},
    {JavaFactor::before_thread_start, is_followed_by_start},
    {JavaFactor::in_setter, is_in_setter},
    {JavaFactor::other_object, is_of_other_object},
    {JavaFactor::documented_precondition, at_place<has_precondition>},
    {JavaFactor::returned_figure, is_returned_figure},
    {JavaFactor::expects_change, expects_change},
};

bool is_plain_read(const RatedAccess& access) {
  return !access.use.use.modifies() && !access.use.use.content_read;
}

bool is_never_modified(const RatedAccess& access) {
  return access.never_modified;
}

bool has_lock_for_callers(const RatedAccess& access) {
  return access.lock_for_callers;
}

constexpr FactorRule kGuardedField[] = {
    {JavaFactor::lock_for_callers, has_lock_for_callers},
    {JavaFactor::never_modified, is_never_modified},
    {JavaFactor::guarded_plain_read, is_plain_read},
    {JavaFactor::callers_not_seen, at_place<has_unknown_callers>},
    {JavaFactor::escaped_directly, has_escaped<Escaped::directly>},
    {JavaFactor::escaped_by_capture, has_escaped<Escaped::captured>},
    {JavaFactor::method_for_tests, at_place<is_for_tests>},
    {JavaFactor::thread_safe_type, has_thread_safe_type},
    {JavaFactor::lock_of_other_object, holds_lock_of_other_object},
    {JavaFactor::in_report_method, is_for_people},
    {JavaFactor::in_log_message, is_logged},
    {JavaFactor::in_tear_down, at_place<is_tear_down>},
    {JavaFactor::in_lambda, at_place<is_in_lambda>},
    {JavaFactor::documented_precondition, at_place<has_precondition>},
};

constexpr PlaceRule kGuardedCall[] = {
    {JavaFactor::callers_not_seen, has_unknown_callers},
    {JavaFactor::method_for_tests, is_for_tests},
    {JavaFactor::in_report_method, is_in_report_method},
    {JavaFactor::in_tear_down, is_tear_down},
    {JavaFactor::in_lambda, is_in_lambda},
    {JavaFactor::documented_precondition, has_precondition},
};

constexpr FactorRule kInconsistent[] = {
    {JavaFactor::unknown_receiver_type, is_known_by<UseEvidence::method_name>},
    {JavaFactor::passed_to_method, is_known_by<UseEvidence::passed_to_method>},
    {JavaFactor::passed_to_constructor, is_known_by<UseEvidence::passed_to_constructor>},
    {JavaFactor::callers_not_seen, at_place<has_unknown_callers>},
    {JavaFactor::escaped_directly, has_escaped<Escaped::directly>},
    {JavaFactor::escaped_by_capture, has_escaped<Escaped::captured>},
    {JavaFactor::method_for_tests, at_place<is_for_tests>},
    {JavaFactor::in_set_up, is_set_up},
    {JavaFactor::in_load, at_place<is_loading>},
    {JavaFactor::before_thread_start, is_followed_by_start},
    {JavaFactor::in_report_method, is_for_people},
    {JavaFactor::in_log_message, is_logged},
    {JavaFactor::in_setter, is_in_setter},
    {JavaFactor::other_object, is_of_other_object},
    {JavaFactor::in_tear_down, at_place<is_tear_down>},
    {JavaFactor::documented_precondition, at_place<has_precondition>},
    {JavaFactor::returned_figure, is_returned_figure},
    {JavaFactor::expects_change, expects_change},
    {JavaFactor::failure_caught, is_failure_caught},
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

Confidence rate_inconsistent(const RatedAccess& access) {
  return rate(JavaFactor::start_inconsistent, kInconsistent, access);
}

bool is_set_up(const RatedAccess& access) {
  const Judged& judged = access.judged;
  const Models& models = judged.knowledge().models();
  for (BodyId body : {access.use.body, entry_body(judged, access.counted.instance)}) {
    const MethodInfo* method = method_of(judged, body);
    if (method == nullptr) continue;
    if (models.set_up_methods.contains(judged.index().text(method->name)) ||
        judged.knowledge().annotated(method->annotations(), models.set_up_annotations))
      return true;
  }
  return false;
}

bool is_setter(const Judged& judged, BodyId body) {
  const MethodInfo* method = method_of(judged, body);
  if (method == nullptr || method->arity != 1 || method->decl->body == nullptr) return false;
  List<Stmt> statements = method->decl->body->statements;
  if (statements.empty() || statements.size() > 2) return false;
  // withLevel(int level) { this.level = level; return this; }
  const auto* end = as<Return>(statements.back());
  bool returns_this = end != nullptr && end->value != nullptr && is<This>(end->value);
  return returns_this || judged.index().text(method->name).starts_with("set");
}

Confidence rate_guarded_field(const RatedAccess& access) {
  return rate(JavaFactor::start_guarded_field, kGuardedField, access);
}

Confidence rate_guarded_call(const RatedPlace& place) {
  const FactorSet<JavaFactor>& factors = place.judged.factors;
  Confidence confidence(factors[JavaFactor::start_guarded_call]);
  for (const PlaceRule& rule : kGuardedCall) {
    if (rule.applies(place)) confidence.apply(factors[rule.factor]);
  }
  return confidence;
}

}  // namespace dh::java
