// The 64 bits that shadow one memory location. docs/shadow-word.md explains the budget.
//
//   63..61 owner      which tool of the branch owns the location; 0: no tool has seen it yet
//   60     inflated   the low 32 bits are an index into a table of the owner
//   59..0  payload    the owner's; for epochs: of the write (59..30) and of the read (29..0)
//
// An epoch is (slot, clock): a slot belongs to one thread for a window of clock values (slots.h).
#pragma once

#include <cstdint>

namespace dh::dyn {

// Time of a thread: clock ticks of a slot. Unpacked and wide; ordered by slot, then clock.
struct Epoch {
  uint32_t slot = 0;
  uint32_t clock = 0;  // 0: before everything; real clocks count from 1

  friend constexpr bool operator==(Epoch, Epoch) = default;
  constexpr uint64_t bits() const { return uint64_t{slot} << 32 | clock; }
  static constexpr Epoch from_bits(uint64_t bits) {
    return {static_cast<uint32_t>(bits >> 32), static_cast<uint32_t>(bits)};
  }
};

// The widths are parameters so that tests can overflow them within a few events.
template <unsigned SlotBits, unsigned ClockBits>
struct ShadowLayout {
  static constexpr unsigned kOwnerBits = 3;
  static constexpr unsigned kOwnerShift = 64 - kOwnerBits;
  static constexpr unsigned kInflatedShift = kOwnerShift - 1;
  static constexpr unsigned kSlotBits = SlotBits;
  static constexpr unsigned kClockBits = ClockBits;
  static constexpr unsigned kEpochBits = SlotBits + ClockBits;
  static_assert(kOwnerBits + 1 + 2 * kEpochBits <= 64,
                "two epochs, owner and the inflated bit fill the word");
  static_assert(kInflatedShift >= 32, "an index of 32 bits fits below the inflated bit");

  static constexpr uint64_t kOwners = (uint64_t{1} << kOwnerBits) - 1;  // 1 .. kOwners
  static constexpr uint64_t kOwnerMask = kOwners << kOwnerShift;
  static constexpr uint64_t kInflated = uint64_t{1} << kInflatedShift;
  static constexpr uint64_t kPayloadMask = kInflated - 1;
  static constexpr uint64_t kEpochMask = (uint64_t{1} << kEpochBits) - 1;
  static constexpr unsigned kWriteShift = kEpochBits;
  static constexpr uint64_t kReadMask = kEpochMask;
  static constexpr uint64_t kWriteMask = kEpochMask << kWriteShift;
  static constexpr uint64_t kSlotMask = ((uint64_t{1} << SlotBits) - 1) << ClockBits;
  static constexpr uint32_t kMaxClock = (uint32_t{1} << ClockBits) - 1;
  // The last slot is never given out, so that no thread's packed epoch equals kUnpackable.
  static constexpr uint32_t kSlots = (uint32_t{1} << SlotBits) - 1;
  static constexpr uint64_t kUnpackable = kEpochMask;

  static constexpr bool fits(Epoch e) { return e.slot < kSlots && e.clock <= kMaxClock; }
  static constexpr uint64_t pack(Epoch e) { return uint64_t{e.slot} << ClockBits | e.clock; }
  static constexpr Epoch unpack(uint64_t bits) {
    return {static_cast<uint32_t>((bits & kSlotMask) >> ClockBits), static_cast<uint32_t>(bits & kMaxClock)};
  }
  static constexpr Epoch write_epoch(uint64_t word) { return unpack(word >> kWriteShift & kEpochMask); }
  static constexpr Epoch read_epoch(uint64_t word) { return unpack(word & kEpochMask); }
  static constexpr uint64_t owner_bits(unsigned owner) { return uint64_t{owner} << kOwnerShift; }
};

// Where a source keeps the place of an access apart from the location's word, the two change one after the
// other. So the place has a few bits of the epoch that it belongs to: a mismatch says that it is the place of
// another access. Of the packed epoch, or kUnpackable if that does not fit.
inline constexpr unsigned kPlaceTagBits = 7;
constexpr uint32_t place_tag(uint64_t packed) {
  const uint64_t mixed = packed + (packed >> 17);  // slots that differ by 4 have the same array entry
  return static_cast<uint32_t>(mixed & ((uint64_t{1} << kPlaceTagBits) - 1));
}

// Over a thousand slots of a million ticks each.
using DefaultLayout = ShadowLayout<10, 20>;
static_assert(DefaultLayout::kOwnerMask == 0xE000000000000000);
static_assert(DefaultLayout::kInflated == 0x1000000000000000);
static_assert(DefaultLayout::kWriteMask == 0x0FFFFFFFC0000000);
static_assert(DefaultLayout::kReadMask == 0x000000003FFFFFFF);

inline constexpr uint64_t kFreshWord = 0;  // what a source puts into new shadow memory
inline constexpr uint64_t kInflatedBit = DefaultLayout::kInflated;
inline constexpr unsigned kMaxOwners = DefaultLayout::kOwners;

constexpr unsigned owner_of(uint64_t word) {
  return static_cast<unsigned>(word >> DefaultLayout::kOwnerShift);
}
constexpr uint32_t index_of(uint64_t word) {
  return static_cast<uint32_t>(word);
}

}  // namespace dh::dyn
