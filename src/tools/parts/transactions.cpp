#include "tools/parts/transactions.h"

namespace dh::dyn {

Transactions::Transactions(ToolSetup& setup, Started started, const std::string& which_blocks,
                           uint8_t finding)
    : name_(setup.name),
      reports_(setup.reports),
      started_(started),
      finding_(finding),
      blocks_(setup, which_blocks),
      threads_(setup.thread_layout),
      syncs_(setup.lock_layout),
      barriers_(setup.lock_layout) {}

void Transactions::enter(PerThread& t, uint32_t node) {
  if (node >= running_.size()) running_.resize(node + 1);
  ++running_[node].threads;
  t.current = node;
}

void Transactions::leave(PerThread& t) {
  if (t.current == UINT32_MAX) return;
  if (--running_[t.current].threads == 0) graph_.finish(t.current);
  t.current = UINT32_MAX;
  t.started_in = false;
}

void Transactions::open(Event& e) {
  if (!blocks_.begins(e)) return;
  const std::lock_guard lock(mutex_);
  PerThread& t = threads_.of(*e.thread);
  if (t.current != UINT32_MAX) return;
  enter(t, graph_.make(e.thread->id, false));
  running_[t.current].block = blocks_.of(*e.thread);
  running_[t.current].reported = false;
  TransactionGraph::Cycle none;
  const RawStep step{e.kind, e.thread->id, e.target, e.location, e.position};
  graph_.add_edge(t.last, t.current, ++time_, step, none);
  t.last = graph_.step(t.current, time_);
}

void Transactions::close(Event& e) {
  if (!blocks_.ends(e)) return;
  const std::lock_guard lock(mutex_);
  PerThread& t = threads_.of(*e.thread);
  if (!t.started_in) leave(t);
}

void Transactions::thread_exit(Event& e) {
  const std::lock_guard lock(mutex_);
  leave(threads_.of(*e.thread));
}

std::optional<Step> Transactions::block_of(ShadowThread& thread) {
  const std::lock_guard lock(mutex_);
  const PerThread& t = threads_.of(thread);
  if (t.current == UINT32_MAX) return {};
  return graph_.step(t.current, 0);
}

bool Transactions::running(const Step& block) {
  const std::lock_guard lock(mutex_);
  return graph_.alive(block) && !graph_.finished(block);
}

Step Transactions::operate(Event& e, const std::vector<const Step*>& after) {
  PerThread& t = threads_.of(*e.thread);
  const RawStep operation{e.kind, e.thread->id, e.target, e.location, e.position};
  ++time_;
  TransactionGraph::Cycle cycle;
  if (t.current != UINT32_MAX) {
    for (const Step* step : after) {
      if (graph_.add_edge(*step, t.current, time_, operation, cycle)) continue;
      report(e, cycle);
      cycle = {};
    }
    return t.last = graph_.step(t.current, time_);
  }
  std::vector<const Step*> alive;
  const auto consider = [&](const Step* step) {
    if (!graph_.alive(*step)) return;
    for (const Step* other : alive) {
      if (other->node == step->node) return;
    }
    alive.push_back(step);
  };
  consider(&t.last);
  for (const Step* step : after) consider(step);
  if (alive.empty()) return t.last = Step{};
  // Never into a transaction that goes on: it may come to depend on this operation, which is a cycle.
  if (alive.size() == 1 && graph_.finished(*alive[0])) return t.last = *alive[0];
  const uint32_t node = graph_.make(e.thread->id, true);
  for (const Step* step : alive) graph_.add_edge(*step, node, time_, operation, cycle);
  return t.last = graph_.step(node, time_);
}

void Transactions::set_step(Steps& steps, ThreadId thread, const Step& step) {
  for (auto& [other, its_step] : steps) {
    if (other == thread) {
      its_step = step;
      return;
    }
  }
  steps.emplace_back(thread, step);
}

std::vector<const Step*> Transactions::all(const Steps& steps) {
  std::vector<const Step*> result;
  for (const auto& [thread, step] : steps) result.push_back(&step);
  return result;
}

void Transactions::read(Event& e, Shared& shared) {
  set_step(shared.others, e.thread->id, operate(e, {&shared.write}));
}

void Transactions::write(Event& e, Shared& shared) {
  std::vector<const Step*> after = all(shared.others);
  after.insert(after.begin(), &shared.write);
  const Step step = operate(e, after);
  shared.write = step;
  shared.others.clear();
}

void Transactions::publish(Event& e, Shared& shared) {
  set_step(shared.others, e.thread->id, operate(e, {}));
}

void Transactions::receive(Event& e, Shared& shared) {
  operate(e, all(shared.others));
}

void Transactions::barrier_enter(Event& e, Barrier& barrier) {
  std::erase_if(barrier.visits, [&](const auto& visit) {
    if (visit.first == e.thread->id) barrier.phases.give_up(visit.second);
    return visit.first == e.thread->id;
  });
  barrier.visits.emplace_back(e.thread->id, barrier.phases.enter());
  set_step(barrier.phases.entered(barrier.visits.back().second), e.thread->id, operate(e, {}));
}

void Transactions::barrier_leave(Event& e, Barrier& barrier) {
  for (auto it = barrier.visits.begin(); it != barrier.visits.end(); ++it) {
    if (it->first != e.thread->id) continue;
    const uint32_t phase = it->second;
    barrier.visits.erase(it);
    if (const Steps* entered = barrier.phases.leave(phase)) operate(e, all(*entered));
    return;
  }
}

void Transactions::access(Event& e, Shared& shared) {
  const std::lock_guard lock(mutex_);
  if (e.is_write()) {
    write(e, shared);
  } else {
    read(e, shared);
  }
}

void Transactions::start(Event& e) {
  PerThread& child = threads_.of(*e.other);
  child.last = operate(e, {});
  const PerThread& t = threads_.of(*e.thread);
  if (started_ == Started::on_its_own || t.current == UINT32_MAX || child.current != UINT32_MAX) return;
  enter(child, t.current);
  child.started_in = true;
}

// A trace may not say when a thread ended; who joins it knows.
void Transactions::join(Event& e) {
  PerThread& child = threads_.of(*e.other);
  const Step last = child.last;
  operate(e, {&last});
  leave(child);
}

void Transactions::sync(Event& e) {
  const std::lock_guard lock(mutex_);
  if (e.kind == EventKind::start_pre) return start(e);
  if (e.kind == EventKind::join_post) return join(e);
  Shared& shared = syncs_.of(*e.lock);
  switch (e.kind) {
    case EventKind::acquire:
      if (e.mode == LockMode::shared) {
        operate(e, {&shared.write});
      } else {
        std::vector<const Step*> after = all(shared.others);
        after.insert(after.begin(), &shared.write);
        operate(e, after);
      }
      break;
    case EventKind::release:
      if (e.mode == LockMode::shared) {
        publish(e, shared);
      } else {
        shared.write = operate(e, {});
        shared.others.clear();
      }
      break;
    case EventKind::volatile_read:
    case EventKind::atomic_read:
      read(e, shared);
      break;
    case EventKind::volatile_write:
    case EventKind::atomic_write:
    case EventKind::atomic_update:
      write(e, shared);
      break;
    case EventKind::handover_out:
    case EventKind::class_init:
      publish(e, shared);
      break;
    case EventKind::handover_in:
    case EventKind::class_use:
      receive(e, shared);
      break;
    case EventKind::barrier_enter:
      barrier_enter(e, barriers_.of(*e.lock));
      break;
    case EventKind::barrier_leave:
      barrier_leave(e, barriers_.of(*e.lock));
      break;
    default:
      break;
  }
}

void Transactions::report(Event& e, const TransactionGraph::Cycle& cycle) {
  Running& block = running_[threads_.of(*e.thread).current];
  if (std::exchange(block.reported, true)) return;
  RawReport report = block_report(name_, e, block.block);
  report.finding = finding_;
  report.steps = cycle.steps;
  if (!cycle.steps.empty()) {
    // The way out of the block: the other thread's operation that first came after it.
    const RawStep& out = cycle.steps.front();
    report.previous.kind = out.kind;
    report.previous.thread = out.thread;
    report.previous.location = out.location;
    report.previous.position = out.position;
    report.previous.known = true;
  }
  if (started_ == Started::in_the_block) {
    report.note = "the result of this block depends on when threads outside of it run";
  } else {
    report.note = cycle.increasing ? "this block is to blame: no order of the others can make it serial"
                                   : "one of the blocks on the cycle is to blame, not surely this one";
  }
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
