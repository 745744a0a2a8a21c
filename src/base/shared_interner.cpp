#include "base/shared_interner.h"

#include <bit>
#include <cstring>

namespace dh {

namespace {

// Allocated in the shard's arena; the text follows.
struct Entry {
  uint64_t hash;
  Symbol symbol;
  uint32_t length;

  std::string_view text() const { return {reinterpret_cast<const char*>(this + 1), length}; }
};

// An open-addressed table that readers probe while one writer adds. Slots go from null to an entry once.
struct Table {
  explicit Table(size_t n) : mask(n - 1), slots(std::make_unique<std::atomic<const Entry*>[]>(n)) {}

  const Entry* find(std::string_view text, uint64_t hash) const {
    for (size_t i = (hash >> 32) & mask;; i = (i + 1) & mask) {
      const Entry* entry = slots[i].load(std::memory_order_acquire);
      if (entry == nullptr) return nullptr;
      if (entry->hash == hash && entry->text() == text) return entry;
    }
  }

  void add(const Entry* entry) {
    size_t i = (entry->hash >> 32) & mask;
    while (slots[i].load(std::memory_order_relaxed) != nullptr) i = (i + 1) & mask;
    slots[i].store(entry, std::memory_order_release);
  }

  size_t mask;
  std::unique_ptr<std::atomic<const Entry*>[]> slots;
};

constexpr uint32_t kFirstTable = 64;
constexpr uint32_t kFirstChunkBits = 6;
constexpr uint32_t kChunks = 32 - kFirstChunkBits;

// Entry n of a shard is in chunk k at place i; chunk k holds twice as many as chunk k - 1.
struct Slot {
  uint32_t chunk;
  uint32_t place;
};
Slot slot_of(uint32_t n) {
  uint32_t m = n + (1u << kFirstChunkBits);
  uint32_t width = static_cast<uint32_t>(std::bit_width(m)) - 1;
  return {width - kFirstChunkBits, m - (1u << width)};
}

}  // namespace

struct alignas(64) SharedInterner::Shard {
  std::atomic<const Table*> table{nullptr};
  std::atomic<uint32_t> count{0};
  std::array<std::atomic<const Entry**>, kChunks> chunks{};

  // The rest under the lock. Old tables stay: a reader may still be in one.
  mutable std::mutex mutex;
  Arena arena;
  std::vector<std::unique_ptr<Table>> tables;
  std::vector<std::unique_ptr<const Entry*[]>> owned_chunks;

  Shard() { grow(kFirstTable); }

  Table& grow(size_t size) {
    auto larger = std::make_unique<Table>(size);
    for (uint32_t i = 0; i < count.load(std::memory_order_relaxed); ++i) larger->add(entry(i));
    table.store(larger.get(), std::memory_order_release);
    tables.push_back(std::move(larger));
    return *tables.back();
  }

  const Entry* entry(uint32_t n) const {
    Slot slot = slot_of(n);
    return chunks[slot.chunk].load(std::memory_order_acquire)[slot.place];
  }

  const Entry* add(std::string_view text, uint64_t hash, uint32_t shard_index) {
    uint32_t n = count.load(std::memory_order_relaxed);
    DH_CHECK(n < (1u << (31 - kShardBits)), "too many names");
    void* memory = arena.allocate(sizeof(Entry) + text.size(), alignof(Entry));
    auto* made =
        new (memory) Entry{hash, Symbol(n << kShardBits | shard_index), static_cast<uint32_t>(text.size())};
    if (!text.empty()) std::memcpy(made + 1, text.data(), text.size());

    Slot slot = slot_of(n);
    if (slot.place == 0) {
      owned_chunks.push_back(std::make_unique<const Entry*[]>(size_t{1} << (slot.chunk + kFirstChunkBits)));
      chunks[slot.chunk].store(owned_chunks.back().get(), std::memory_order_release);
    }
    chunks[slot.chunk].load(std::memory_order_relaxed)[slot.place] = made;
    count.store(n + 1, std::memory_order_release);

    Table& current = *tables.back();
    if ((size_t{n} + 1) * 2 > current.mask + 1) {
      grow((current.mask + 1) * 2);  // includes the new entry
    } else {
      current.add(made);
    }
    return made;
  }
};

uint64_t SharedInterner::hash(std::string_view text) {
  return hash_words(text);
}

SharedInterner::SharedInterner() : shards_(std::make_unique<Shard[]>(kShards)) {}
SharedInterner::~SharedInterner() = default;

Symbol SharedInterner::intern(std::string_view text, uint64_t hash) {
  uint32_t index = hash & (kShards - 1);
  Shard& shard = shards_[index];
  if (const Entry* entry = shard.table.load(std::memory_order_acquire)->find(text, hash))
    return entry->symbol;
  std::lock_guard lock(shard.mutex);
  if (const Entry* entry = shard.tables.back()->find(text, hash)) return entry->symbol;
  return shard.add(text, hash, index)->symbol;
}

Symbol SharedInterner::find(std::string_view text) const {
  uint64_t h = hash(text);
  const Shard& shard = shards_[h & (kShards - 1)];
  const Entry* entry = shard.table.load(std::memory_order_acquire)->find(text, h);
  return entry == nullptr ? Symbol() : entry->symbol;
}

std::string_view SharedInterner::text(Symbol symbol) const {
  const Shard& shard = shards_[symbol.value & (kShards - 1)];
  uint32_t n = symbol.value >> kShardBits;
  DH_CHECK(symbol.valid() && n < shard.count.load(std::memory_order_acquire), "symbol {} is unknown",
           symbol.value);
  return shard.entry(n)->text();
}

size_t SharedInterner::size() const {
  size_t sum = 0;
  for (uint32_t i = 0; i < kShards; ++i) sum += shards_[i].count.load(std::memory_order_acquire);
  return sum;
}

size_t SharedInterner::bytes_reserved() const {
  size_t sum = 0;
  for (uint32_t i = 0; i < kShards; ++i) {
    std::lock_guard lock(shards_[i].mutex);
    sum += shards_[i].arena.bytes_reserved();
    for (const auto& table : shards_[i].tables) sum += (table->mask + 1) * sizeof(void*);
  }
  return sum;
}

}  // namespace dh
