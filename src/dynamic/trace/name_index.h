// From text to dense id, fast: a name of up to 16 bytes is compared within its slot of the table, so a
// look-up is one line of memory, and prefetch() can ask for it early.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "dynamic/names.h"

namespace dh::dyn {

class NameIndex {
 public:
  NameIndex(Names& names, Space space) : names_(names), space_(space), slots_(256) {}

  uint32_t intern(std::string_view text) { return intern(text, hash_words(text)); }
  // `hash` is hash_words(text).
  uint32_t intern(std::string_view text, uint64_t hash) {
    const Key key = key_of(text, hash);
    for (size_t i = place(hash);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.id == kEmpty) return insert(text, key, hash, i);
      if (slot.key.size == key.size && slot.key.words[0] == key.words[0] &&
          (key.size > kInline ? names_.name(space_, slot.id) == text : slot.key.words[1] == key.words[1]))
          [[likely]] {
        return slot.id;
      }
    }
  }
  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[place(hash)]); }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;
  static constexpr uint32_t kInline = 16;
  // The bytes themselves, or of a long name its hash.
  struct Key {
    uint64_t words[2] = {0, 0};
    uint32_t size = 0;
  };
  struct Slot {
    Key key;
    uint32_t id = kEmpty;
    uint32_t hash = 0;  // the bits that choose the place
  };
  static_assert(sizeof(Slot) == 32);

  size_t place(uint64_t hash) const { return static_cast<uint32_t>(hash) & (slots_.size() - 1); }

  static Key key_of(std::string_view text, uint64_t hash) {
    Key key;
    key.size = static_cast<uint32_t>(text.size());
    if (text.size() > kInline) {
      key.words[0] = hash;
    } else if (text.size() >= 8) {
      std::memcpy(&key.words[0], text.data(), 8);
      std::memcpy(&key.words[1], text.data() + text.size() - 8, 8);  // overlaps: still all bytes
    } else {
      key.words[0] = short_word(text.data(), text.size());
    }
    return key;
  }

  uint32_t insert(std::string_view text, const Key& key, uint64_t hash, size_t at) {
    const uint32_t id = names_.add(space_, text);
    slots_[at] = {key, id, static_cast<uint32_t>(hash)};
    if (++used_ * 2 > slots_.size()) grow();
    return id;
  }

  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (const Slot& slot : slots_) {
      if (slot.id == kEmpty) continue;
      size_t i = slot.hash & (larger.size() - 1);
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
