// Blocks of the heap: who allocated the memory at an address. A word is the place (32 bits), the size in
// units of 16 bytes (19 bits), a bit for synchronization objects, and the thread's number (12 bits).
#include <algorithm>

#include "native/runtime/shadow.h"

namespace dh::native {

namespace {

constexpr uint64_t kSyncBit = uint64_t{1} << 51;
constexpr uint64_t kMaxUnits = (1u << 19) - 1;
constexpr uint64_t kMaxThread = (1u << 12) - 1;

uint64_t* block_word(uintptr_t address) {
  const uint64_t offset = address & ((uint64_t{1} << kAddressBits) - 1);
  return reinterpret_cast<uint64_t*>(kBlocks + (offset / 16) * 8);
}

struct LargeBlock {
  Block block;
  LargeBlock* next;
};
LargeBlock* large_blocks = nullptr;
LargeBlock* free_large = nullptr;
SpinLock large_lock;

void note_large(const Block& block) {
  const Locked locked(large_lock);
  LargeBlock* entry = free_large;
  if (entry != nullptr) {
    free_large = entry->next;
  } else {
    entry = static_cast<LargeBlock*>(allocate(sizeof(LargeBlock)));
  }
  *entry = {block, large_blocks};
  large_blocks = entry;
}

void forget_large(uintptr_t begin) {
  const Locked locked(large_lock);
  for (LargeBlock** at = &large_blocks; *at != nullptr; at = &(*at)->next) {
    LargeBlock* entry = *at;
    if (entry->block.begin != begin) continue;
    *at = entry->next;
    entry->next = free_large;
    free_large = entry;
    return;
  }
}

}  // namespace

void note_block(uintptr_t begin, size_t bytes, uint32_t place, uint32_t thread) {
  const uint64_t units = std::max<uint64_t>((bytes + 15) / 16, 1);
  if (units >= kMaxUnits) note_large({begin, bytes, place, thread});
  *block_word(begin) =
      place | std::min(units, kMaxUnits) << 32 | std::min<uint64_t>(thread, kMaxThread) << 52;
}

void forget_block(uintptr_t begin) {
  uint64_t* word = block_word(begin);
  if ((*word >> 32 & kMaxUnits) == kMaxUnits) forget_large(begin);
  *word = 0;
}

bool find_block(uintptr_t address, Block& block) {
  {
    const Locked locked(large_lock);
    for (const LargeBlock* entry = large_blocks; entry != nullptr; entry = entry->next) {
      if (address - entry->block.begin >= entry->block.bytes) continue;
      block = entry->block;
      return true;
    }
  }
  for (uint64_t unit = 0; unit < kMaxUnits; ++unit) {
    const uintptr_t at = (address & ~uintptr_t{15}) - unit * 16;
    const uint64_t word = *block_word(at);
    const uint64_t units = word >> 32 & kMaxUnits;
    if (static_cast<uint32_t>(word) == 0) continue;
    if (units == kMaxUnits || unit >= units) return false;
    const auto thread = static_cast<uint32_t>(word >> 52);
    block = {at, units * 16, static_cast<uint32_t>(word), thread == kMaxThread ? kNoThread : thread};
    return true;
  }
  return false;
}

void note_sync(uintptr_t address) {
  __atomic_fetch_or(block_word(address), kSyncBit, __ATOMIC_RELAXED);
}

bool take_sync_note(uintptr_t address) {
  uint64_t* word = block_word(address);
  if ((*word & kSyncBit) == 0) return false;
  __atomic_fetch_and(word, ~kSyncBit, __ATOMIC_RELAXED);
  return true;
}

}  // namespace dh::native
