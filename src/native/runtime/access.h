// The check of an access where the compiler's call could not decide.
#pragma once

#include "native/runtime/shadow.h"

namespace dh::native {

enum class AccessFlavour : uint8_t { plain, atomic };

struct Access {
  uintptr_t address = 0;
  uint32_t size = 0;
  bool is_write = false;
  AccessFlavour flavour = AccessFlavour::plain;
  uint32_t place = 0;
  bool is_reported = false;  // one race of an access suffices
  bool is_frequent = false;  // its place has had many
};

void check_access(Thread& thread, Access& access);
// Of memory functions, which call it for themselves; `pc` is the caller's.
void check_range(uintptr_t address, size_t bytes, bool is_write, uintptr_t pc);

struct EarlierAccess {
  SetEntry entry;
  bool is_write;
  AccessFlavour flavour;
};
void report_race(Thread& thread, const Access& access, const EarlierAccess& earlier);

// Undoes the packing of the places of four bytes into one.
inline uint32_t unpack_place(uint32_t place, unsigned byte) {
  if ((place & kPairBit) == 0) [[likely]]
    return place;
  const Node& outer = node(place & ~kPairBit);
  place = byte < 2 ? outer.parent : static_cast<uint32_t>(outer.pc);
  if ((place & kPairBit) == 0) return place;
  const Node& inner = node(place & ~kPairBit);
  return byte % 2 == 0 ? inner.parent : static_cast<uint32_t>(inner.pc);
}

}  // namespace dh::native
