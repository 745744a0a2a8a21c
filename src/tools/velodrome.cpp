#include "tools/velodrome.h"

namespace dh::dyn {

Velodrome::Velodrome(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      blocks_(setup),
      threads_(setup.thread_layout),
      syncs_(setup.lock_layout),
      states_(setup) {}

Flow Velodrome::open(Event& e) {
  if (!blocks_.begins(e)) return Flow::pass;
  const std::lock_guard lock(mutex_);
  PerThread& t = threads_.of(*e.thread);
  t.current = graph_.make(e.thread->id, false);
  t.reported = false;
  TransactionGraph::Cycle none;
  const RawStep step{e.kind, e.thread->id, e.target, e.location, e.position};
  graph_.add_edge(t.last, t.current, ++time_, step, none);
  t.last = graph_.step(t.current, time_);
  return Flow::pass;
}

Flow Velodrome::close(Event& e) {
  if (!blocks_.ends(e)) return Flow::pass;
  const std::lock_guard lock(mutex_);
  PerThread& t = threads_.of(*e.thread);
  if (t.current != UINT32_MAX) graph_.finish(t.current);
  t.current = UINT32_MAX;
  return Flow::pass;
}

Step Velodrome::operate(Event& e, const std::vector<const Step*>& after) {
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

void Velodrome::set_other(Shared& shared, ThreadId thread, const Step& step) {
  for (auto& [other, its_step] : shared.others) {
    if (other == thread) {
      its_step = step;
      return;
    }
  }
  shared.others.emplace_back(thread, step);
}

void Velodrome::read(Event& e, Shared& shared) {
  set_other(shared, e.thread->id, operate(e, {&shared.write}));
}

void Velodrome::write(Event& e, Shared& shared) {
  std::vector<const Step*> after{&shared.write};
  for (const auto& other : shared.others) after.push_back(&other.second);
  const Step step = operate(e, after);
  shared.write = step;
  shared.others.clear();
}

void Velodrome::publish(Event& e, Shared& shared) {
  set_other(shared, e.thread->id, operate(e, {}));
}

void Velodrome::receive(Event& e, Shared& shared) {
  std::vector<const Step*> after;
  for (const auto& other : shared.others) after.push_back(&other.second);
  operate(e, after);
}

Flow Velodrome::access(Event& e) {
  const std::lock_guard lock(mutex_);
  Shared& shared = states_.of(e).state;
  if (e.is_write()) {
    write(e, shared);
  } else {
    read(e, shared);
  }
  return Flow::keep;
}

Flow Velodrome::sync(Event& e) {
  const std::lock_guard lock(mutex_);
  if (e.kind == EventKind::start_pre) {
    threads_.of(*e.other).last = operate(e, {});
    return Flow::pass;
  }
  if (e.kind == EventKind::join_post) {
    const Step last = threads_.of(*e.other).last;
    operate(e, {&last});
    return Flow::pass;
  }
  Shared& shared = syncs_.of(*e.lock);
  switch (e.kind) {
    case EventKind::acquire:
      if (e.mode == LockMode::shared) {
        operate(e, {&shared.write});
      } else {
        std::vector<const Step*> after{&shared.write};
        for (const auto& other : shared.others) after.push_back(&other.second);
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
    case EventKind::barrier_enter:
      publish(e, shared);
      break;
    case EventKind::handover_in:
    case EventKind::class_use:
    case EventKind::barrier_leave:
      receive(e, shared);
      break;
    default:
      break;
  }
  return Flow::pass;
}

void Velodrome::report(Event& e, const TransactionGraph::Cycle& cycle) {
  PerThread& t = threads_.of(*e.thread);
  if (std::exchange(t.reported, true)) return;
  RawReport report = block_report(name_, e, blocks_.of(*e.thread));
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
  report.note = cycle.increasing ? "this block is to blame: no order of the others can make it serial"
                                 : "one of the blocks on the cycle is to blame, not surely this one";
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
