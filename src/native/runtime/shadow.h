// Shadow of the program's memory: cells, places, records of bytes, read sets.
#pragma once

#include "native/runtime/thread.h"

namespace dh::native {

struct alignas(8) SetEntry {
  uint32_t epoch, place;
};
// Readers of a location none of which is ordered before another, by slot. Sets of many locations are shared
// and never change; where this does not pay, a location has one of its own, which changes under the lock of
// its pair.
struct ReadSet {
  uint16_t count;
  uint16_t capacity : 15;
  uint16_t is_private : 1;
  uint32_t next;        // of the same hash, or free
  SetEntry entries[1];  // in fact `capacity` of them
};

void map_shadow();
extern std::atomic<bool> has_shadow;  // it is mapped

inline uint32_t* places_of(const uint64_t* cell) {
  return reinterpret_cast<uint32_t*>(reinterpret_cast<uintptr_t>(cell) - kCells + kPlaces);
}

uint32_t new_record();  // 0: none left
void free_record(uint32_t id);
inline Record& record(uint32_t id) {
  return __deadheat_records[id];
}

ReadSet& read_set(uint32_t read);
inline bool is_set(uint32_t read) {
  return read >= kSetTag;
}
// The readers of `read` that are not ordered before the thread, with the thread at this place.
uint32_t add_reader(Thread& thread, uint32_t read, uint32_t read_place, uint32_t place);
void drop_set(uint32_t read);       // that no cell has any more
uint32_t share_set(uint32_t read);  // the same readers for several cells

// Forgets what happened to memory that is used for something else now.
void clear_shadow(uintptr_t address, size_t bytes);

// kBlocks: a word per 16 bytes of the program, of the first of a block.
struct Block {
  uintptr_t begin;
  size_t bytes;
  uint32_t place;
  uint32_t thread;
};
void note_block(uintptr_t begin, size_t bytes, uint32_t place, uint32_t thread);
void forget_block(uintptr_t begin);
bool find_block(uintptr_t address, Block& block);
// Whether some synchronization object may be in these 16 bytes.
void note_sync(uintptr_t address);
bool take_sync_note(uintptr_t address);

}  // namespace dh::native
