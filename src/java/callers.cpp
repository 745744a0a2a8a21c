#include "java/callers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "java/patterns/held.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// How far callers of callers are followed, and of how many callers: a method that many call without a lock is
// hardly one that none of them may call so.
constexpr int kMaxLevels = 3;
constexpr size_t kMaxFollowed = 4;
constexpr int kMinFollowed = 50;  // confidence

// What the calls of one method hold. Calls in test code do not count.
struct CallerFacts {
  uint32_t calls = 0;
  uint32_t with_guard = 0;       // the lock that was asked for
  uint32_t with_any_lock = 0;    // or before the object is shared
  uint32_t out_of_sight = 0;     // from lambdas and by x::method: when they run is not known
  std::set<MethodId> unlocked;   // methods that call it and hold nothing themselves
  std::optional<Place> without;  // the first call that holds nothing

  void add(const CallerFacts& other) {
    calls += other.calls;
    with_guard += other.with_guard;
    with_any_lock += other.with_any_lock;
    out_of_sight += other.out_of_sight;
    unlocked.insert(other.unlocked.begin(), other.unlocked.end());
    if (other.without.has_value() && (!without.has_value() || *other.without < *without))
      without = other.without;
  }
};

using Question = std::pair<MethodId, CallersLock>;
struct Facts {
  std::map<Question, CallerFacts> of_question;
  // How often x::name stands in the code. By name, not by question: a name of each of a thousand classes
  // would otherwise be a million entries.
  FlatMap<Symbol, uint32_t> references;
};

// The methods that were asked for, by the declarations that a call may name instead: a call of an interface
// method may run any method that implements it.
struct Asked {
  std::set<Question> questions;
  FlatMap<MethodId, std::vector<Question>> by_declaration;
  FlatSet<Symbol> names;
};

void ask(const Index& index, const Question& question, Asked& asked) {
  if (!asked.questions.insert(question).second) return;
  MethodId method = question.first;
  const MethodInfo& info = index.method(method);
  asked.names.insert(info.name);
  asked.by_declaration[method].push_back(question);
  for (TypeId super : index.supertypes(info.owner)) {
    for (MethodId other : index.type(super).methods) {
      const MethodInfo& declared = index.method(other);
      if (declared.name == info.name && declared.arity == info.arity && index.same_signature(method, other))
        asked.by_declaration[other].push_back(question);
    }
  }
}

Asked collect_asked(const Index& index, const std::vector<OpenFinding>& open) {
  Asked asked;
  for (const OpenFinding& finding : open) {
    for (const Alternative& one : finding) {
      for (MethodId method : one.entries) ask(index, {method, one.lock}, asked);
    }
  }
  return asked;
}

// `lock` is what the callee calls `this` or `this.field`.
bool is_asked_lock(const Code& code, const HeldHere& held, const Call& call, const CallersLock& asked) {
  bool on_self = call.target == nullptr || is_a<This>(call.target) || is_a<Super>(call.target);
  if (asked.kind == CallersLock::Kind::self) {
    if (held.by == HeldBy::synchronized_method)
      return on_self && !get<Method>(held.at).modifiers->has(kStatic);
    return held.by == HeldBy::synchronized_block &&
           (on_self ? is_a<This>(held.lock) : same_expr(held.lock, call.target));
  }
  if (asked.kind != CallersLock::Kind::field || held.lock == nullptr) return false;
  if (code.field_of(held.lock) != asked.field) return false;
  const auto* access = as<FieldAccess>(without_casts(held.lock));
  bool own = access == nullptr || is_a<This>(access->target);
  return on_self ? own : access != nullptr && same_expr(access->target, call.target);
}

bool runs_before_sharing(const Code& code) {
  if (code.in_construction()) return true;
  return code.method != nullptr &&
         (code.knowledge.models().set_up_methods.contains(code.text(code.method->name.name)) ||
          code.knowledge.annotated(code.method->modifiers->annotations,
                                   code.knowledge.models().set_up_annotations));
}

// A top-level class and the names of the methods that it calls or refers to: whether the class must be read
// again for other methods is then known without a walk.
struct CallingClass {
  TypeId top;
  std::vector<Symbol> names;

  bool mentions_any(const FlatSet<Symbol>& asked) const {
    return std::any_of(names.begin(), names.end(), [&](Symbol name) { return asked.contains(name); });
  }
};

std::vector<Symbol> called_names(const Index& index, TypeId top) {
  FlatSet<Symbol> names;
  walk(index.type(top).decl, [&](const Node* node) {
    if (const auto* call = as<Call>(node)) names.insert(call->name.name);
    if (const auto* ref = as<MethodRef>(node)) names.insert(ref->name.name);
    return true;
  });
  return {names.begin(), names.end()};
}

std::vector<CallingClass> calling_classes(const CallersInput& input) {
  std::vector<CallingClass> classes;
  for (uint32_t f = 0; f < input.index.file_count(); ++f) {
    for (TypeId type : input.index.file(FileId(f)).types) {
      if (!input.index.type(type).enclosing.valid()) classes.push_back({type, {}});
    }
  }
  parallel_for(classes.size(), input.parallel,
               [&](size_t i) { classes[i].names = called_names(input.index, classes[i].top); });
  return classes;
}

class CallerReader {
 public:
  CallerReader(const Knowledge& knowledge, TypeId top, const Asked& asked, Facts& facts)
      : knowledge_(knowledge), top_(top), asked_(asked), facts_(facts), held_(knowledge, top) {}

  void read() {
    walk_code(knowledge_, top_, [&](const Code& code, const Node* node) {
      // Who runs x::method, and when, is not known.
      if (const auto* ref = as<MethodRef>(node);
          ref != nullptr && asked_.names.contains(ref->name.name) && !code.in_test())
        facts_.references[ref->name.name]++;
      const auto* call = as<Call>(node);
      if (call == nullptr || !asked_.names.contains(call->name.name) || code.in_test()) return;
      for (MethodId target : code.targets(*call)) {
        auto it = asked_.by_declaration.find(target);
        if (it == asked_.by_declaration.end()) continue;
        for (const Question& question : it->second) add(code, *call, question);
      }
    });
  }

 private:
  void add(const Code& code, const Call& call, const Question& question) {
    CallerFacts& facts = facts_.of_question[question];
    facts.calls++;
    std::vector<HeldHere> held = held_.around(code);
    bool exact = std::any_of(held.begin(), held.end(), [&](const HeldHere& h) {
      return is_asked_lock(code, h, call, question.second);
    });
    if (exact) facts.with_guard++;
    bool any = exact || !held.empty() || runs_before_sharing(code) || held_.any(code);
    if (any) {
      facts.with_any_lock++;
      return;
    }
    const auto* caller = as<Method>(body_around(code));
    MethodId id = caller != nullptr ? code.index().method_of(caller) : MethodId();
    if (id.valid()) {
      facts.unlocked.insert(id);
    } else {
      facts.out_of_sight++;
    }
    Place at = code.index().place(code.type, call.span);
    if (!facts.without.has_value() || at < *facts.without) facts.without = at;
  }

  const Knowledge& knowledge_;
  TypeId top_;
  const Asked& asked_;
  Facts& facts_;
  HeldLocks held_;
};

Facts read_callers(const CallersInput& input, const std::vector<CallingClass>& classes, const Asked& asked) {
  std::vector<Facts> parts(classes.size());
  parallel_for(classes.size(), input.parallel, [&](size_t i) {
    if (!classes[i].mentions_any(asked.names)) return;
    Knowledge knowledge(input.index, input.models);
    CallerReader(knowledge, classes[i].top, asked, parts[i]).read();
  });
  Facts all;
  for (const Facts& part : parts) {
    for (const auto& [question, facts] : part.of_question) all.of_question[question].add(facts);
    for (const auto& [name, count] : part.references) all.references[name] += count;
  }
  for (const Question& question : asked.questions) {
    auto it = all.references.find(input.index.method(question.first).name);
    if (it == all.references.end()) continue;
    all.of_question[question].calls += it->second;
    all.of_question[question].out_of_sight += it->second;
  }
  return all;
}

bool is_followed(const CallerFacts& facts) {
  return facts.out_of_sight == 0 && facts.unlocked.size() <= kMaxFollowed;
}

// Asks for the callers of the methods that hold nothing themselves: theirs may. Only for findings that are
// more than notes, as each level reads a good part of the program again.
void read_callers_of_callers(const CallersInput& input, const std::vector<CallingClass>& classes,
                             const std::vector<OpenFinding>& open, Facts& facts) {
  std::set<Question> current;
  for (const OpenFinding& finding : open) {
    for (const Alternative& one : finding) {
      if (one.finding.confidence.value() < kMinFollowed) continue;
      for (MethodId method : one.entries) current.insert({method, one.lock});
    }
  }
  for (int level = 1; level < kMaxLevels && !current.empty(); ++level) {
    Asked asked;
    for (const Question& question : current) {
      auto it = facts.of_question.find(question);
      if (it == facts.of_question.end() || !is_followed(it->second)) continue;
      for (MethodId caller : it->second.unlocked) {
        Question next{caller, CallersLock{}};
        if (!facts.of_question.contains(next)) ask(input.index, next, asked);
      }
    }
    if (asked.questions.empty()) return;
    for (const auto& [question, of] : read_callers(input, classes, asked).of_question)
      facts.of_question[question].add(of);
    current = std::move(asked.questions);
  }
}

class Decider {
 public:
  Decider(const CallersInput& input, const Facts& facts)
      : index_(input.index), facts_(facts), factors_(input.weights) {}

  std::optional<Finding> decide(OpenFinding& open) const {
    std::optional<Finding> best;
    for (Alternative& one : open) {
      if (is_guarded(one)) continue;
      rate(one);
      if (!best.has_value() || one.finding.confidence.value() > best->confidence.value())
        best = std::move(one.finding);
    }
    return best;
  }

 private:
  const CallerFacts* facts_of(MethodId method, const Alternative& of) const {
    auto it = facts_.of_question.find({method, of.lock});
    return it != facts_.of_question.end() && it->second.calls > 0 ? &it->second : nullptr;
  }

  // Of all calls of all methods; false where a method is not called at all.
  template <typename Test>
  bool all_calls(const Alternative& one, Test test) const {
    return !one.entries.empty() && std::all_of(one.entries.begin(), one.entries.end(), [&](MethodId method) {
      const CallerFacts* facts = facts_of(method, one);
      return facts != nullptr && test(method, *facts);
    });
  }

  // Every call holds a lock, or is in a method whose calls all do.
  bool all_hold_a_lock(const CallerFacts& facts, int level) const {
    if (facts.with_any_lock == facts.calls) return true;
    if (level >= kMaxLevels || !is_followed(facts)) return false;
    return std::all_of(facts.unlocked.begin(), facts.unlocked.end(), [&](MethodId caller) {
      auto it = facts_.of_question.find({caller, CallersLock{}});
      return it != facts_.of_question.end() && it->second.calls > 0 && all_hold_a_lock(it->second, level + 1);
    });
  }

  // Every call of a method that is not public holds the lock.
  bool is_guarded(const Alternative& one) const {
    return all_calls(one, [&](MethodId method, const CallerFacts& facts) {
      return !index_.method(method).has(kPublic) && facts.with_guard == facts.calls;
    });
  }

  void rate(Alternative& one) const {
    auto with_guard = [](MethodId, const CallerFacts& facts) { return facts.with_guard == facts.calls; };
    auto with_any = [&](MethodId, const CallerFacts& facts) { return all_hold_a_lock(facts, 1); };
    Confidence& confidence = one.finding.confidence;
    if (all_calls(one, with_guard)) return confidence.apply(factors_[JavaFactor::callers_hold_guard]);
    if (all_calls(one, with_any)) return confidence.apply(factors_[JavaFactor::callers_hold_locks]);
    if (!one.callers_not_seen) return;
    for (MethodId method : one.entries) {
      const CallerFacts* facts = facts_of(method, one);
      if (facts == nullptr || !facts->without.has_value()) continue;
      confidence.apply(factors_[JavaFactor::caller_without_lock]);
      one.finding.related.push_back({*facts->without, "called here without a lock"});
      return;
    }
  }

  const Index& index_;
  const Facts& facts_;
  FactorSet<JavaFactor> factors_;
};

}  // namespace

std::vector<Finding> decide_open_findings(const CallersInput& input, std::vector<OpenFinding> open) {
  std::vector<Finding> findings;
  if (open.empty()) return findings;
  Asked asked = collect_asked(input.index, open);
  Facts facts;
  if (!asked.questions.empty()) {
    const std::vector<CallingClass> classes = calling_classes(input);
    facts = read_callers(input, classes, asked);
    read_callers_of_callers(input, classes, open, facts);
  }
  Decider decider(input, facts);
  for (OpenFinding& one : open) {
    if (std::optional<Finding> finding = decider.decide(one)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace dh::java
