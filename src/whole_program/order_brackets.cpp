// Threads that each activation starts and waits for, with a semaphore of its own:
//
//   | done |
//   done := Semaphore new.
//   [ ... done signal ] fork.
//   done wait
//
// However often this runs, what the thread does before its signal lies between the start and the wait.

#include "whole_program/order.h"

namespace dh::whole {

using namespace smallir;

namespace {

// Whether the receiver of a send is a temporary of that activation.
bool is_sent_to_temporary(const Module& module, const Heap& heap, const Traces& traces,
                          const SyncEvent& event, InstanceId activation) {
  InstanceId instance = traces.visits[event.visit].instance;
  std::span<const Instruction> body = module.body(module.functions[heap.instances[instance].function]);
  Value receiver = module.operands_of(body[event.instruction])[0];
  if (receiver.kind() != Value::Kind::result) return false;
  const Instruction& maker = body[receiver.index()];
  if (maker.op != Op::read) return false;
  VariableKind kind = module.variables[maker.variable()].kind;
  if (kind != VariableKind::temporary && kind != VariableKind::argument) return false;
  return owner_of(module, heap, instance, maker.variable()) == activation;
}

}  // namespace

void Order::find_brackets(const Module& module) {
  brackets_.resize(traces_.threads.size());
  struct Signals {
    ThreadId thread;
    const SyncEvent* first = nullptr;
    bool of_one_thread = true;
  };
  FlatMap<uint32_t, Signals> signals;  // by semaphore
  for (const SyncEvent& event : traces_.syncs) {
    if (event.kind != EventKind::signal || event.given.valid()) continue;
    auto [it, added] = signals.emplace(event.object.value, Signals{event.thread, &event, event.certain});
    Signals& known = it->second;
    known.of_one_thread &= event.certain && known.thread == event.thread;
    if (event.time < known.first->time) known.first = &event;
  }
  for (const SyncEvent& wait : traces_.syncs) {
    if (wait.kind != EventKind::wait || !wait.certain) continue;
    auto it = signals.find(wait.object.value);
    if (it == signals.end() || !it->second.of_one_thread) continue;
    const Object& semaphore = heap_.objects[wait.object];
    const Thread& thread = traces_.threads[it->second.thread];
    if (!semaphore.instance.valid() || thread.starts.size() != 1) continue;
    const SyncEvent& start = traces_.syncs[thread.starts[0]];
    if (start.thread != wait.thread || start.time > wait.time) continue;
    VisitId activation = enclosing(start.visit, semaphore.instance);
    if (!activation.valid() || enclosing(wait.visit, semaphore.instance) != activation) continue;
    if (!wait.scope.valid() || common_visit(traces_, wait.scope, activation) != wait.scope) continue;
    if (runs_often(start.visit, activation)) continue;
    bool own = is_sent_to_temporary(module, heap_, traces_, wait, semaphore.instance) &&
               is_sent_to_temporary(module, heap_, traces_, *it->second.first, semaphore.instance);
    if (!own || brackets_[it->second.thread.index()].starter.valid()) continue;
    brackets_[it->second.thread.index()] = {wait.thread, activation, &start, wait.time,
                                            it->second.first->time};
  }
}

const Order::Bracket* Order::bracket_of(const AccessEvent& access) const {
  const Bracket& bracket = brackets_[traces_.visits[access.visit].thread.index()];
  bool inside = bracket.starter.valid() && !traces_.threads[bracket.starter].multiple &&
                traces_.latest(access) < bracket.signalled;
  return inside ? &bracket : nullptr;
}

// Whether an access of the thread that starts and waits never comes in between.
bool Order::is_outside(const Bracket& bracket, const AccessEvent& access) const {
  if (traces_.visits[access.visit].thread != bracket.starter) return false;
  if (access.time > bracket.waited) return true;
  if (access.time > bracket.start->time) return false;
  for (VisitId at = access.visit; at.valid() && at != bracket.activation; at = traces_.visits[at].parent) {
    if (traces_.visits[at].called_again) return false;
  }
  return true;
}

bool Order::apart_by_waiting(const AccessEvent& a, const AccessEvent& b) const {
  const Bracket* left = bracket_of(a);
  const Bracket* right = bracket_of(b);
  if (left != nullptr && right != nullptr) {
    if (left->starter != right->starter) return false;
    bool same_site =
        left->start->visit == right->start->visit && left->start->instruction == right->start->instruction;
    return same_site || left->waited < right->start->time || right->waited < left->start->time;
  }
  if (left != nullptr) return is_outside(*left, b);
  return right != nullptr && is_outside(*right, a);
}

}  // namespace dh::whole
