#include "dynamic/engine.h"

#include <algorithm>
#include <memory>

namespace dh::dyn {

std::string_view misuse_text(Misuse misuse) {
  switch (misuse) {
    case Misuse::none:
      return "";
    case Misuse::event_after_end:
      return "event of a thread that has ended";
    case Misuse::release_not_held:
      return "release of a lock that the thread does not hold";
    case Misuse::acquire_held_by_other:
      return "acquire of a lock that another thread holds";
    case Misuse::wait_not_held:
      return "wait on a lock that the thread does not hold";
    case Misuse::wait_ends_held:
      return "end of a wait on a lock that the thread holds already";
    case Misuse::start_self:
      return "a thread starts itself";
    case Misuse::start_running:
      return "start of a thread that runs already or has ended";
    case Misuse::join_self:
      return "a thread joins itself";
    case Misuse::join_unknown:
      return "join of an unknown thread: it was not started and has no events";
    case Misuse::end_without_begin:
      return "end of a block that was not begun";
    case Misuse::leave_without_enter:
      return "a thread leaves a barrier that it did not enter";
  }
  return "";
}

Engine::Engine(ToolChain& chain, EngineOptions options) : chain_(chain), options_(options) {
  chain_.thread_layout.freeze();
  chain_.lock_layout.freeze();
}

ShadowThread& Engine::new_thread(ThreadId id, ShadowThread* parent) {
  ShadowThread* thread;
  {
    const std::lock_guard lock(mutex_);
    if (free_threads_.empty()) {
      thread = &threads_.emplace_back(chain_.thread_layout, id, parent);
    } else {
      thread = free_threads_.back();
      free_threads_.pop_back();
      std::destroy_at(thread);
      std::construct_at(thread, chain_.thread_layout, id, parent);
    }
  }
  thread->event.concurrent = options_.concurrent && !options_.serialize;
  for (auto& branch : chain_.branches) branch->thread_made(*thread);
  return *thread;
}

ShadowLock& Engine::new_lock(Space space, uint32_t id) {
  const std::lock_guard lock(mutex_);
  if (free_locks_.empty()) return locks_.emplace_back(chain_.lock_layout, space, id);
  ShadowLock* const again = free_locks_.back();
  free_locks_.pop_back();
  std::destroy_at(again);
  return *std::construct_at(again, chain_.lock_layout, space, id);
}

void Engine::forget(ShadowLock& lock) {
  // Threads remember the barriers they are in.
  if (lock.space == Space::barrier || lock.owner.load(std::memory_order_acquire) != nullptr) return;
  {
    const std::lock_guard readers_lock(lock.mutex);
    if (!lock.readers.empty()) return;
  }
  const std::lock_guard list_lock(mutex_);
  std::destroy_at(&lock);  // gives back what tools keep of it
  free_locks_.push_back(std::construct_at(&lock, chain_.lock_layout, Space::none, 0u));
}

bool Engine::forget(ShadowThread& thread) {
  if (!thread.held.empty() || !thread.barriers.empty()) return false;
  const std::lock_guard lock(mutex_);
  std::destroy_at(&thread);
  free_threads_.push_back(std::construct_at(&thread, chain_.thread_layout, ThreadId(), nullptr));
  return true;
}

void Engine::access(Event& e, std::atomic<uint64_t>* words) {
  if (options_.serialize) {
    const std::lock_guard lock(one_by_one_);
    chain_.dispatch_access(e, words);
  } else {
    chain_.dispatch_access(e, words);
  }
}

void Engine::access(Event& e, RemoteWord* const* words) {
  std::unique_lock<std::mutex> lock;
  if (options_.serialize) lock = std::unique_lock(one_by_one_);
  e.word = nullptr;
  for (auto& branch : chain_.branches) {
    e.remote = *words++;
    e.shadow = e.remote->load();
    branch->dispatch(e);
  }
}

void Engine::send(Event& e) {
  if (options_.serialize) {
    const std::lock_guard lock(one_by_one_);
    chain_.dispatch(e);
  } else {
    chain_.dispatch(e);
  }
}

void Engine::begin(ShadowThread& thread) {
  thread.phase = ShadowThread::Phase::running;
  chain_.thread_begins(thread);
}

Misuse Engine::feed(Event& e) {
  ShadowThread& thread = *e.thread;
  if (thread.phase != ShadowThread::Phase::running) {
    if (thread.phase == ShadowThread::Phase::ended) return Misuse::event_after_end;
    begin(thread);
  }
  switch (e.kind) {
    case EventKind::acquire:
      return acquire(e);
    case EventKind::release:
      return release(e);
    case EventKind::wait_pre:
    case EventKind::wait_post:
      return wait(e);
    case EventKind::start_pre:
    case EventKind::join_post:
      return start_or_join(e);
    case EventKind::begin:
      ++thread.block_depth;
      break;
    case EventKind::end:
      if (thread.block_depth == 0) return Misuse::end_without_begin;
      --thread.block_depth;
      break;
    case EventKind::barrier_enter:
      std::erase(thread.barriers, e.lock);
      thread.barriers.push_back(e.lock);
      break;
    case EventKind::barrier_leave:
      if (std::erase(thread.barriers, e.lock) == 0) return Misuse::leave_without_enter;
      break;
    case EventKind::thread_exit:
      send(e);
      thread.phase = ShadowThread::Phase::ended;
      return Misuse::none;
    default:
      break;
  }
  send(e);
  return Misuse::none;
}

bool Engine::enter_shared(Event& e) {
  const std::lock_guard lock(e.lock->mutex);
  for (auto& reader : e.lock->readers) {
    if (reader.thread == e.thread) return ++reader.depth == 1;
  }
  e.lock->readers.push_back({e.thread, 1});
  return true;
}

bool Engine::leave_shared(Event& e) {
  const std::lock_guard lock(e.lock->mutex);
  auto& readers = e.lock->readers;
  for (ShadowLock::Reader* it = readers.begin(); it != readers.end(); ++it) {
    if (it->thread != e.thread) continue;
    if (--it->depth != 0) return false;
    readers.erase(it, it + 1);
    return true;
  }
  return false;
}

namespace {

// The thread lost the lock without an event of it; only now does it learn so.
void forget_held(ShadowThread& thread, const ShadowLock& lock) {
  std::erase_if(thread.held, [&](const ShadowThread::Held& held) {
    return held.lock == &lock && held.mode == LockMode::exclusive;
  });
}

}  // namespace

// A live target that has a lock has it: if another thread is still the owner here, its release was missed.
Misuse Engine::acquire(Event& e) {
  ShadowLock& lock = *e.lock;
  ShadowThread* owner = lock.owner.load(std::memory_order_relaxed);
  Misuse misuse = Misuse::none;
  if (e.mode == LockMode::exclusive) {
    if (owner == e.thread) {
      ++lock.depth;
      return Misuse::none;  // re-entrant: tools do not see it
    }
    // Readers are not asked: another thread may have given back their lock, as of a StampedLock.
    if (owner != nullptr) misuse = Misuse::acquire_held_by_other;
    if (misuse != Misuse::none && !options_.concurrent) return misuse;
    lock.owner.store(e.thread, std::memory_order_relaxed);
    lock.depth = 1;
    if (options_.concurrent) forget_held(*e.thread, lock);
  } else {
    if (owner != nullptr && owner != e.thread) misuse = Misuse::acquire_held_by_other;
    if (misuse != Misuse::none && !options_.concurrent) return misuse;
    if (!enter_shared(e)) return misuse;
  }
  e.thread->held.push_back({&lock, e.mode, e.location});
  send(e);
  return misuse;
}

Misuse Engine::release(Event& e) {
  ShadowLock& lock = *e.lock;
  auto& held = e.thread->held;
  const auto is_it = [&](const ShadowThread::Held& h) { return h.lock == &lock && h.mode == e.mode; };
  auto it = std::find_if(held.rbegin(), held.rend(), is_it);
  if (it == held.rend()) return Misuse::release_not_held;
  if (e.mode == LockMode::exclusive) {
    if (--lock.depth != 0) return Misuse::none;
  } else if (!leave_shared(e)) {
    return Misuse::none;
  }
  send(e);
  held.erase(std::next(it).base());
  if (e.mode == LockMode::exclusive) lock.owner.store(nullptr, std::memory_order_relaxed);
  return Misuse::none;
}

// A wait gives the lock up at any depth and gets it back at the same depth.
Misuse Engine::wait(Event& e) {
  ShadowLock& lock = *e.lock;
  const bool before = e.kind == EventKind::wait_pre;
  if (before) {
    if (lock.owner.load(std::memory_order_relaxed) != e.thread) return Misuse::wait_not_held;
    send(e);
    e.thread->wait_depth = std::exchange(lock.depth, 1);
  } else if (!options_.concurrent && lock.owner.load(std::memory_order_relaxed) == e.thread) {
    return Misuse::wait_ends_held;
  }
  e.synthetic = true;
  e.kind = before ? EventKind::release : EventKind::acquire;
  e.mode = LockMode::exclusive;
  const Misuse misuse = before ? release(e) : acquire(e);
  e.synthetic = false;
  if (before || misuse != Misuse::none) return misuse;
  lock.depth = std::max<uint32_t>(1, std::exchange(e.thread->wait_depth, 1));
  e.kind = EventKind::wait_post;
  send(e);
  return Misuse::none;
}

Misuse Engine::start_or_join(Event& e) {
  ShadowThread& other = *e.other;
  if (e.kind == EventKind::start_pre) {
    if (&other == e.thread) return Misuse::start_self;
    if (other.phase != ShadowThread::Phase::made) return Misuse::start_running;
    if (other.parent == nullptr) other.parent = e.thread;
    send(e);
    begin(other);
    return Misuse::none;
  }
  if (&other == e.thread) return Misuse::join_self;
  // A live thread may have been there before the source was, and have had accesses only.
  if (other.phase == ShadowThread::Phase::made && !options_.concurrent) return Misuse::join_unknown;
  other.phase = ShadowThread::Phase::ended;
  send(e);
  return Misuse::none;
}

}  // namespace dh::dyn
