#include "cli/run/native_locks.h"

namespace dh {

NativeLocks::Lock& NativeLocks::lock(uint64_t address) {
  Lock& lock = locks_[address];
  if (lock.id == kNone) lock.id = out_.new_lock(address);
  return lock;
}

void NativeLocks::release_all(Lock& lock) {
  for (; lock.depth > 0; --lock.depth) out_.release(lock.owner, lock.id, false);
  lock.owner = kNone;
  for (auto& [thread, count] : lock.sharers) {
    for (; count > 0; --count) out_.release(thread, lock.id, true);
  }
  lock.sharers.clear();
}

void NativeLocks::acquire(uint64_t address, uint32_t thread, bool is_shared) {
  Lock& lock = this->lock(address);
  if (lock.owner != kNone && lock.owner != thread) release_all(lock);  // which nobody has seen
  out_.acquire(thread, lock.id, is_shared);
  if (lock.channel != kNone) out_.observe(thread, lock.channel);
  if (is_shared) {
    ++lock.sharers[thread];
  } else {
    lock.owner = thread;
    ++lock.depth;
  }
}

void NativeLocks::release(uint64_t address, uint32_t thread, bool is_shared) {
  Lock& lock = this->lock(address);
  const auto sharer = lock.sharers.find(thread);
  if (is_shared && sharer != lock.sharers.end()) {
    out_.release(thread, lock.id, true);
    if (--sharer->second == 0) lock.sharers.erase(sharer);
  } else if (!is_shared && lock.owner == thread && lock.depth > 0) {
    out_.release(thread, lock.id, false);
    if (--lock.depth == 0) lock.owner = kNone;
  } else {
    // The next holder comes after this thread all the same.
    if (lock.channel == kNone) lock.channel = out_.new_channel();
    out_.publish(thread, lock.channel);
    release_all(lock);
  }
}

void NativeLocks::forget(uint64_t address) {
  const auto found = locks_.find(address);
  if (found == locks_.end()) return;
  release_all(found->second);
  locks_.erase(found);
}

}  // namespace dh
