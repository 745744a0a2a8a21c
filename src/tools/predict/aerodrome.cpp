#include "tools/predict/aerodrome.h"

namespace dh::dyn {

namespace {

RawStep step_of(const Event& e) {
  return {e.kind, e.thread->id, e.target, e.location, e.position};
}

// True: `into` has changed.
bool join_clock(VectorClock& into, const VectorClock& from) {
  if (from.first_not_covered(into) < 0) return false;
  into.join(from);
  return true;
}

}  // namespace

Aerodrome::Aerodrome(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      blocks_(setup),
      threads_(setup.thread_layout),
      syncs_(setup.lock_layout),
      barriers_(setup.lock_layout),
      states_(setup) {}

void Aerodrome::thread_made(ShadowThread& thread) {
  const std::lock_guard lock(mutex_);
  all_threads_.push_back(&thread);
}

Aerodrome::PerThread& Aerodrome::of(ShadowThread& thread) {
  return threads_.of(thread);
}

Flow Aerodrome::begin(Event& e) {
  if (!blocks_.begins(e)) return Flow::pass;
  const std::lock_guard lock(mutex_);
  PerThread& t = of(*e.thread);
  if (t.in_block) return Flow::pass;
  t.in_block = true;
  t.began_at = t.clock.get(e.thread->id.value) + 1;
  t.clock.set(e.thread->id.value, t.began_at);
  t.reported = t.has_left = t.is_seen = false;
  t.block = blocks_.of(*e.thread);
  t.touched.clear();
  active_.push_back(e.thread);
  return Flow::pass;
}

Flow Aerodrome::end(Event& e) {
  if (!blocks_.ends(e)) return Flow::pass;
  const std::lock_guard lock(mutex_);
  end_block(*e.thread, &e);
  return Flow::pass;
}

Flow Aerodrome::thread_exit(Event& e) {
  const std::lock_guard lock(mutex_);
  end_block(*e.thread, &e);
  return Flow::pass;
}

void Aerodrome::report(const Event& e, PerThread& t, const RawStep& closing) {
  if (std::exchange(t.reported, true)) return;
  RawReport report = block_report(name_, e, t.block);
  report.current.kind = closing.kind;
  report.current.thread = closing.thread;
  report.current.location = closing.location;
  report.current.position = closing.position;
  report.space = event_target(closing.kind);
  report.target = closing.target;
  if (t.is_seen) {
    report.previous.kind = t.first_seen.kind;
    report.previous.thread = t.first_seen.thread;
    report.previous.location = t.first_seen.location;
    report.previous.position = t.first_seen.position;
    report.previous.known = true;
    report.steps = {t.first_seen, closing};
  }
  report.note =
      "the first of these operations comes after a part of the block, the second makes the block come after "
      "it";
  reports_.add(std::move(report));
}

// The thread's operation comes after what left the clock.
void Aerodrome::join(ShadowThread& thread, const VectorClock& from, const RawStep& step) {
  PerThread& t = of(thread);
  if (!join_clock(t.clock, from)) return;
  ++t.changes;
  t.last_join = step;
  for (ShadowThread* other : active_) {
    PerThread& o = of(*other);
    if (other == &thread || o.is_seen || from.get(other->id.value) < o.began_at) continue;
    o.is_seen = true;
    o.first_seen = step;
  }
}

void Aerodrome::see(Event& e, const Trail& trail) {
  if (!trail.thread.valid() || trail.thread == e.thread->id) return;
  PerThread& t = of(*e.thread);
  if (t.in_block && t.began_at <= trail.clock.get(e.thread->id.value)) return report(e, t, step_of(e));
  join(*e.thread, trail.clock, step_of(e));
}

void Aerodrome::see_all(Event& e, const std::vector<Trail>& trails) {
  for (const Trail& trail : trails) see(e, trail);
}

// Blocks that the clock has a part of will have to pass on what they learn until they end.
void Aerodrome::list(Shared& shared, const VectorClock& clock) {
  if (shared.serial == 0) shared.serial = ++serials_;
  for (ShadowThread* other : active_) {
    const uint32_t slot = other->id.value;
    PerThread& o = of(*other);
    if (clock.get(slot) < o.began_at || shared.listed.get(slot) == o.began_at) continue;
    shared.listed.set(slot, o.began_at);
    o.touched.push_back({&shared, shared.serial});
  }
}

void Aerodrome::leave(Event& e, Shared& shared, Trail& trail) {
  PerThread& t = of(*e.thread);
  if (t.in_block && !t.has_left) {
    t.has_left = true;
    t.first_left = t.changes;
  }
  trail.thread = e.thread->id;
  trail.clock = t.clock;
  trail.step = step_of(e);
  if (!active_.empty()) list(shared, t.clock);
}

void Aerodrome::publish(Event& e, Shared& shared) {
  for (Trail& trail : shared.others) {
    if (trail.thread == e.thread->id) return leave(e, shared, trail);
  }
  leave(e, shared, shared.others.emplace_back());
}

void Aerodrome::read(Event& e, Shared& shared) {
  see(e, shared.write);
  publish(e, shared);
}

void Aerodrome::write(Event& e, Shared& shared) {
  see(e, shared.write);
  see_all(e, shared.others);
  leave(e, shared, shared.write);
  shared.others.clear();
}

Flow Aerodrome::access(Event& e) {
  const std::lock_guard lock(mutex_);
  Shared& shared = states_.of(e).state;
  if (e.is_write()) {
    write(e, shared);
  } else {
    read(e, shared);
  }
  return Flow::keep;
}

void Aerodrome::barrier(Event& e, Barrier& barrier) {
  if (e.kind == EventKind::barrier_enter) {
    std::erase_if(barrier.visits, [&](const auto& visit) {
      if (visit.first == e.thread->id) barrier.phases.give_up(visit.second);
      return visit.first == e.thread->id;
    });
    barrier.visits.emplace_back(e.thread->id, barrier.phases.enter());
    return publish(e, barrier.phases.entered(barrier.visits.back().second));
  }
  for (auto it = barrier.visits.begin(); it != barrier.visits.end(); ++it) {
    if (it->first != e.thread->id) continue;
    const uint32_t phase = it->second;
    barrier.visits.erase(it);
    if (const Shared* entered = barrier.phases.leave(phase)) see_all(e, entered->others);
    return;
  }
}

Flow Aerodrome::sync(Event& e) {
  const std::lock_guard lock(mutex_);
  if (e.kind == EventKind::start_pre) {
    PerThread& t = of(*e.thread);
    if (t.in_block && !t.has_left) {
      t.has_left = true;
      t.first_left = t.changes;
    }
    join(*e.other, t.clock, step_of(e));
    return Flow::pass;
  }
  if (e.kind == EventKind::join_post) {
    see(e, {e.other->id, of(*e.other).clock, step_of(e)});
    end_block(*e.other, &e);
    return Flow::pass;
  }
  Shared& shared = syncs_.of(*e.lock);
  switch (e.kind) {
    case EventKind::acquire:
      see(e, shared.write);
      if (e.mode == LockMode::exclusive) see_all(e, shared.others);
      break;
    case EventKind::release:
      if (e.mode == LockMode::shared) {
        publish(e, shared);
      } else {
        leave(e, shared, shared.write);
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
      see_all(e, shared.others);
      break;
    case EventKind::barrier_enter:
    case EventKind::barrier_leave:
      barrier(e, barriers_.of(*e.lock));
      break;
    default:
      break;
  }
  return Flow::pass;
}

// What came after a part of the block comes after all that the block knows by now.
void Aerodrome::spread(const PerThread& t, uint32_t slot) {
  for (const SharedRef& ref : t.touched) {
    if (ref.shared->serial != ref.serial) continue;  // the target has lost it
    const auto extend = [&](Trail& trail) {
      if (trail.clock.get(slot) < t.began_at || !join_clock(trail.clock, t.clock)) return;
      list(*ref.shared, trail.clock);
    };
    extend(ref.shared->write);
    for (Trail& trail : ref.shared->others) extend(trail);
  }
}

void Aerodrome::end_block(ShadowThread& thread, const Event* e) {
  PerThread& t = of(thread);
  if (!t.in_block) return;
  t.in_block = false;
  std::erase(active_, &thread);
  const uint32_t slot = thread.id.value;
  // A thread that saw the block knows all of it, if it learned nothing since it first left something.
  if (!t.has_left || t.first_left == t.changes) return;
  for (ShadowThread* other : all_threads_) {
    PerThread& o = of(*other);
    if (other == &thread || o.clock.get(slot) < t.began_at) continue;
    if (o.in_block && o.began_at <= t.clock.get(other->id.value)) {
      if (e != nullptr) report(*e, o, o.last_join);
      continue;
    }
    const RawStep step = o.last_join;
    join(*other, t.clock, step);
  }
  spread(t, slot);
}

void Aerodrome::sweep(const LiveWords& live) {
  const std::lock_guard lock(mutex_);
  states_.sweep(live);
}

void Aerodrome::finish(ToolOutput&) {
  const std::lock_guard lock(mutex_);
  while (!active_.empty()) end_block(*active_.back(), &active_.back()->event);
}

}  // namespace dh::dyn
