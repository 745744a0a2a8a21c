#include "native/runtime/access.h"

#include "native/runtime/openmp.h"
#include "native/runtime/recording.h"

namespace dh::native {

namespace {

// What is known of one byte or of four that agree.
struct State {
  uint32_t write, read, write_place, read_place;
};

uint64_t pack(const State& state) {
  return state.write | uint64_t{state.read} << 32;
}

void report_unordered(Thread& thread, Access& access, const EarlierAccess& earlier) {
  if (access.is_reported) return;
  access.is_reported = true;
  report_race(thread, access, earlier);
}

// An epoch or a set whose thread is not ordered before this one.
bool find_unordered(const Thread& thread, uint32_t value, uint32_t place, SetEntry& found) {
  if (!is_set(value)) {
    found = {value, place};
    return !is_ordered(thread, value);
  }
  const ReadSet& set = read_set(value);
  for (uint32_t i = 0; i < set.count; ++i) {
    if (is_ordered(thread, set.entries[i].epoch)) continue;
    found = set.entries[i];
    return true;
  }
  return false;
}

void check_against(Thread& thread, Access& access, uint32_t value, uint32_t place, bool is_write,
                   AccessFlavour flavour) {
  if (value == 0) return;
  EarlierAccess earlier{{}, is_write, flavour};
  if (find_unordered(thread, value, place, earlier.entry)) report_unordered(thread, access, earlier);
}

void check_plain(Thread& thread, Access& access, const State& state) {
  check_against(thread, access, state.write, state.write_place, true, AccessFlavour::plain);
  if (access.is_write)
    check_against(thread, access, state.read, state.read_place, false, AccessFlavour::plain);
}

bool contains(uint32_t set_of_readers, uint32_t epoch) {
  const ReadSet& set = read_set(set_of_readers);
  for (uint32_t i = 0; i < set.count; ++i) {
    if (set.entries[i].epoch != epoch) continue;
    if (!set.is_private) __deadheat_view.sets[set_of_readers % kCachedSets] = set_of_readers;
    return true;
  }
  return false;
}

void add_to_readers(Thread& thread, uint32_t& read, uint32_t& read_place, uint32_t place) {
  const uint32_t epoch = thread.times[thread.slot];
  if (!is_set(read) && is_ordered(thread, read)) {
    read = epoch;
  } else {
    read = add_reader(thread, read, read_place, place);
    if (is_set(read) && !read_set(read).is_private) __deadheat_view.sets[read % kCachedSets] = read;
  }
  read_place = place;
}

// FastTrack's rules for a plain access.
void apply(Thread& thread, Access& access, State& state) {
  const uint32_t epoch = thread.times[thread.slot];
  if (state.write == epoch) return;
  if (!access.is_write && (state.read == epoch || (is_set(state.read) && contains(state.read, epoch))))
    return;
  check_plain(thread, access, state);
  if (access.is_write) {
    if (is_set(state.read)) drop_set(state.read);
    state = {epoch, 0, access.place, 0};
  } else {
    add_to_readers(thread, state.read, state.read_place, access.place);
  }
}

uint32_t pair_places(Thread& thread, uint32_t a, uint32_t b) {
  return node_of(thread, a, kPairTag | b) | kPairBit;
}

uint32_t pack_places(Thread& thread, const uint32_t* places) {
  if (places[0] == places[1] && places[0] == places[2] && places[0] == places[3]) return places[0];
  const uint32_t low = places[0] == places[1] ? places[0] : pair_places(thread, places[0], places[1]);
  const uint32_t high = places[2] == places[3] ? places[2] : pair_places(thread, places[2], places[3]);
  return pair_places(thread, low, high);
}

uint32_t fill_record(uint32_t write, uint32_t read, const uint32_t* places) {
  const uint32_t id = new_record();
  if (id == 0) return 0;
  Record& bytes = record(id);
  for (unsigned i = 0; i < 4; ++i) {
    bytes.write[i] = write;
    bytes.read[i] = read;
    bytes.write_place[i] = unpack_place(places[0], i);
    bytes.read_place[i] = unpack_place(places[1], i);
  }
  bytes.atomic_write = bytes.atomic_read = 0;
  bytes.atomic_written = bytes.atomic_seen = 0;
  return id;
}

// The record of a cell: the cell's own, or a new one with four times its contents. 0: none left.
uint32_t expand(uint64_t cell, const uint32_t* places) {
  if (write_of(cell) == kRecord) return read_of(cell);
  const uint32_t read = is_set(read_of(cell)) ? share_set(read_of(cell)) : read_of(cell);
  return fill_record(write_of(cell), read, places);
}

bool agree(const uint32_t* values) {
  return values[0] == values[1] && values[0] == values[2] && values[0] == values[3];
}

// The record's cell; a plain one when its bytes agree.
uint64_t collapse(Thread& thread, uint32_t id, uint32_t* places) {
  Record& bytes = record(id);
  const bool is_private = is_set(bytes.read[0]) && read_set(bytes.read[0]).is_private;
  if (!agree(bytes.write) || !agree(bytes.read) || is_private || bytes.atomic_write != 0 ||
      bytes.atomic_read != 0)
    return kRecord | uint64_t{id} << 32;
  places[0] = pack_places(thread, bytes.write_place);
  places[1] = pack_places(thread, bytes.read_place);
  const State state{bytes.write[0], bytes.read[0], 0, 0};
  bytes.read[0] = bytes.read[1] = bytes.read[2] = bytes.read[3] = 0;
  free_record(id);
  return pack(state);
}

// Atomic operations race with plain accesses only.
void apply_atomic(Thread& thread, Access& access, Record& bytes, unsigned mask) {
  for (unsigned i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    check_plain(thread, access, {bytes.write[i], bytes.read[i], bytes.write_place[i], bytes.read_place[i]});
  }
  const uint32_t epoch = thread.times[thread.slot];
  (access.is_write ? bytes.atomic_written : bytes.atomic_seen) |= static_cast<uint8_t>(mask);
  uint32_t& last = access.is_write ? bytes.atomic_write : bytes.atomic_read;
  uint32_t& last_place = access.is_write ? bytes.atomic_write_place : bytes.atomic_read_place;
  if (last == epoch || (is_set(last) && contains(last, epoch))) return;
  add_to_readers(thread, last, last_place, access.place);
}

void apply_to_bytes(Thread& thread, Access& access, Record& bytes, unsigned mask) {
  if ((mask & bytes.atomic_written) != 0)
    check_against(thread, access, bytes.atomic_write, bytes.atomic_write_place, true, AccessFlavour::atomic);
  if (access.is_write) {
    if ((mask & bytes.atomic_seen) != 0)
      check_against(thread, access, bytes.atomic_read, bytes.atomic_read_place, false, AccessFlavour::atomic);
    // A plain write of all bytes that is ordered after the atomic operations begins a new life.
    if (mask == 15 && !access.is_reported) {
      if (is_set(bytes.atomic_write)) drop_set(bytes.atomic_write);
      if (is_set(bytes.atomic_read)) drop_set(bytes.atomic_read);
      bytes.atomic_write = bytes.atomic_read = 0;
      bytes.atomic_written = bytes.atomic_seen = 0;
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    State state{bytes.write[i], bytes.read[i], bytes.write_place[i], bytes.read_place[i]};
    apply(thread, access, state);
    bytes.write[i] = state.write;
    bytes.read[i] = state.read;
    bytes.write_place[i] = state.write_place;
    bytes.read_place[i] = state.read_place;
  }
}

uint64_t update(Thread& thread, Access& access, uint64_t cell, uint32_t* places, unsigned mask) {
  const bool is_plain = access.flavour == AccessFlavour::plain;
  if (is_plain && mask == 15 && write_of(cell) != kRecord) {
    State state{write_of(cell), read_of(cell), unpack_place(places[0], 0), unpack_place(places[1], 0)};
    apply(thread, access, state);
    places[0] = state.write_place;
    places[1] = state.read_place;
    return pack(state);
  }
  const uint32_t id = expand(cell, places);
  if (id == 0) return 0;
  if (is_plain) {
    apply_to_bytes(thread, access, record(id), mask);
  } else {
    apply_atomic(thread, access, record(id), mask);
  }
  return collapse(thread, id, places);
}

uint64_t lock_cell(uint64_t* cell) {
  unsigned turns = 0;
  for (;;) {
    uint64_t value = __atomic_load_n(cell, __ATOMIC_RELAXED);
    if (write_of(value) == kLocked) {
      if (spin(turns)) return 0;
      continue;
    }
    if (__atomic_compare_exchange_n(cell, &value, uint64_t{kLocked}, true, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return value;
  }
}

// The first of two cells is the lock of both. The second is locked as well, because reads that lock only
// their own cell change it (read_alone).
void check_pair(Thread& thread, Access& access, uint64_t* cells, unsigned mask) {
  uint64_t first = lock_cell(cells);
  uint32_t* places = places_of(cells);
  if ((mask & 15) != 0) first = update(thread, access, first, places, mask & 15);
  if (mask >> 4 != 0) {
    const uint64_t second = update(thread, access, lock_cell(cells + 1), places + 2, mask >> 4);
    __atomic_store_n(cells + 1, second, __ATOMIC_RELEASE);
  }
  __atomic_store_n(cells, first, __ATOMIC_RELEASE);
}

// Nothing to do for this pair, all of whose bytes are accessed.
bool is_known(const uint64_t* cells, uint32_t epoch, bool is_write) {
  for (unsigned i = 0; i < 2; ++i) {
    if (write_of(cells[i]) != epoch && (is_write || read_of(cells[i]) != epoch)) return false;
  }
  return true;
}

// Most reads change nothing but the read of this thread: they lock their cell for a moment, if it still is
// what they decided on. So of two accesses at the very same moment one sees the other.
bool read_alone(const Thread& thread, const Access& access, uint64_t* cell) {
  uint64_t value = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
  const uint32_t epoch = thread.times[thread.slot];
  const uint32_t read = read_of(value);
  if (write_of(value) == epoch || read == epoch) return true;
  if (write_of(value) >= kSetTag || !is_ordered(thread, write_of(value))) return false;
  if (!is_set(read)) {
    if (!is_ordered(thread, read)) return false;
    if (!__atomic_compare_exchange_n(cell, &value, uint64_t{kLocked}, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED))
      return false;
    places_of(cell)[1] = access.place;
    __atomic_store_n(cell, write_of(value) | uint64_t{epoch} << 32, __ATOMIC_RELEASE);
    return true;
  }
  // A set of this location alone: only this thread changes its entry, and a thread that locks the cell after
  // this sees it.
  ReadSet& set = read_set(read);
  if (!set.is_private) return false;
  for (uint32_t i = 0; i < set.count; ++i) {
    if (slot_of(set.entries[i].epoch) != thread.slot) continue;
    SetEntry own{epoch, access.place};  // clang wants it mutable
    if (set.entries[i].epoch != epoch) {
      if (access.is_frequent) {
        __atomic_store(&set.entries[i], &own, __ATOMIC_RELEASE);
      } else {
        __atomic_store(&set.entries[i], &own, __ATOMIC_SEQ_CST);
      }
    }
    return __atomic_load_n(cell, __ATOMIC_SEQ_CST) == value;
  }
  return false;
}

// An access to all bytes of cells that no reader but one at a time has: what nearly all first accesses of an
// epoch are. The cells are locked by one instruction and get the new epoch.
bool is_simple(const Thread& thread, uint64_t cell) {
  const uint32_t write = write_of(cell);
  const uint32_t read = read_of(cell);
  return write < kSetTag && read < kSetTag && is_ordered(thread, write) && is_ordered(thread, read);
}

uint64_t after_access(uint64_t cell, uint32_t epoch, bool is_write) {
  if (write_of(cell) == epoch || (!is_write && read_of(cell) == epoch)) return cell;
  return is_write ? epoch : write_of(cell) | uint64_t{epoch} << 32;
}

// Often the place is there already, and a line that is not written need not go back to memory. What it says
// of reads does not count after a write.
void note_place(uint64_t* cell, uint64_t before, uint64_t after, bool is_write, uint32_t place) {
  if (before == after) return;
  uint32_t& noted = places_of(cell)[is_write ? 0 : 1];
  if (noted != place) noted = place;
}

// Locking a cell waits for all stores of the processor, and costs more than all the rest. So accesses at
// places that had many of them leave it out. Two threads can then miss each other, but only at the very same
// moment at one cell. What another thread has made of a cell meanwhile may be lost, at most a record or a set
// that is never used again: a simple cell refers to none.
void store_simply(uint64_t* cell, uint64_t before, uint64_t after, bool is_write, uint32_t place) {
  note_place(cell, before, after, is_write, place);
  if (before != after) __atomic_store_n(cell, after, __ATOMIC_RELEASE);
}

bool access_cell(const Thread& thread, const Access& access, uint64_t* cell) {
  const bool is_write = access.is_write;
  uint64_t value = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
  if (!is_simple(thread, value)) return false;
  const uint64_t after = after_access(value, thread.times[thread.slot], is_write);
  if (after == value) return true;
  if (access.is_frequent) {
    store_simply(cell, value, after, is_write, access.place);
    return true;
  }
  if (!__atomic_compare_exchange_n(cell, &value, uint64_t{kLocked}, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    return false;
  note_place(cell, value, after, is_write, access.place);
  __atomic_store_n(cell, after, __ATOMIC_RELEASE);
  return true;
}

// Whole cells of such an access, from the first one on, as far as they are simple. Returns where it stopped.
uintptr_t access_simple_cells(const Thread& thread, uintptr_t at, uintptr_t end, bool is_write,
                              uint32_t place) {
  const uint32_t epoch = thread.times[thread.slot];
  uint64_t* cell = cell_of(at);
  uint64_t before = *cell;
  uint64_t after = 0;
  for (bool is_decided = false; end - at >= 4; at += 4, ++cell) {
    const uint64_t value = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
    if (!is_decided || value != before) {
      before = value;
      if (write_of(value) == epoch || (!is_write && read_of(value) == epoch)) {
        after = value;
      } else if (is_simple(thread, value)) {
        after = after_access(value, epoch, is_write);
      } else {
        return at;
      }
      is_decided = true;
    }
    store_simply(cell, before, after, is_write, place);
  }
  return at;
}

__extension__ typedef unsigned __int128 CellPair;

bool access_pair(const Thread& thread, const Access& access, uint64_t* cells) {
  const bool is_write = access.is_write;
  const uint64_t first = __atomic_load_n(cells, __ATOMIC_ACQUIRE);
  const uint64_t second = __atomic_load_n(cells + 1, __ATOMIC_ACQUIRE);
  if (!is_simple(thread, first)) return false;
  if (second != first && !is_simple(thread, second)) return false;
  const uint32_t epoch = thread.times[thread.slot];
  const uint64_t first_after = after_access(first, epoch, is_write);
  const uint64_t second_after = after_access(second, epoch, is_write);
  constexpr CellPair kBothLocked = kLocked | CellPair{kLocked} << 64;
  if (!__sync_bool_compare_and_swap(reinterpret_cast<CellPair*>(cells), first | CellPair{second} << 64,
                                    kBothLocked))
    return false;
  note_place(cells, first, first_after, is_write, access.place);
  note_place(cells + 1, second, second_after, is_write, access.place);
  __atomic_store_n(cells + 1, second_after, __ATOMIC_RELEASE);
  __atomic_store_n(cells, first_after, __ATOMIC_RELEASE);
  return true;
}

// Simple bytes of a record get the new epoch. False: some are not simple, and nothing has changed.
bool access_simple_bytes(const Thread& thread, const Access& access, Record& bytes, unsigned mask) {
  if (((bytes.atomic_written | bytes.atomic_seen) & mask) != 0) return false;
  for (unsigned i = 0; i < 4; ++i) {
    if ((mask >> i & 1) != 0 && !is_simple(thread, bytes.write[i] | uint64_t{bytes.read[i]} << 32))
      return false;
  }
  const uint32_t epoch = thread.times[thread.slot];
  for (unsigned i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0 || bytes.write[i] == epoch) continue;
    (access.is_write ? bytes.write : bytes.read)[i] = epoch;
    (access.is_write ? bytes.write_place : bytes.read_place)[i] = access.place;
    if (access.is_write) bytes.read[i] = 0;
  }
  return true;
}

// Of a frequent access to some bytes of a cell. A record that nobody knows yet needs no lock.
bool access_bytes(Thread& thread, const Access& access, uint64_t* cell, unsigned mask) {
  uint64_t value = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
  uint32_t* places = places_of(cell);
  if (is_simple(thread, value)) {
    if (after_access(value, thread.times[thread.slot], access.is_write) == value) return true;
    const uint32_t id = fill_record(write_of(value), read_of(value), places);
    if (id == 0) return false;
    access_simple_bytes(thread, access, record(id), mask);
    __atomic_store_n(cell, kRecord | uint64_t{id} << 32, __ATOMIC_RELEASE);
    return true;
  }
  if (write_of(value) != kRecord) return false;
  if (!__atomic_compare_exchange_n(cell, &value, uint64_t{kLocked}, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    return false;
  const uint32_t id = read_of(value);
  const bool is_done = access_simple_bytes(thread, access, record(id), mask);
  __atomic_store_n(cell, is_done ? collapse(thread, id, places) : value, __ATOMIC_RELEASE);
  return is_done;
}

bool access_part(Thread& thread, const Access& access, uint64_t* cell, unsigned mask) {
  if (mask == 0) return true;
  return mask == 15 ? access_cell(thread, access, cell) : access_bytes(thread, access, cell, mask);
}

bool access_simply(Thread& thread, const Access& access, uint64_t* cells, unsigned mask) {
  if (access.is_frequent)
    return access_part(thread, access, cells, mask & 15) && access_part(thread, access, cells + 1, mask >> 4);
  if (mask == 255) return access_pair(thread, access, cells);
  if (mask == 15) return access_cell(thread, access, cells);
  return mask == 240 && access_cell(thread, access, cells + 1);
}

bool read_pair_alone(const Thread& thread, const Access& access, uint64_t* cells, unsigned mask) {
  const bool first = (mask & 15) == 0 || ((mask & 15) == 15 && read_alone(thread, access, cells));
  return first && (mask >> 4 == 0 || (mask >> 4 == 15 && read_alone(thread, access, cells + 1)));
}

}  // namespace

void check_access(Thread& thread, Access& access) {
  if (is_recording) return record_access(thread, access);
  thread.used = true;
  uintptr_t at = access.address;
  const uintptr_t end = access.address + access.size;
  while (at < end) {
    const uintptr_t base = at & ~uintptr_t{7};
    const uintptr_t stop = end < base + 8 ? end : base + 8;
    const unsigned mask = ((1u << (stop - base)) - 1) & ~((1u << (at - base)) - 1);
    uint64_t* cells = cell_of(base);
    const bool is_plain = access.flavour == AccessFlavour::plain;
    if (is_plain && mask == 255 && is_known(cells, thread.times[thread.slot], access.is_write)) {
      // nothing new
    } else if (is_plain && access_simply(thread, access, cells, mask)) {
      // neither a race nor several readers
    } else if (!is_plain || access.is_write || !read_pair_alone(thread, access, cells, mask)) {
      check_pair(thread, access, cells, mask);
    }
    at = stop;
  }
}

namespace {

bool is_frequent_place(Thread& thread, uint32_t place) {
  uint8_t& accesses = thread.accesses_at[place % kPlaceCounters];
  if (accesses == UINT8_MAX) return true;
  ++accesses;
  return false;
}

}  // namespace

void check_range(uintptr_t address, size_t bytes, bool is_write, uintptr_t pc) {
  Thread* thread = current();
  if (thread == nullptr || __deadheat_view.busy != 0 || thread->ignore != 0 || bytes == 0) return;
  if (is_openmp_code(pc)) return;
  const Inside inside;
  __builtin_prefetch(places_of(cell_of(address)), 1);
  const uint32_t place = place_of(*thread, pc);
  const bool is_frequent = !is_recording && is_frequent_place(*thread, place);
  const uintptr_t end = address + bytes;
  if (is_frequent) {
    thread->used = true;
    if (address % 4 == 0) address = access_simple_cells(*thread, address, end, is_write, place);
    if (address == end) return;
    const uintptr_t first = address % 4;
    if (first + (end - address) < 4) {
      const Access access{address, 0, is_write, AccessFlavour::plain, place, false, true};
      const unsigned mask = ((1u << (end - address)) - 1) << first;
      if (access_bytes(*thread, access, cell_of(address), mask)) return;
    }
  }
  constexpr uint32_t kStep = 1u << 30;
  for (; address < end; address += kStep) {
    Access access{address,    static_cast<uint32_t>(end - address < kStep ? end - address : kStep),
                  is_write,   AccessFlavour::plain,
                  place,      false,
                  is_frequent};
    check_access(*thread, access);
  }
}

}  // namespace dh::native

void __deadheat_read(uintptr_t address, uintptr_t size, uintptr_t pc) {
  dh::native::check_range(address, size, false, pc);
}
void __deadheat_write(uintptr_t address, uintptr_t size, uintptr_t pc) {
  dh::native::check_range(address, size, true, pc);
}
