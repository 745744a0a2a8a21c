// Events: what a target program does, as tools see it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "dynamic/ids.h"
#include "dynamic/shadow_word.h"

namespace dh::dyn {

class ShadowThread;
class ShadowLock;

enum class EventKind : uint8_t {
#define DH_EVENT(name, group, target) name,
#include "dynamic/events.def"
#undef DH_EVENT
};

enum class EventGroup : uint8_t { access, sync, block, method, info };

inline constexpr size_t kEventKinds = 0
#define DH_EVENT(name, group, target) +1
#include "dynamic/events.def"
#undef DH_EVENT
    ;

std::string_view event_name(EventKind kind);
EventGroup event_group(EventKind kind);
Space event_target(EventKind kind);

inline bool is_access(EventKind kind) {
  return kind <= EventKind::write;
}

enum class LockMode : uint8_t { exclusive, shared };

// How something was handed over; for people, all give the same edge.
enum class HandOver : uint8_t {
  other,
  executor,
  future,
  queue,
  latch,
  semaphore,
  park,
  thread_local_,
  interrupt
};

// The last accesses of a variable, for the second place of a report. Filled in by event sources that can
// afford it (a replay always does); tools only read it.
struct LastAccess {
  static constexpr uint32_t kAnyEpoch = UINT32_MAX;

  LocId location;
  ThreadId thread;
  uint64_t position = 0;
  uint32_t tag =
      kAnyEpoch;  // place_tag of the epoch that the place belongs to, where that may be another one

  // Not valid: the place is that of another access.
  LocId location_in(uint32_t epoch_tag) const {
    return tag == kAnyEpoch || tag == epoch_tag ? location : LocId();
  }
};
struct LastAccesses {
  LastAccess write;
  LastAccess read;
  // The source will name the write of this very location as long as it is the last: tools need not keep it.
  bool keeps_write = false;
};

// A LastAccess in 12 bytes, for tables with one per variable. Threads from number 2^20 - 1 on are forgotten,
// positions from 2^44 on are wrong.
class PackedAccess {
 public:
  PackedAccess() = default;
  PackedAccess(LocId location, ThreadId thread, uint64_t position) : location_(~location.value) {
    const uint64_t bits = ~(thread_bits(thread) << kPositionBits | (position & kPositionMask));
    std::memcpy(bits_, &bits, sizeof bits_);
  }
  bool by(ThreadId thread) const { return bits() >> kPositionBits == thread_bits(thread) && known(); }
  LastAccess unpack() const {
    const uint64_t position = bits() & kPositionMask;
    return {LocId(~location_),
            known() ? ThreadId(static_cast<uint32_t>(bits() >> kPositionBits)) : ThreadId(), position};
  }

 private:
  static constexpr unsigned kPositionBits = 44;
  static constexpr uint64_t kPositionMask = (uint64_t{1} << kPositionBits) - 1;
  static constexpr uint64_t kNoThread = ~uint64_t{0} >> kPositionBits;

  static uint64_t thread_bits(ThreadId thread) { return std::min<uint64_t>(thread.value, kNoThread); }
  bool known() const { return bits() >> kPositionBits != kNoThread; }
  uint64_t bits() const {
    uint64_t bits;
    std::memcpy(&bits, bits_, sizeof bits);
    return ~bits;
  }

  // Inverted: no access is all zeros, as fresh memory is.
  uint32_t location_ = 0;
  uint32_t bits_[2] = {0, 0};
};
struct PackedAccesses {
  PackedAccess write;
  PackedAccess read;
  LastAccesses unpack() const { return {write.unpack(), read.unpack()}; }
};

// A shadow word that is not memory of this process, such as a field of a Java object reached through the JVM.
class RemoteWord {
 public:
  virtual ~RemoteWord() = default;
  virtual uint64_t load() = 0;
  // On failure `expected` becomes the current value.
  virtual bool compare_exchange(uint64_t& expected, uint64_t desired) = 0;
};

// One event object per thread is reused for all its events; a handler must not keep a reference to it.
struct Event {
  EventKind kind = EventKind::read;
  LockMode mode = LockMode::exclusive;
  HandOver hand_over = HandOver::other;
  bool concurrent = true;  // other handlers may run right now: shadow words need compare-and-swap
  bool synthetic = false;  // made by the engine from another event (the release inside a wait)
  ShadowThread* thread = nullptr;
  ShadowLock* lock = nullptr;     // of sync events whose target is not a thread, and of request, wait, notify
  ShadowThread* other = nullptr;  // of events whose target is a thread
  uint32_t target = 0;            // the id, in the space event_target(kind)
  int32_t index = -1;  // of accesses, where the target is not the element itself but what it belongs to
  // Of such accesses: how many elements, `stride` apart from `index` on, whose words are equal. Tools with
  // FastPaths::ranges need one event for all of them.
  uint32_t count = 1;
  uint8_t stride = 1;
  LocId location;
  uint64_t position = 0;  // number of the event in its trace
  uint64_t value = 0;     // that a read returns or a write stores, where the source has it

  // Of accesses: the shadow word of the branch that runs, as it was when last looked at, and where it is.
  uint64_t shadow = 0;
  std::atomic<uint64_t>* word = nullptr;  // null: use remote
  RemoteWord* remote = nullptr;
  const LastAccesses* last = nullptr;  // null: the source does not know
  // Not null: instead of a report without the earlier place, set it and leave the word as it is. The source
  // calls again with places that may have come meanwhile.
  bool* look_again = nullptr;
  uint64_t* replace_value = nullptr;  // where a read's value can be replaced, or null

  bool is_write() const { return kind == EventKind::write; }
  VarId var() const { return VarId(target); }

  // The optimistic update: stores `desired` if the word still is `shadow`. On conflict it returns false with
  // `shadow` set to the word's new value, and the handler starts over.
  // Looks at the word again. False: it has changed, and `shadow` with it; the handler returns Flow::retry.
  bool still_current();

  bool put(uint64_t desired) {
    if (word != nullptr && !concurrent) [[likely]] {
      word->store(desired, std::memory_order_relaxed);
      shadow = desired;
      return true;
    }
    return put_concurrent(desired);
  }

 private:
  bool put_concurrent(uint64_t desired);
};

}  // namespace dh::dyn
