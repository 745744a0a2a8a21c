// The calls that the compiler makes for every access and every function: the part of the check that nearly
// always suffices. Linked into each executable and library of the program, so that a check is a direct call.
#include "native/layout.h"

namespace {

using dh::native::cell_of;
using dh::native::kCachedSets;
using dh::native::kSetTag;
using dh::native::read_of;
using dh::native::write_of;

#define DH_CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))
#define DH_INLINE inline __attribute__((always_inline))

DH_INLINE bool knows_read(uint64_t cell, uint32_t epoch) {
  const uint32_t read = read_of(cell);
  if (read == epoch || write_of(cell) == epoch) return true;
  return read >= kSetTag && __deadheat_view.sets[read % kCachedSets] == read;
}

// Both halves are nearly always the same.
DH_INLINE bool knows_pair_read(const uint64_t* cells, uint32_t epoch) {
  const uint64_t first = cells[0];
  const uint64_t second = cells[1];
  return knows_read(first, epoch) && (first == second || knows_read(second, epoch));
}

// Of bytes inside a cell that has a record. The record may be given up, and used for another cell, meanwhile:
// then the cell has changed.
template <unsigned size, bool is_write>
bool is_known_in_record(uintptr_t address, uint32_t epoch) {
  const uint64_t* cell = cell_of(address);
  const uint64_t value = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
  if (write_of(value) != dh::native::kRecord) return false;
  const dh::native::Record& bytes = __deadheat_records[read_of(value)];
  for (unsigned i = address % 4; i < address % 4 + size; ++i) {
    if (i == 4) return false;
    if (__atomic_load_n(&bytes.write[i], __ATOMIC_RELAXED) != epoch &&
        (is_write || __atomic_load_n(&bytes.read[i], __ATOMIC_RELAXED) != epoch))
      return false;
  }
  return __atomic_load_n(cell, __ATOMIC_ACQUIRE) == value;
}

// Out of line, so that the checks themselves stay short.
template <unsigned size, bool is_write>
__attribute__((noinline)) void check_slowly(uintptr_t address, uintptr_t pc) {
  if constexpr (size < 4) {
    if (is_known_in_record<size, is_write>(address, __deadheat_view.epoch)) return;
  }
  if (is_write) {
    __deadheat_write(address, size, pc);
  } else {
    __deadheat_read(address, size, pc);
  }
}

template <unsigned size>
DH_INLINE void read(uintptr_t address, uintptr_t pc) {
  const uint32_t epoch = __deadheat_view.epoch;
  const uint64_t* cells = cell_of(address);
  bool known = false;
  if constexpr (size <= 4) known = knows_read(*cells, epoch);
  if constexpr (size == 8) known = knows_pair_read(cells, epoch);
  if constexpr (size == 16) known = knows_pair_read(cells, epoch) && knows_pair_read(cells + 2, epoch);
  if (!known) [[unlikely]]
    check_slowly<size, false>(address, pc);
}

template <unsigned size>
DH_INLINE void write(uintptr_t address, uintptr_t pc) {
  const uint32_t epoch = __deadheat_view.epoch;
  const uint64_t* cells = cell_of(address);
  bool known = write_of(cells[0]) == epoch;
  if constexpr (size >= 8) known = known && write_of(cells[1]) == epoch;
  if constexpr (size == 16) known = known && write_of(cells[2]) == epoch && write_of(cells[3]) == epoch;
  if (!known) [[unlikely]]
    check_slowly<size, true>(address, pc);
}

// Cells that the access touches only in part are known as a whole, or not at all.
template <unsigned size, typename Knows>
DH_INLINE bool knows_all(uintptr_t address, Knows knows) {
  for (unsigned i = 0; i < size; i += 4) {
    if (!knows(*cell_of(address + i))) return false;
  }
  return knows(*cell_of(address + size - 1));
}

template <unsigned size>
DH_INLINE void read_unaligned(uintptr_t address, uintptr_t pc) {
  const uint32_t epoch = __deadheat_view.epoch;
  if (!knows_all<size>(address, [epoch](uint64_t cell) { return knows_read(cell, epoch); })) [[unlikely]]
    __deadheat_read(address, size, pc);
}

template <unsigned size>
DH_INLINE void write_unaligned(uintptr_t address, uintptr_t pc) {
  const uint32_t epoch = __deadheat_view.epoch;
  if (!knows_all<size>(address, [epoch](uint64_t cell) { return write_of(cell) == epoch; })) [[unlikely]]
    __deadheat_write(address, size, pc);
}

}  // namespace

#pragma GCC visibility push(hidden)
extern "C" {

#define DH_ACCESSES(prefix, size)                                     \
  void __tsan_##prefix##read##size(uintptr_t a) {                     \
    read<size>(a, DH_CALLER);                                         \
  }                                                                   \
  void __tsan_##prefix##write##size(uintptr_t a) {                    \
    write<size>(a, DH_CALLER);                                        \
  }                                                                   \
  void __tsan_##prefix##read_write##size(uintptr_t a) {               \
    write<size>(a, DH_CALLER);                                        \
  }                                                                   \
  void __tsan_##prefix##read##size##_pc(uintptr_t a, uintptr_t pc) {  \
    read<size>(a, pc);                                                \
  }                                                                   \
  void __tsan_##prefix##write##size##_pc(uintptr_t a, uintptr_t pc) { \
    write<size>(a, pc);                                               \
  }

DH_ACCESSES(, 1)
DH_ACCESSES(, 2)
DH_ACCESSES(, 4)
DH_ACCESSES(, 8)
DH_ACCESSES(, 16)
DH_ACCESSES(volatile_, 1)
DH_ACCESSES(volatile_, 2)
DH_ACCESSES(volatile_, 4)
DH_ACCESSES(volatile_, 8)
DH_ACCESSES(volatile_, 16)

#define DH_UNALIGNED(size)                                  \
  void __tsan_unaligned_read##size(uintptr_t a) {           \
    read_unaligned<size>(a, DH_CALLER);                     \
  }                                                         \
  void __tsan_unaligned_write##size(uintptr_t a) {          \
    write_unaligned<size>(a, DH_CALLER);                    \
  }                                                         \
  void __tsan_unaligned_volatile_read##size(uintptr_t a) {  \
    read_unaligned<size>(a, DH_CALLER);                     \
  }                                                         \
  void __tsan_unaligned_volatile_write##size(uintptr_t a) { \
    write_unaligned<size>(a, DH_CALLER);                    \
  }                                                         \
  void __tsan_unaligned_read_write##size(uintptr_t a) {     \
    write_unaligned<size>(a, DH_CALLER);                    \
  }

DH_UNALIGNED(1)
DH_UNALIGNED(2)
DH_UNALIGNED(4)
DH_UNALIGNED(8)
DH_UNALIGNED(16)

void __tsan_read_range(uintptr_t a, uintptr_t size) {
  __deadheat_read(a, size, DH_CALLER);
}
void __tsan_write_range(uintptr_t a, uintptr_t size) {
  __deadheat_write(a, size, DH_CALLER);
}
void __tsan_read_range_pc(uintptr_t a, uintptr_t size, uintptr_t pc) {
  __deadheat_read(a, size, pc);
}
void __tsan_write_range_pc(uintptr_t a, uintptr_t size, uintptr_t pc) {
  __deadheat_write(a, size, pc);
}

void __tsan_vptr_read(uintptr_t a) {
  read<8>(a, DH_CALLER);
}
// Writing the same pointer again, as a destructor does that has nothing to destroy, is no access.
void __tsan_vptr_update(uintptr_t a, uintptr_t value) {
  if (*reinterpret_cast<uintptr_t*>(a) != value) write<8>(a, DH_CALLER);
}

void __tsan_func_entry(uintptr_t pc) {
  dh::native::CallFrame* frame = __deadheat_view.top;
  const auto stack = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());  // of the function that calls
  frame->pc = pc;
  frame->node_and_stack = static_cast<uint64_t>(stack) << 32;
  __deadheat_view.top = frame + 1;
}
void __tsan_func_exit() {
  __deadheat_view.top -= 1;
}
}
#pragma GCC visibility pop
