// Shadows of the target's threads and locks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dynamic/compact_array.h"
#include "dynamic/decoration.h"
#include "dynamic/event.h"
#include "dynamic/spin_lock.h"

namespace dh::dyn {

// Words of thread state that fast paths compare shadow words with. Written by handlers of the same thread
// only (and by its creator before it starts), read by inline code of the same thread. Word 0 is always zero.
inline constexpr size_t kThreadWords = 16;
inline constexpr uint8_t kZeroWord = 0;
inline constexpr uint32_t kFirstThreadWord = 1;

class ShadowThread : public Decorated {
 public:
  ShadowThread(const DecorationLayout& layout, ThreadId thread_id, ShadowThread* forked_by)
      : Decorated(layout), id(thread_id), parent(forked_by) {}

  std::array<uint64_t, kThreadWords> words{};
  const ThreadId id;
  ShadowThread* parent;  // null: unknown or the first

  // Locks held, in the order of their acquisition, without re-entrant ones. Only the thread itself looks.
  struct Held {
    ShadowLock* lock;
    LockMode mode;
    LocId location = {};  // of the acquire
  };
  std::vector<Held> held;
  Event event;  // reused for all events of the thread

  enum class Phase : uint8_t { made, running, ended };
  // For the engine's checks and waits.
  Phase phase = Phase::made;
  uint32_t block_depth = 0;
  std::vector<ShadowLock*> barriers;  // entered and not left, each once
  uint32_t wait_depth = 1;
};

// Everything that orders threads is a ShadowLock: locks, volatiles and atomics, barriers, channels, classes.
class ShadowLock : public Decorated {
 public:
  ShadowLock(const DecorationLayout& layout, Space lock_space, uint32_t lock_id)
      : Decorated(layout), space(lock_space), id(lock_id) {}

  const Space space;
  const uint32_t id;
  // Guards the decorations where the target's own locking does not: shared modes, volatiles, barriers,
  // channels.
  SpinLock mutex;

  // Who holds it, and how often: the engine filters re-entrant operations with it.
  std::atomic<ShadowThread*> owner{nullptr};
  uint32_t depth = 0;  // of the owner
  struct Reader {
    ShadowThread* thread;
    uint32_t depth;
  };
  CompactArray<Reader> readers;  // guarded by mutex
};

}  // namespace dh::dyn
