#include "native/runtime/shadow.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "native/runtime/recording.h"

dh::native::Record* __deadheat_records = nullptr;

namespace dh::native {

namespace {

constexpr uint32_t kMaxRecords = 1u << 26;
uint32_t record_count = 1;
uint32_t free_records = 0;
SpinLock records_lock;

constexpr size_t kLargeRange = 64 << 10;

void unmap_pages(uintptr_t from, uintptr_t to) {
  const int saved = errno;
  from = (from + 4095) & ~uintptr_t{4095};
  to &= ~uintptr_t{4095};
  if (from < to) ::syscall(SYS_madvise, from, to - from, MADV_DONTNEED);
  errno = saved;
}

void clear_cell(uint64_t* cell) {
  const uint64_t value = *cell;
  if (value == 0) return;
  *cell = 0;
  if (write_of(value) == kRecord) {
    free_record(read_of(value));
  } else if (is_set(read_of(value)) && write_of(value) != kLocked) {
    drop_set(read_of(value));
  }
}

void clear_cells(uint64_t* from, uint64_t* to) {
  for (; from < to; ++from) clear_cell(from);
}

}  // namespace

void map_sets();

std::atomic<bool> has_shadow{false};

void map_shadow() {
  reserve_at(kCells, kPlaneBytes, "shadow memory");
  reserve_at(kPlaces, kPlaneBytes, "shadow memory");
  reserve_at(kBlocks, kBlocksBytes, "shadow memory");
  for (const auto& [at, bytes] :
       {std::pair{kCells, kPlaneBytes}, {kPlaces, kPlaneBytes}, {kBlocks, kBlocksBytes}}) {
    ::syscall(SYS_madvise, at, bytes, MADV_DONTDUMP);
    ::syscall(SYS_madvise, at, bytes, MADV_NOHUGEPAGE);
  }
  __deadheat_records = static_cast<Record*>(reserve(sizeof(Record) * size_t{kMaxRecords}, "shadow memory"));
  map_sets();
  has_shadow.store(true);
}

uint32_t new_record() {
  Thread* thread = current();
  if (thread != nullptr && thread->record_count != 0) return thread->records[--thread->record_count];
  const Locked locked(records_lock);
  if (free_records != 0) {
    const uint32_t id = free_records;
    free_records = __deadheat_records[id].next_free;
    return id;
  }
  // From the last one down: the check in the program must not take the number of a record for its epoch.
  return record_count < kMaxRecords ? kMaxRecords - record_count++ : 0;
}

void free_record(uint32_t id) {
  const Record& old = __deadheat_records[id];
  for (unsigned i = 0; i < 4; ++i) {
    if (is_set(old.read[i])) drop_set(old.read[i]);
  }
  if (is_set(old.atomic_write)) drop_set(old.atomic_write);
  if (is_set(old.atomic_read)) drop_set(old.atomic_read);
  Thread* thread = current();
  if (thread != nullptr && thread->record_count != kMaxOwnRecords) {
    thread->records[thread->record_count++] = id;
    return;
  }
  const Locked locked(records_lock);
  __deadheat_records[id].next_free = free_records;
  free_records = id;
}

void clear_shadow(uintptr_t address, size_t bytes) {
  if (is_recording) return record_fresh(address, bytes);
  uint64_t* from = cell_of(address);
  uint64_t* to = cell_of(address + bytes + 3);
  if (bytes < kLargeRange) {
    clear_cells(from, to);
    return;
  }
  // Pages of the shadow go back to the system, and read as zeros.
  const auto begin = reinterpret_cast<uintptr_t>(from);
  const auto end = reinterpret_cast<uintptr_t>(to);
  unmap_pages(begin, end);
  clear_cells(from, reinterpret_cast<uint64_t*>((begin + 4095) & ~uintptr_t{4095}));
  clear_cells(reinterpret_cast<uint64_t*>(end & ~uintptr_t{4095}), to);
  unmap_pages(begin - kCells + kPlaces, end - kCells + kPlaces);
}

}  // namespace dh::native
