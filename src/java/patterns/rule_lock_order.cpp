// java-lock-order: pairs of locks that are acquired in both orders, and longer cycles.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "java/patterns/method_locks.h"

namespace dh::java {

namespace {

// One way to acquire a lock while another one is held.
struct OrderEdge {
  const LockingBody* body = nullptr;
  KeyHeld first;
  KeyHeld second;
  std::vector<KeyHeld> held;  // with the first
  Span at;                    // in the body: the acquisition, or the call that leads to it
  MethodId callee;            // invalid: acquired in the body itself
  uint32_t calls = 0;
  bool guessed = false;
  bool of_arguments = false;  // twins

  int cost() const { return static_cast<int>(calls) + (guessed ? 10 : 0) + (body->in_test ? 100 : 0); }
};

constexpr size_t kMaxEdges = 24;   // of one pair of locks
constexpr size_t kMaxCycle = 4;    // locks
constexpr int kMaxSteps = 20'000;  // of the search for cycles, from one lock

using Edges = std::map<std::pair<LockKey, LockKey>, std::vector<OrderEdge>>;

class LockOrder {
 public:
  LockOrder(const LockOrderInput& input, const MethodLocks& locks)
      : input_(input),
        index_(input.index),
        knowledge_(input.index, input.models),
        locks_(locks),
        factors_(input.weights) {}

  std::vector<Finding> run() {
    for (const LockingBody& body : input_.bodies) add_edges(body);
    for (const auto& [pair, edges] : edges_) {
      if (pair.second < pair.first) continue;
      auto back = edges_.find({pair.second, pair.first});
      if (back != edges_.end()) report(edges, back->second);
    }
    find_longer_cycles();
    for (const OrderEdge& edge : twins_) report_twins(edge);
    return std::move(findings_);
  }

 private:
  // One may be the other: reentrant, not a deadlock.
  bool may_be_same(const LockKey& a, const LockKey& b) const {
    if (a == b) return true;
    if (a.kind != LockKey::Kind::object || b.kind != LockKey::Kind::object) return false;
    return index_.is_subtype(TypeId(a.id), TypeId(b.id)) || index_.is_subtype(TypeId(b.id), TypeId(a.id));
  }

  void add(OrderEdge edge) {
    if (!edge.second.key.is_lock()) return;
    if (may_be_same(edge.first.key, edge.second.key)) return;
    // A lock that is held already is not acquired again.
    for (const KeyHeld& held : edge.held) {
      if (may_be_same(held.key, edge.second.key)) return;
    }
    std::vector<OrderEdge>& all = edges_[{edge.first.key, edge.second.key}];
    if (all.size() < kMaxEdges) {
      all.push_back(std::move(edge));
      return;
    }
    // Of many, the simplest ones: pairs of them are compared.
    auto worst = std::max_element(all.begin(), all.end(),
                                  [](const OrderEdge& a, const OrderEdge& b) { return a.cost() < b.cost(); });
    if (edge.cost() < worst->cost()) *worst = std::move(edge);
  }

  // Two objects of one class: the method's own, and an argument.
  void add_twins(const LockingBody& body) {
    for (const LockUse& use : body.acquires) {
      for (const KeyHeld& first : use.held) {
        if (first.key == use.twin)
          twins_.push_back(
              {&body, first, use.lock, use.held, use.lock.at, MethodId(), 0, false, use.of_arguments});
      }
    }
    for (const CallUse& call : body.calls) {
      if (call.targets.size() != 1 || call.twin.kind == LockKey::Kind::none) continue;
      for (const LockRoute& route : locks_.of(call.targets.front())) {
        if (route.calls != 0 || route.lock.key != call.twin) continue;
        for (const KeyHeld& first : call.held) {
          if (first.key != call.twin) continue;
          twins_.push_back(
              {&body, first, route.lock, call.held, call.at, call.targets.front(), 1, route.guessed});
          break;
        }
      }
    }
  }

  // Once for each method: its other places are the same mistake.
  void report_twins(const OrderEdge& edge) {
    if (!twins_reported_.insert({edge.body->name, edge.first.key}).second) return;
    std::string name = key_name(edge.first.key);
    add_finding(
        {&edge},
        fmt::format(
            "deadlock: `{}` acquires `{}` of {}; two threads "
            "that call it with the objects exchanged wait for each other",
            edge.body->name, name,
            edge.of_arguments ? "one argument, then of another" : "its own object, then of its argument"),
        name,
        "acquire both locks in an order that all threads share, for example by an id, or copy what is "
        "needed from the argument before the lock is acquired");
  }

  void add_edges(const LockingBody& body) {
    add_twins(body);
    for (const LockUse& use : body.acquires) {
      for (const KeyHeld& first : use.held)
        add({&body, first, use.lock, use.held, use.lock.at, MethodId(), 0, false});
    }
    for (const CallUse& call : body.calls) {
      if (call.targets.size() > 3) continue;
      for (MethodId target : call.targets) {
        bool guessed = call.targets.size() > 1;
        for (MethodId callee : locks_.implementations(target, &guessed)) {
          for (const LockRoute& route : locks_.of(callee)) {
            bool own = call.fresh_receiver && route.calls == 0 &&
                       belongs_to_object_of(index_, route.lock.key, index_.method(callee).owner);
            if (own) continue;
            for (const KeyHeld& first : call.held)
              add({&body, first, route.lock, call.held, call.at, callee, route.calls + 1,
                   guessed || route.guessed});
          }
        }
      }
    }
  }

  // Both hold a third lock, so that they never run at once.
  bool gated(const OrderEdge& a, const OrderEdge& b) const {
    for (const KeyHeld& held : a.held) {
      if (held.key == a.first.key || held.key == b.first.key) continue;
      for (const KeyHeld& other : b.held) {
        if (held.key == other.key && (held.mode == LockMode::exclusive || other.mode == LockMode::exclusive))
          return true;
      }
    }
    return false;
  }

  std::string key_name(const LockKey& key) const { return lock_key_name(index_, key); }

  Access describe(const OrderEdge& edge) const {
    Access access;
    access.kind = AccessKind::other;
    access.place = index_.place(edge.body->type, edge.at);
    access.symbol = edge.body->name;
    access.thread = edge.body->name;
    access.description =
        fmt::format("holds `{}` and {} `{}`", key_name(edge.first.key),
                    edge.callee.valid() ? "calls what acquires" : "acquires", key_name(edge.second.key));
    access.locks.push_back(key_name(edge.first.key));
    std::vector<Frame> frames;
    frames.push_back({edge.body->name, access.place, ""});
    if (edge.calls > 0) {
      for (const MethodLocks::Step& step : locks_.path_to(edge.callee, edge.second, edge.calls - 1))
        frames.push_back(
            {method_name(index_, step.method),
             index_.place(index_.method(step.method).owner, step.route->call),
             step.route->callee.valid() ? "" : fmt::format("acquires `{}`", key_name(edge.second.key))});
    }
    std::reverse(frames.begin(), frames.end());
    if (frames.size() > 1) access.stack = std::move(frames);
    return access;
  }

  // The lock of a field that a constructor sets to its parameter: the code that makes the object may pass any
  // lock, also the other one.
  bool is_given(const LockKey& key) const {
    if (key.kind != LockKey::Kind::field) return false;
    const FieldSources::Assignment* set = knowledge_.only_assignment(FieldId(key.id));
    const auto* value = set != nullptr ? as<Name>(set->value) : nullptr;
    if (value == nullptr || set->method == nullptr || !set->method->is_constructor()) return false;
    List<Var> params = set->method->params;
    return std::any_of(params.begin(), params.end(),
                       [&](const Var* param) { return param->name.name == value->name; });
  }

  Confidence rate(const std::vector<const OrderEdge*>& cycle) const {
    auto any = [&](auto test) {
      return std::any_of(cycle.begin(), cycle.end(), [&](const OrderEdge* edge) { return test(*edge); });
    };
    uint32_t calls = 0;
    bool readers = false;
    for (size_t i = 0; i < cycle.size(); ++i) {
      calls += cycle[i]->calls;
      const KeyHeld& next = cycle[(i + 1) % cycle.size()]->first;
      readers = readers || (cycle[i]->second.mode == LockMode::read && next.mode == LockMode::read);
    }
    Confidence confidence(factors_[PatternFactor::start_lock_order]);
    auto apply = [&](bool applies, PatternFactor factor) {
      if (applies) confidence.apply(factors_[factor]);
    };
    apply(calls == 0, PatternFactor::order_in_view);
    apply(any([](const OrderEdge& e) { return e.guessed; }), PatternFactor::order_by_dispatch);
    apply(calls > 3, PatternFactor::order_many_calls);
    apply(any([](const OrderEdge& e) { return e.first.key.kind == LockKey::Kind::object; }),
          PatternFactor::order_of_objects);
    apply(any([&](const OrderEdge& e) { return is_given(e.first.key); }), PatternFactor::order_of_given_lock);
    apply(readers, PatternFactor::order_of_readers);
    apply(cycle.size() > 2, PatternFactor::order_of_many_locks);
    apply(cycle.size() == 1, PatternFactor::order_of_twins);
    bool is_private = cycle[0]->body->method.valid() && index_.method(cycle[0]->body->method).has(kPrivate);
    apply(cycle[0]->of_arguments && is_private, PatternFactor::order_of_callers);
    apply(any([](const OrderEdge& e) { return e.body->in_test; }), PatternFactor::in_test_code);
    return confidence;
  }

  // --- cycles of three locks and more

  // Each cycle is found from its smallest lock; of the cycles from one lock, the shortest is reported.
  void find_longer_cycles() {
    std::map<LockKey, std::vector<LockKey>> next;
    for (const auto& [pair, edges] : edges_) next[pair.first].push_back(pair.second);
    for (const auto& [start, first] : next) {
      for (size_t length = 3; length <= kMaxCycle; ++length) {
        std::vector<LockKey> path{start};
        int steps = kMaxSteps;
        if (extend(next, path, length, steps)) break;
      }
    }
  }

  // Whether a cycle of that length was found and reported.
  bool extend(const std::map<LockKey, std::vector<LockKey>>& next, std::vector<LockKey>& path, size_t length,
              int& steps) {
    auto it = next.find(path.back());
    if (it == next.end()) return false;
    for (const LockKey& key : it->second) {
      if (--steps <= 0) return false;
      if (path.size() == length) {
        if (key == path.front()) return report_cycle(path);
        continue;
      }
      bool is_new =
          path.front() < key && std::none_of(path.begin(), path.end(), [&](const LockKey& one) {
            // Pairs that are acquired in both orders are reported themselves.
            return may_be_same(one, key) || (edges_.contains({one, key}) && edges_.contains({key, one}));
          });
      if (!is_new) continue;
      path.push_back(key);
      if (extend(next, path, length, steps)) return true;
      path.pop_back();
    }
    return false;
  }

  bool report_cycle(const std::vector<LockKey>& keys) {
    std::vector<const OrderEdge*> cycle;
    for (size_t i = 0; i < keys.size(); ++i) {
      const std::vector<OrderEdge>& edges = edges_.at({keys[i], keys[(i + 1) % keys.size()]});
      const OrderEdge* best = nullptr;
      for (const OrderEdge& edge : edges) {
        if (best != nullptr && best->cost() <= edge.cost()) continue;
        bool excluded = std::any_of(cycle.begin(), cycle.end(),
                                    [&](const OrderEdge* other) { return gated(*other, edge); });
        if (!excluded) best = &edge;
      }
      if (best == nullptr) return false;
      cycle.push_back(best);
    }
    std::string names;
    std::string message = "deadlock in a circle:";
    for (const OrderEdge* edge : cycle) {
      message += fmt::format("{} `{}` acquires `{}`, then `{}`", edge == cycle.front() ? "" : ";",
                             edge->body->name, key_name(edge->first.key), key_name(edge->second.key));
      names += (names.empty() ? "" : ", ") + key_name(edge->first.key);
    }
    add_finding(cycle, std::move(message), names,
                "acquire the locks in the same order everywhere, or release one before the next is acquired");
    return true;
  }

  void add_finding(const std::vector<const OrderEdge*>& cycle, std::string message, std::string names,
                   std::string hint) {
    Finding finding;
    finding.rule = Rule::java_lock_order;
    finding.message = std::move(message);
    finding.shared = {"lock", std::move(names)};
    for (const OrderEdge* edge : cycle) finding.accesses.push_back(describe(*edge));
    finding.place = finding.accesses.front().place;
    for (const OrderEdge* edge : cycle)
      finding.related.push_back({index_.place(edge->body->type, edge->first.at),
                                 fmt::format("`{}` is acquired here", key_name(edge->first.key))});
    finding.hint = std::move(hint);
    finding.confidence = rate(cycle);
    findings_.push_back(std::move(finding));
  }

  void report(const std::vector<OrderEdge>& there, const std::vector<OrderEdge>& back) {
    const OrderEdge* a = nullptr;
    const OrderEdge* b = nullptr;
    for (const OrderEdge& one : there) {
      for (const OrderEdge& other : back) {
        if (a != nullptr && one.cost() + other.cost() >= a->cost() + b->cost()) continue;
        if (gated(one, other)) continue;
        a = &one;
        b = &other;
      }
    }
    if (a == nullptr) return;
    std::string first = key_name(a->first.key);
    std::string second = key_name(a->second.key);
    add_finding(
        {a, b},
        fmt::format("deadlock: `{}` acquires `{}`, then `{}`; `{}` acquires them in the opposite order",
                    a->body->name, first, second, b->body->name),
        fmt::format("{} and {}", std::min(first, second), std::max(first, second)),
        fmt::format("acquire `{}` and `{}` in the same order everywhere, or release one before the other is "
                    "acquired",
                    first, second));
  }

  const LockOrderInput& input_;
  const Index& index_;
  Knowledge knowledge_;
  const MethodLocks& locks_;
  FactorSet<PatternFactor> factors_;
  Edges edges_;
  std::vector<OrderEdge> twins_;
  std::set<std::pair<std::string, LockKey>> twins_reported_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_lock_order(const LockOrderInput& input, const MethodLocks& locks) {
  return LockOrder(input, locks).run();
}

}  // namespace dh::java
