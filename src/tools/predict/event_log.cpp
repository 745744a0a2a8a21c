#include "tools/predict/event_log.h"

#include <algorithm>

namespace dh::dyn {

EventKind event_kind(LogOp op) {
  switch (op) {
    case LogOp::read:
      return EventKind::read;
    case LogOp::write:
      return EventKind::write;
    case LogOp::acquire:
      return EventKind::acquire;
    case LogOp::release:
      return EventKind::release;
    case LogOp::volatile_read:
      return EventKind::volatile_read;
    case LogOp::volatile_write:
      return EventKind::volatile_write;
    case LogOp::volatile_update:
      return EventKind::atomic_update;
    case LogOp::start:
      return EventKind::start_pre;
    case LogOp::join:
      return EventKind::join_post;
    case LogOp::publish:
      return EventKind::handover_out;
    case LogOp::receive:
    case LogOp::take:
      return EventKind::handover_in;
    case LogOp::class_init:
      return EventKind::class_init;
    case LogOp::class_use:
      return EventKind::class_use;
    case LogOp::barrier_enter:
      return EventKind::barrier_enter;
    case LogOp::barrier_leave:
      return EventKind::barrier_leave;
    case LogOp::notify:
      return EventKind::notify;
  }
  return EventKind::read;
}

// Live sources do not number their events.
uint64_t EventLog::position_of(const Event& e) {
  const uint64_t position = e.position != 0 || live_position_ == 0 ? e.position : live_position_;
  live_position_ = position + 1;
  return position;
}

uint32_t EventLog::number_of(ThreadId thread) {
  if (thread.value >= numbers_.size())
    numbers_.resize(std::max<size_t>(thread.value + 1, numbers_.size() * 2), kNoEvent);
  uint32_t& number = numbers_[thread.value];
  if (number == kNoEvent) {
    number = static_cast<uint32_t>(thread_ids_.size());
    thread_ids_.push_back(thread);
  }
  return number;
}

void EventLog::push(const Event& e, LogOp op, uint32_t target) {
  const uint64_t position = position_of(e);
  if (events_.size() == carried_.size()) first_position_ = position;
  LoggedEvent event{};
  event.thread = number_of(e.thread->id) & 0xffffff;
  event.op_bits = static_cast<uint32_t>(op);
  event.shared = (op == LogOp::acquire || op == LogOp::release) && e.mode == LockMode::shared;
  event.waiting = e.synthetic;
  event.target = target;
  event.location = e.location.value;
  event.offset = static_cast<uint32_t>(position - first_position_);
  events_.push_back(event);
}

void EventLog::add_lock(const Event& e, LogOp op) {
  if (e.thread->id.value >= held_.size()) held_.resize(e.thread->id.value + 1);
  auto& held = held_[e.thread->id.value];
  const bool shared = e.mode == LockMode::shared;
  const auto same = [&](const Held& h) { return h.lock == e.lock->id && h.shared == shared; };
  const Held* request = requested(e.thread->id);
  const bool announced = request != nullptr && request->lock == e.lock->id;
  push(e, op, e.lock->id);
  if (op == LogOp::acquire) {
    events_.back().tried = !announced && !e.synthetic;
    held.push_back({e.lock->id, shared, e.location.value, position(size() - 1)});
  } else if (const auto it = std::find_if(held.rbegin(), held.rend(), same); it != held.rend()) {
    held.erase(std::next(it).base());
  }
}

void EventLog::add_request(const Event& e) {
  if (e.thread->id.value >= requests_.size())
    requests_.resize(e.thread->id.value + 1, Held{kNoEvent, false, 0, 0});
  requests_[e.thread->id.value] = {e.lock->id, e.mode == LockMode::shared, e.location.value, position_of(e)};
}

uint32_t EventLog::begin_generation(uint32_t barrier) {
  barrier_of_.push_back(barrier);
  return static_cast<uint32_t>(barrier_of_.size() - 1);
}

void EventLog::add_barrier(const Event& e) {
  if (e.lock->id >= barriers_.size()) barriers_.resize(e.lock->id + 1);
  Barrier& barrier = barriers_[e.lock->id];
  const auto mine = std::find_if(barrier.visits.begin(), barrier.visits.end(),
                                 [&](const auto& visit) { return visit.first == e.thread->id.value; });
  if (e.kind == EventKind::barrier_enter) {
    if (barrier.generation == UINT32_MAX) barrier.generation = begin_generation(e.lock->id);
    if (mine != barrier.visits.end()) barrier.visits.erase(mine);
    barrier.visits.emplace_back(e.thread->id.value, barrier.generation);
    return push(e, LogOp::barrier_enter, barrier.generation);
  }
  if (mine == barrier.visits.end()) return;
  const uint32_t generation = mine->second;
  barrier.visits.erase(mine);
  if (generation == barrier.generation) barrier.generation = begin_generation(e.lock->id);
  push(e, LogOp::barrier_leave, generation);
}

bool EventLog::add(const Event& e) {
  if (e.kind == EventKind::request) {
    add_request(e);
    return false;
  }
  const bool added = add_ordering(e);
  // A thread that does something else does not wait.
  if (e.thread->id.value < requests_.size()) requests_[e.thread->id.value].lock = kNoEvent;
  return added;
}

bool EventLog::add_ordering(const Event& e) {
  switch (e.kind) {
    case EventKind::read:
      return push(e, LogOp::read, e.target), true;
    case EventKind::write:
      return push(e, LogOp::write, e.target), true;
    case EventKind::acquire:
      return add_lock(e, LogOp::acquire), true;
    case EventKind::release:
      return add_lock(e, LogOp::release), true;
    case EventKind::start_pre:
      return push(e, LogOp::start, number_of(e.other->id)), true;
    case EventKind::join_post:
      return push(e, LogOp::join, number_of(e.other->id)), true;
    case EventKind::volatile_read:
    case EventKind::atomic_read:
      return push(e, LogOp::volatile_read, e.lock->id), true;
    case EventKind::volatile_write:
    case EventKind::atomic_write:
      return push(e, LogOp::volatile_write, e.lock->id), true;
    case EventKind::atomic_update:
      return push(e, LogOp::volatile_update, e.lock->id), true;
    case EventKind::barrier_enter:
    case EventKind::barrier_leave:
      return add_barrier(e), true;
    case EventKind::handover_out:
      return push(e, LogOp::publish, e.lock->id), true;
    case EventKind::handover_in: {
      const bool takes = e.hand_over == HandOver::queue || e.hand_over == HandOver::semaphore;
      return push(e, takes ? LogOp::take : LogOp::receive, e.lock->id), true;
    }
    case EventKind::class_init:
      return push(e, LogOp::class_init, e.lock->id), true;
    case EventKind::class_use:
      return push(e, LogOp::class_use, e.lock->id), true;
    case EventKind::notify:
    case EventKind::notify_all:
      return push(e, LogOp::notify, e.lock->id), true;
    default:
      return false;
  }
}

void EventLog::restart() {
  events_.clear();
  carried_.clear();
  ++windows_;
  for (const ThreadId thread : thread_ids_) numbers_[thread.value] = kNoEvent;
  thread_ids_.clear();
  for (uint32_t thread = 0; thread < held_.size(); ++thread) {
    for (const Held& held : held_[thread]) {
      LoggedEvent event{};
      event.thread = number_of(ThreadId(thread)) & 0xffffff;
      event.op_bits = static_cast<uint32_t>(LogOp::acquire);
      event.shared = held.shared;
      event.target = held.lock;
      event.location = held.location;
      events_.push_back(event);
      carried_.push_back(held.position);
    }
  }
}

LogId EventLog::find(uint64_t position_wanted) const {
  LogId low = carried();
  LogId high = size();
  while (low < high) {
    const LogId middle = low + (high - low) / 2;
    if (position(middle) < position_wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < size() && position(low) == position_wanted ? low : kNoEvent;
}

}  // namespace dh::dyn
