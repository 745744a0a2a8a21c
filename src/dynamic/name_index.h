// From text to dense id, fast: the text of the name itself is kept in Names.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "dynamic/names.h"

namespace dh::dyn {

class NameIndex {
 public:
  NameIndex(Names& names, Space space) : names_(names), space_(space), slots_(256) {}

  uint32_t intern(std::string_view text) {
    const uint64_t hash = hash_of(text);
    for (size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.id == kEmpty) return insert(text, hash, i);
      if (slot.hash == static_cast<uint32_t>(hash >> 32) && names_.name(space_, slot.id) == text)
        return slot.id;
    }
  }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kEmpty;
  };

  static uint64_t hash_of(std::string_view text) {
    uint64_t h = text.size() * 0x9e3779b97f4a7c15ull;
    const char* p = text.data();
    size_t n = text.size();
    for (; n >= 8; p += 8, n -= 8) {
      uint64_t word;
      std::memcpy(&word, p, 8);
      h = (h ^ word) * 0xff51afd7ed558ccdull;
      h ^= h >> 32;
    }
    uint64_t rest = 0;
    if (n != 0) std::memcpy(&rest, p, n);  // an empty name may have no bytes to point to
    return hash_mix(h ^ rest);
  }

  uint32_t insert(std::string_view text, uint64_t hash, size_t at) {
    const uint32_t id = names_.add(space_, text);
    slots_[at] = {static_cast<uint32_t>(hash >> 32), id};
    if (++used_ * 2 > slots_.size()) grow();
    return id;
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_) {
      if (slot.id == kEmpty) continue;
      size_t i = hash_of(names_.name(space_, slot.id)) & (larger.size() - 1);
      while (larger[i].id != kEmpty) i = (i + 1) & (larger.size() - 1);
      larger[i] = slot;
    }
    slots_ = std::move(larger);
  }

  Names& names_;
  const Space space_;
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace dh::dyn
