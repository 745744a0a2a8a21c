// From text to dense id, fast: a name of up to 8 bytes is compared within its slot of one table, one of up
// to 16 within a slot of another, so a look-up is one line of memory, and prefetch() can ask for it early.
#pragma once

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamic/names.h"

namespace dh::dyn {

// Open addressing, at most three quarters full. A slot has an id and knows the hash of its name.
template <typename Slot>
class NameSlots {
 public:
  static constexpr uint32_t kEmpty = UINT32_MAX;

  // The slot with the same key, or the empty one where it belongs.
  template <typename IsSame>
  Slot& find(uint64_t hash, const IsSame& is_same) {
    for (size_t i = hash & mask_;; i = (i + 1) & mask_) {
      if (is_same(slots_[i])) [[likely]]
        return slots_[i];
      if (slots_[i].id == kEmpty) return slots_[i];
    }
  }
  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }

  // An empty slot was filled. Afterwards slots may be elsewhere.
  void filled() {
    if (++used_ * 4 <= slots_.size() * 3) return;
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.id != kEmpty) find(slot.hash(), [](const Slot&) { return false; }) = slot;
    }
  }

 private:
  std::vector<Slot> slots_ = std::vector<Slot>(256);
  size_t mask_ = 255;
  size_t used_ = 0;
};

class NameIndex {
 public:
  NameIndex(Names& names, Space space) : names_(names), space_(space) {}

  // `hash` is hash_words(text), and eight bytes from the start of the text can be read.
  uint32_t intern(std::string_view text, uint64_t hash) {
    if (text.size() > 8) return intern_long(text, hash);
    const auto size = static_cast<uint32_t>(text.size());
    const uint64_t word = size == 0 ? 0 : word_at(text.data()) & ~uint64_t{0} >> (64 - 8 * size);
    ShortSlot& slot = short_.find(hash, [&](const ShortSlot& s) { return s.word == word && s.size == size; });
    if (slot.id != kEmpty) [[likely]]
      return slot.id;
    const uint32_t id = names_.add(space_, text);
    slot = {word, size, id};
    short_.filled();
    return id;
  }
  // Short names only.
  void prefetch(uint64_t hash) const { short_.prefetch(hash); }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;
  static constexpr uint32_t kInline = 16;
  struct ShortSlot {
    uint64_t word = 0;
    uint32_t size = UINT32_MAX;  // no name is that long
    uint32_t id = kEmpty;

    uint64_t hash() const {
      return size == 8 ? hash_words_end(hash_word(0, word), 0, 8) : hash_words_end(0, word, size);
    }
  };
  static_assert(sizeof(ShortSlot) == 16);
  // The bytes themselves, or of a name beyond kInline its hash.
  struct LongSlot {
    uint64_t words[2] = {0, 0};
    uint32_t size = UINT32_MAX;
    uint32_t id = kEmpty;
    uint64_t hash_ = 0;

    uint64_t hash() const { return hash_; }
  };
  static_assert(sizeof(LongSlot) == 32);

  static uint64_t word_at(const char* p) {
    uint64_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }

  uint32_t intern_long(std::string_view text, uint64_t hash) {
    LongSlot key{{hash, 0}, static_cast<uint32_t>(text.size()), kEmpty, hash};
    if (text.size() <= kInline) {
      key.words[0] = word_at(text.data());
      key.words[1] = word_at(text.data() + text.size() - 8);  // overlaps: still all bytes
    }
    LongSlot& slot = long_.find(hash, [&](const LongSlot& s) {
      return s.size == key.size && s.words[0] == key.words[0] && s.words[1] == key.words[1] &&
             (key.size <= kInline || names_.name(space_, s.id) == text);
    });
    if (slot.id != kEmpty) return slot.id;
    const uint32_t id = key.id = names_.add(space_, text);
    slot = key;
    long_.filled();
    return id;
  }

  Names& names_;
  const Space space_;
  NameSlots<ShortSlot> short_;
  NameSlots<LongSlot> long_;
};

}  // namespace dh::dyn
