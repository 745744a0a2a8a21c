#include "base/shared_interner.h"

#include <bit>

namespace dh {

SharedInterner::~SharedInterner() {
  for (Shard& shard : shards_) {
    for (auto& block : shard.blocks) delete[] block.load();
  }
}

SharedInterner::Slot SharedInterner::slot_of(uint32_t number) {
  uint32_t shifted = number + (1u << kFirstBlockBits);
  uint32_t top = static_cast<uint32_t>(std::bit_width(shifted)) - 1;
  return {top - kFirstBlockBits, shifted - (1u << top)};
}

Symbol SharedInterner::intern(std::string_view text) {
  uint32_t shard_number = shard_of(text);
  Shard& shard = shards_[shard_number];
  std::lock_guard lock(shard.mutex);
  if (auto it = shard.symbols.find(text); it != shard.symbols.end()) return it->second;
  Slot slot = slot_of(shard.count);
  DH_CHECK(slot.block < kBlocks, "too many names");
  std::string_view* block = shard.blocks[slot.block].load(std::memory_order_relaxed);
  if (block == nullptr) {
    block = std::make_unique<std::string_view[]>(size_t{1} << (slot.block + kFirstBlockBits)).release();
  }
  Symbol symbol(shard.count++ << kShardBits | shard_number);
  std::string_view kept = shard.arena.copy(text);
  block[slot.index] = kept;
  shard.blocks[slot.block].store(block, std::memory_order_release);
  shard.symbols.emplace(kept, symbol);
  return symbol;
}

Symbol SharedInterner::find(std::string_view text) const {
  const Shard& shard = shards_[shard_of(text)];
  std::lock_guard lock(shard.mutex);
  auto it = shard.symbols.find(text);
  return it == shard.symbols.end() ? Symbol() : it->second;
}

std::string_view SharedInterner::text(Symbol symbol) const {
  DH_CHECK(symbol.valid(), "no symbol");
  Slot slot = slot_of(symbol.value >> kShardBits);
  const std::string_view* block =
      shards_[symbol.value & (kShards - 1)].blocks[slot.block].load(std::memory_order_acquire);
  DH_CHECK(block != nullptr, "symbol {} is of another interner", symbol.value);
  return block[slot.index];
}

size_t SharedInterner::size() const {
  size_t result = 0;
  for (const Shard& shard : shards_) {
    std::lock_guard lock(shard.mutex);
    result += shard.count;
  }
  return result;
}

}  // namespace dh
