// The sets of locks that threads hold, hash-consed, with cached intersections. For the lock-set detectors.
#pragma once

#include <array>
#include <mutex>

#include "dynamic/cons_table.h"
#include "dynamic/tool.h"

namespace dh::dyn {

// Sets are indexes; 0 is the empty set. Thread-safe under the rules of tool.h.
class HeldLocks {
 public:
  explicit HeldLocks(ToolSetup& setup) : threads_(setup.thread_layout) {}

  // To be called on acquire and release.
  void update(Event& e);
  void thread_made(ShadowThread& thread);

  // Locks that count for an access: reads are protected by both modes, writes only by exclusive ones.
  uint32_t held(const Event& e) const {
    const PerThread& t = threads_.of(*e.thread);
    return e.is_write() ? t.exclusive : t.all;
  }
  uint32_t held_for_reads(ShadowThread& thread) const { return threads_.of(thread).all; }
  uint32_t held_for_writes(ShadowThread& thread) const { return threads_.of(thread).exclusive; }

  uint32_t intersect(ShadowThread& thread, uint32_t a, uint32_t b) {
    if (a == b || a == 0) return a;
    if (b == 0) return 0;
    CacheEntry& entry = threads_.of(thread).cache[(a * 31 + b) % kCache];
    if (entry.a != a || entry.b != b) [[unlikely]]
      entry = {a, b, compute(a, b)};
    return entry.result;
  }
  std::vector<uint32_t> locks(uint32_t set) const;

  // Keeps the sets in `used`, and those that threads hold. No handler may run.
  void sweep(FlatSet<uint32_t> used);
  size_t sets() const { return sets_.live(); }

 private:
  static constexpr size_t kCache = 64;
  struct CacheEntry {
    uint32_t a = 0;
    uint32_t b = 0;
    uint32_t result = 0;
  };
  struct PerThread {
    std::vector<ShadowThread::Held> held;  // by the events seen here: a tool before us may have filtered some
    uint32_t all = 0;
    uint32_t exclusive = 0;
    std::array<CacheEntry, kCache> cache{};
  };
  uint32_t compute(uint32_t a, uint32_t b);

  ConsTable sets_;
  Decoration<ShadowThread, PerThread> threads_;
  std::mutex mutex_;
  std::vector<ShadowThread*> all_threads_;
};

}  // namespace dh::dyn
