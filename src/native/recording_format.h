// What the runtime writes when other tools than the built-in detector are asked for, and `deadheat run`
// reads: PROCESS.events, a row of RawEvent that ends with the file or with a zero, and PROCESS.places, the
// tree of calls as a row of RawPlace. The order of the events is that in which they happened.
#pragma once

#include <cstdint>

namespace dh::native {

enum class RawKind : uint8_t {
  none,
  read,
  write,
  atomic_read,   // atomic operations race with plain accesses only
  atomic_write,  // updates, too
  free,          // the bytes of a block count as written
  extent,        // of the event before it: `value` is its number of bytes
  acquire,       // of locks, by address
  acquire_shared,
  release,
  release_shared,
  request,
  publish,  // an edge from here, over the channel with this number
  observe,  // to here
  start,    // of the thread with this number
  join,
  fresh,  // these bytes are used for something new
  block,  // the same, by malloc
  request_shared,
  forget_lock,  // what the lock at this address was is over
};

inline constexpr bool is_access(RawKind kind) {
  return kind >= RawKind::read && kind <= RawKind::free;
}

inline constexpr unsigned kValueBits = 48;
inline constexpr uint8_t kLongSize = 255;  // an extent follows

struct RawEvent {
  uint64_t packed;  // value, size (8 bits), kind (8 bits)
  uint32_t place;
  uint32_t thread;

  RawKind kind() const { return static_cast<RawKind>(packed >> 56); }
  uint8_t size() const { return static_cast<uint8_t>(packed >> kValueBits); }
  uint64_t value() const { return packed & ((uint64_t{1} << kValueBits) - 1); }
};
static_assert(sizeof(RawEvent) == 16);

struct RawPlace {
  uint64_t pc;
  uint32_t parent;
  uint32_t unused;
};
static_assert(sizeof(RawPlace) == 16);

// Values of DEADHEAT_NATIVE_RECORD.
inline constexpr char kRecordEverything[] = "all";
inline constexpr char kRecordLocks[] = "locks";  // no accesses: for programs that are not instrumented

// As a pc: the call of a function that frees.
inline constexpr uint64_t kFreePc = 1;
// As a pc: a call whose place is not known. A pc of 0 is a place that is not written yet.
inline constexpr uint64_t kNoPc = 2;

}  // namespace dh::native
