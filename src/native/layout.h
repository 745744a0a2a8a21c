// What the code in the program and the runtime library agree on: where shadow lives, what a cell means, and
// the part of a thread's state that checks of accesses look at.
//
// A cell is 64 bits for four bytes of the program: the epoch of the last write and that of the last read
// (FastTrack, Flanagan and Freund 2009). An epoch is the slot of a thread and the thread's time. Accesses to
// less than four bytes, and atomic ones, move the cell into a record with a cell per byte (kRecord), so that
// verdicts are exact to the byte; the record is given up as soon as its bytes agree again.
#pragma once

#include <cstdint>

namespace dh::native {

inline constexpr unsigned kTimeBits = 21;
inline constexpr uint32_t kSlots = 2046;                 // threads that can be distinguished at a time
inline constexpr uint32_t kSetTag = 2047u << kTimeBits;  // as a read: the number of a read set follows
inline constexpr uint32_t kMaxTime = (1u << kTimeBits) - 1;
inline constexpr uint32_t kRecord = 0xFFFFFFFF;  // as a write: the read is the number of a record
inline constexpr uint32_t kLocked = 0xFFFFFFFE;  // as a write: somebody changes the pair of cells

// The program's addresses are in three ranges (fixed executables, movable ones with their heap, libraries and
// stacks) whose low 44 bits do not collide.
inline constexpr unsigned kAddressBits = 44;
inline constexpr uint64_t kCells = 0x100000000000;   // 8 bytes for 4
inline constexpr uint64_t kPlaces = 0x300000000000;  // 8 bytes for 4: where the last write and read were
inline constexpr uint64_t kPlaneBytes = uint64_t{1} << (kAddressBits + 1);
inline constexpr uint64_t kBlocks = 0x080000000000;  // 8 bytes for 16: what malloc returned
inline constexpr uint64_t kBlocksBytes = uint64_t{1} << (kAddressBits - 1);
static_assert(kBlocks + kBlocksBytes <= kCells && kCells + kPlaneBytes <= kPlaces);
static_assert(kPlaces + kPlaneBytes <= 0x550000000000, "movable executables begin here");

inline uint64_t* cell_of(uintptr_t address) {
  return reinterpret_cast<uint64_t*>(kCells + ((address << 20 >> 19) & ~uint64_t{7}));
}
inline uint32_t write_of(uint64_t cell) {
  return static_cast<uint32_t>(cell);
}
inline uint32_t read_of(uint64_t cell) {
  return static_cast<uint32_t>(cell >> 32);
}

// One call that is under way in the program.
struct CallFrame {
  uintptr_t pc;  // where it returns to
  // Low half: its place in the tree of calls, 0 when that is not known yet. High half: that of the stack
  // pointer, for longjmp.
  uint64_t node_and_stack;
  uint32_t node() const { return static_cast<uint32_t>(node_and_stack); }
  uint32_t stack() const { return static_cast<uint32_t>(node_and_stack >> 32); }
};
static_assert(sizeof(CallFrame) == 16);

inline constexpr uint32_t kCachedSets = 16;

// Of four bytes whose cells differ, or that are accessed by atomic operations. Guarded by the lock of the
// pair.
struct Record {
  uint32_t write[4], read[4];
  uint32_t write_place[4], read_place[4];
  uint32_t atomic_write, atomic_read;  // as the reads of a cell: an epoch or a set
  uint32_t atomic_write_place, atomic_read_place;
  uint8_t atomic_written, atomic_seen;  // bytes of the atomic operations, a bit each
  uint32_t next_free;
};

struct Thread;

// `epoch` of a thread that the runtime does not know (yet) is one that no cell has.
struct ThreadView {
  uint32_t epoch;
  uint32_t busy;  // inside the runtime: what signal handlers do now is not checked
  CallFrame* top;
  Thread* thread;
  uint32_t sets[kCachedSets];  // read sets that have this epoch, by the low bits of their number
};

}  // namespace dh::native

extern "C" {
// Constant at first, so that no access has to ask whether it is initialized.
extern constinit __attribute__((
    visibility("default"), tls_model("initial-exec"))) thread_local dh::native::ThreadView __deadheat_view;
extern __attribute__((visibility("default"))) dh::native::Record* __deadheat_records;
__attribute__((visibility("default"))) void __deadheat_read(uintptr_t address, uintptr_t size, uintptr_t pc);
__attribute__((visibility("default"))) void __deadheat_write(uintptr_t address, uintptr_t size, uintptr_t pc);
}
