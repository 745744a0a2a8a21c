// Read sets.
#include <algorithm>

#include "native/runtime/shadow.h"

namespace dh::native {

struct Readers {
  uint32_t count = 0;
  SetEntry entries[kSlots];
};

namespace {

constexpr uint32_t kMaxSets = (1u << kTimeBits) - 4;  // the last numbers mean something else
constexpr uint32_t kMaxShared = kMaxSets / 2;
constexpr uint32_t kSetHeads = 1u << 18;
constexpr uint32_t kSizes = 12;  // of private sets: 2, 4, ... 4096 readers

ReadSet** all_sets = nullptr;
uint32_t* set_heads = nullptr;
uint32_t set_count = 1;
uint32_t shared_count = 0;
uint32_t free_sets[kSizes];
SpinLock sets_lock;

uint64_t hash_of(const SetEntry* entries, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; ++i) {
    hash ^= entries[i].epoch | uint64_t{entries[i].place} << 32;
    hash *= 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

uint32_t add_set(uint32_t capacity, const SetEntry* entries, uint32_t count, bool is_private) {
  if (set_count >= kMaxSets) return 0;
  auto* set = static_cast<ReadSet*>(allocate(sizeof(ReadSet) + (capacity - 1) * sizeof(SetEntry)));
  set->capacity = static_cast<uint16_t>(capacity & 0x7fff);
  set->count = static_cast<uint16_t>(count);
  set->is_private = is_private ? 1 : 0;
  std::copy(entries, entries + count, set->entries);
  const uint32_t id = set_count++;
  __atomic_store_n(&all_sets[id], set, __ATOMIC_RELEASE);
  return id;
}

// A set that all cells with these readers have; 0: no room. `found`: there was one.
uint32_t shared_set(const SetEntry* entries, uint32_t count, bool& found) {
  uint32_t& head = set_heads[hash_of(entries, count) % kSetHeads];
  const Locked locked(sets_lock);
  for (uint32_t id = head; id != 0; id = all_sets[id]->next) {
    const ReadSet& set = *all_sets[id];
    if (set.count == count && std::equal(entries, entries + count, set.entries, [](SetEntry a, SetEntry b) {
          return a.epoch == b.epoch && a.place == b.place;
        })) {
      found = true;
      return kSetTag | id;
    }
  }
  if (shared_count >= kMaxShared) return 0;
  const uint32_t id = add_set(count, entries, count, false);
  if (id == 0) return 0;
  ++shared_count;
  all_sets[id]->next = head;
  head = id;
  return kSetTag | id;
}

uint32_t size_class(uint32_t count) {
  uint32_t size = 0;
  while ((2u << size) < count) ++size;
  return size;
}

uint32_t private_set(const SetEntry* entries, uint32_t count) {
  const uint32_t size = size_class(count);
  const Locked locked(sets_lock);
  uint32_t id = free_sets[size];
  if (id == 0) {
    id = add_set(2u << size, entries, count, true);
    return id == 0 ? 0 : kSetTag | id;
  }
  ReadSet& set = *all_sets[id];
  free_sets[size] = set.next;
  set.count = static_cast<uint16_t>(count);
  std::copy(entries, entries + count, set.entries);
  return kSetTag | id;
}

void collect(Readers& readers, const Thread& thread, SetEntry entry) {
  if (entry.epoch != 0 && !is_ordered(thread, entry.epoch)) readers.entries[readers.count++] = entry;
}

// The thread has read here before, at another time.
bool has_own(const ReadSet& set, const Thread& thread, uint32_t& at) {
  for (at = 0; at < set.count; ++at) {
    if (slot_of(set.entries[at].epoch) == thread.slot) return true;
  }
  return false;
}

void put_own(Readers& readers, SetEntry own) {
  uint32_t at = readers.count++;
  for (; at > 0 && readers.entries[at - 1].epoch > own.epoch; --at)
    readers.entries[at] = readers.entries[at - 1];
  readers.entries[at] = own;
}

}  // namespace

void map_sets() {
  all_sets = static_cast<ReadSet**>(reserve(sizeof(ReadSet*) * size_t{kMaxSets}, "shadow memory"));
  set_heads = static_cast<uint32_t*>(reserve(sizeof(uint32_t) * kSetHeads, "shadow memory"));
}

ReadSet& read_set(uint32_t read) {
  return *__atomic_load_n(&all_sets[read & kMaxTime], __ATOMIC_ACQUIRE);
}

void drop_set(uint32_t read) {
  const Locked locked(sets_lock);
  ReadSet& set = *all_sets[read & kMaxTime];
  if (!set.is_private) return;
  uint32_t& head = free_sets[size_class(set.capacity)];
  set.next = head;
  head = read & kMaxTime;
}

uint32_t share_set(uint32_t read) {
  ReadSet& set = read_set(read);
  if (!set.is_private) return read;
  bool found = false;
  const uint32_t shared = shared_set(set.entries, set.count, found);
  const uint32_t last = set.entries[set.count - 1].epoch;
  drop_set(read);
  return shared != 0 ? shared : last;
}

uint32_t add_reader(Thread& thread, uint32_t read, uint32_t read_place, uint32_t place) {
  const uint32_t own = thread.times[thread.slot];
  const bool had_set = is_set(read);
  const bool was_private = had_set && read_set(read).is_private;
  const uint64_t key = (uint64_t{read} << 32 | place) * 0x9E3779B97F4A7C15ull;
  CachedStep& step = thread.steps[key >> 58];
  if (!was_private && step.epoch == own && step.before == read && step.before_place == read_place &&
      step.place == place) {
    ++thread.set_hits;
    return step.set;
  }
  uint32_t own_at = 0;
  const bool is_repeated = had_set && has_own(read_set(read), thread, own_at);
  if (was_private && is_repeated) {
    read_set(read).entries[own_at] = {own, place};
    return read;
  }
  if (thread.readers == nullptr) thread.readers = static_cast<Readers*>(allocate(sizeof(Readers)));
  Readers& readers = *thread.readers;
  readers.count = 0;
  if (had_set) {
    const ReadSet& set = read_set(read);
    for (uint32_t i = 0; i < set.count; ++i) collect(readers, thread, set.entries[i]);
  } else {
    collect(readers, thread, {read, read_place});
  }
  if (readers.count == 0) {
    if (was_private) drop_set(read);
    return own;
  }
  put_own(readers, {own, place});
  if (was_private && readers.count <= read_set(read).capacity) {
    ReadSet& set = read_set(read);
    set.count = static_cast<uint16_t>(readers.count);
    std::copy(readers.entries, readers.entries + readers.count, set.entries);
    return read;
  }
  if (was_private) drop_set(read);
  bool found = false;
  uint32_t result = 0;
  // Sets change with every time of their readers: sharing pays as long as many locations are read at the same
  // times.
  if (!is_repeated || thread.set_misses <= 64 + thread.set_hits / 16)
    result = shared_set(readers.entries, readers.count, found);
  if (result == 0) {
    result = private_set(readers.entries, readers.count);
    return result != 0 ? result : own;  // no room: the last reader only
  }
  if (found) {
    ++thread.set_hits;
  } else {
    ++thread.set_misses;
  }
  step = {own, read, read_place, place, result};
  return result;
}

}  // namespace dh::native
