// java-must-not-block: the main thread waits, or a method that promises to take no lock takes one.
// java-sleep-with-lock, where the call that waits is in another method than the lock.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "java/patterns/blocking.h"
#include "java/patterns/method_locks.h"

namespace dh::java {

namespace {

constexpr std::string_view kMainThread = "MainThread";

// What the annotations of a method or class promise.
bool promises(const Knowledge& knowledge, List<Annotation> annotations, TypeId context, Promise::Kind kind) {
  if (annotations.empty()) return false;
  if (kind == Promise::Kind::lockless)
    return knowledge.annotated(annotations, knowledge.models().lockless_annotations);
  return knowledge.confining_thread(annotations, context) == kMainThread;
}

// Says something of its thread itself, whatever its class says.
bool names_thread(const Knowledge& knowledge, const MethodInfo& method) {
  return !method.annotations().empty() &&
         knowledge.confining_thread(method.annotations(), method.owner).has_value();
}

bool overrides_any(const Index& index, MethodId method, const std::vector<MethodId>& promised) {
  return std::any_of(promised.begin(), promised.end(), [&](MethodId above) {
    return index.method(above).name == index.method(method).name && index.same_signature(method, above);
  });
}

class Waits {
 public:
  Waits(const LockOrderInput& input, const MethodLocks& locks)
      : input_(input), index_(input.index), locks_(locks), factors_(input.weights) {}

  std::vector<Finding> run() {
    for (const LockingBody& body : input_.bodies) {
      for (const LockUse& wait : body.waits) seen_.insert({body.method, wait.lock.at.begin});
    }
    for (const LockingBody& body : input_.bodies) {
      for (const LockUse& wait : body.waits) keep(body, wait.held, wait.lock, wait.lock.at);
      for (const CallUse& call : body.calls) report_call(body, call);
    }
    for (const Promise& promise : input_.promises) {
      for (const LockRoute& route : locks_.of(promise.method)) report_broken(promise, route);
    }
    return std::move(findings_);
  }

 private:
  struct HeldWait {
    const LockingBody* body = nullptr;
    uint32_t wait = 0;
    Span at;
  };

  // While it waits, it holds these.
  void keep(const LockingBody& body, const std::vector<KeyHeld>& held, const KeyHeld& wait, Span at) {
    if (body.in_test) return;
    for (const KeyHeld& lock : held) held_.try_emplace(lock.key, HeldWait{&body, wait.key.id, at});
  }

  void report_call(const LockingBody& body, const CallUse& call) {
    if (call.targets.size() != 1 || call.held.empty()) return;
    bool guessed = false;
    std::vector<MethodId> callees = locks_.implementations(call.targets[0], &guessed);
    if (callees.size() != 1) return;
    for (const LockRoute& route : locks_.of(callees[0])) {
      if (route.lock.key.kind != LockKey::Kind::waiting) continue;
      keep(body, call.held, route.lock, call.at);
      std::vector<MethodLocks::Step> path = locks_.path_to(callees[0], route.lock, route.calls);
      // The callee waits with a lock of its own: that is reported there.
      if (path.empty() || seen_.contains({path.back().method, route.lock.at.begin})) continue;
      bool sleeps = text_of_wait(route.lock.key.id) == "sleeps";
      Finding finding;
      finding.rule = Rule::java_sleep_with_lock;
      finding.confidence = Confidence(
          factors_[sleeps ? PatternFactor::start_sleep_with_lock : PatternFactor::start_wait_with_lock]);
      std::string lock = lock_key_name(index_, call.held.front().key);
      finding.message = fmt::format(
          "`{}` holds `{}` and calls `{}`, which {}: other threads that need the lock wait as long",
          body.name, lock, method_name(index_, path.back().method), text_of_wait(route.lock.key.id));
      finding.shared = {"lock", fmt::format("{}: {}", body.name, text_of_wait(route.lock.key.id))};
      finding.hint = "release the lock before the call; pass what is needed in local variables";
      add_path(finding, body.type, body.name, call.at, path);
      finding.accesses.front().locks.push_back(lock);
      finish(std::move(finding), route, body.in_test);
      return;  // one of each call
    }
  }

  void report_broken(const Promise& promise, const LockRoute& route) {
    const MethodInfo& method = index_.method(promise.method);
    std::string name = method_name(index_, promise.method);
    Finding finding;
    finding.rule = Rule::java_must_not_block;
    const LockKey& key = route.lock.key;
    if (promise.kind == Promise::Kind::lockless) {
      if (!key.is_lock()) return;
      finding.confidence = Confidence(factors_[PatternFactor::start_lockless]);
      finding.message =
          fmt::format("`{}` must take no lock, but acquires `{}`", name, lock_key_name(index_, key));
      finding.hint = "read a volatile or atomic field instead, or remove the annotation";
    } else if (key.kind == LockKey::Kind::waiting) {
      finding.confidence = Confidence(factors_[PatternFactor::start_main_thread_waits]);
      finding.message = fmt::format("`{}` runs on the main thread and {}: the user interface hangs as long",
                                    name, text_of_wait(key.id));
      finding.hint = "wait on another thread, and post the result to the main thread";
    } else {
      auto held = held_.find(key);
      if (held == held_.end() || held->second.body->method == promise.method) return;
      const HeldWait& other = held->second;
      finding.confidence = Confidence(factors_[PatternFactor::start_main_thread_locks]);
      finding.message =
          fmt::format("`{}` runs on the main thread and acquires `{}`, which `{}` holds while it {}", name,
                      lock_key_name(index_, key), other.body->name, text_of_wait(other.wait));
      finding.hint = "release the lock before waiting, or read what the main thread needs without it";
      finding.related.push_back({index_.place(other.body->type, other.at), "waits here with the lock held"});
    }
    std::string what = key.is_lock() ? lock_key_name(index_, key) : std::string(text_of_wait(key.id));
    if (!reported_.insert({promise.method, what}).second) return;
    finding.shared = {"method", fmt::format("{}: {}", name, what)};
    std::vector<MethodLocks::Step> path;
    if (route.callee.valid()) path = locks_.path_to(route.callee, route.lock, route.calls - 1);
    add_path(finding, method.owner, name, route.callee.valid() ? route.call : route.lock.at, path);
    finish(std::move(finding), route, index_.file(index_.type(method.owner).file).role == FileRole::test);
  }

  void add_path(Finding& finding, TypeId type, const std::string& name, Span at,
                const std::vector<MethodLocks::Step>& path) {
    Access access;
    access.kind = AccessKind::other;
    access.place = index_.place(type, at);
    access.symbol = access.thread = name;
    access.description = path.empty() ? "waits here" : "calls what waits";
    access.stack.push_back({name, access.place, ""});
    for (const MethodLocks::Step& step : path)
      access.stack.push_back({method_name(index_, step.method),
                              index_.place(index_.method(step.method).owner, step.route->call), ""});
    std::reverse(access.stack.begin(), access.stack.end());
    if (path.empty()) access.stack.clear();
    finding.place = access.place;
    finding.accesses.push_back(std::move(access));
  }

  void finish(Finding finding, const LockRoute& route, bool in_test) {
    if (route.guessed) finding.confidence.apply(factors_[PatternFactor::order_by_dispatch]);
    if (route.calls > 3) finding.confidence.apply(factors_[PatternFactor::order_many_calls]);
    if (in_test) finding.confidence.apply(factors_[PatternFactor::in_test_code]);
    findings_.push_back(std::move(finding));
  }

  const LockOrderInput& input_;
  const Index& index_;
  const MethodLocks& locks_;
  FactorSet<PatternFactor> factors_;
  std::map<LockKey, HeldWait> held_;
  std::set<std::pair<MethodId, uint32_t>> seen_;  // calls that wait with a lock held
  std::set<std::pair<MethodId, std::string>> reported_;
  std::vector<Finding> findings_;
};

}  // namespace

void collect_promises(const Code& code, const Node* node, std::vector<Promise>& out) {
  const auto* decl = as<ClassDecl>(node);
  TypeId type = decl != nullptr ? code.index().type_of(decl) : TypeId();
  if (!type.valid()) return;
  const Index& index = code.index();
  const Knowledge& knowledge = code.knowledge;
  std::string_view text = index.file(index.type(type).file).tree.file.text();
  for (Promise::Kind kind : {Promise::Kind::main_thread, Promise::Kind::lockless}) {
    std::vector<MethodId> above;
    for (TypeId super : index.supertypes(type)) {
      for (MethodId m : index.type(super).methods) {
        if (promises(knowledge, index.method(m).annotations(), super, kind)) above.push_back(m);
      }
    }
    bool by_class = promises(knowledge, index.type(type).annotations(), type, kind);
    for (MethodId m : index.type(type).methods) {
      const MethodInfo& method = index.method(m);
      if (method.decl->body == nullptr) continue;
      bool own = promises(knowledge, method.annotations(), type, kind);
      bool inherits = (by_class || overrides_any(index, m, above)) && !names_thread(knowledge, method);
      if (!own && !inherits) continue;
      if (knowledge.suppressed(method.annotations(), text, "java-must-not-block") ||
          knowledge.suppressed(index.type(type).annotations(), text, "java-must-not-block"))
        continue;
      out.push_back({m, kind});
    }
  }
}

std::vector<Finding> check_waits(const LockOrderInput& input, const MethodLocks& locks) {
  return Waits(input, locks).run();
}

}  // namespace dh::java
