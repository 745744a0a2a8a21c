// State that tools hang on threads and locks: found in constant time at a fixed offset behind the object.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "base/check.h"

namespace dh::dyn {

// Which decorations objects of one kind carry. Filled while the chain is built; objects made later have
// room for all of them. Not thread-safe while it is filled, immutable afterwards.
class DecorationLayout {
 public:
  struct Entry {
    size_t offset;
    void (*construct)(void*);
    void (*destroy)(void*);
  };

  template <typename T>
  size_t add() {
    DH_CHECK(!frozen_, "decorations are added before the first thread or lock is made");
    static_assert(alignof(T) <= alignof(std::max_align_t));
    size_ = (size_ + alignof(T) - 1) & ~(alignof(T) - 1);
    entries_.push_back({size_, [](void* at) { new (at) T(); }, [](void* at) { static_cast<T*>(at)->~T(); }});
    size_ += sizeof(T);
    return entries_.back().offset;
  }

  void freeze() { frozen_ = true; }
  size_t size() const { return size_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  size_t size_ = 0;
  bool frozen_ = false;
};

class Decorated {
 public:
  explicit Decorated(const DecorationLayout& layout)
      : layout_(layout),
        block_(std::make_unique<std::max_align_t[]>((layout.size() + sizeof(std::max_align_t) - 1) /
                                                    sizeof(std::max_align_t))) {
    for (const auto& entry : layout_.entries()) entry.construct(at(entry.offset));
  }
  ~Decorated() {
    for (const auto& entry : layout_.entries()) entry.destroy(at(entry.offset));
  }
  Decorated(const Decorated&) = delete;
  Decorated& operator=(const Decorated&) = delete;

  void* at(size_t offset) { return reinterpret_cast<std::byte*>(block_.get()) + offset; }

 private:
  const DecorationLayout& layout_;
  std::unique_ptr<std::max_align_t[]> block_;
};

// A tool's own field of every ShadowThread (or ShadowLock).
template <typename Key, typename T>
class Decoration {
 public:
  Decoration() = default;
  explicit Decoration(DecorationLayout& layout) : offset_(layout.add<T>()) {}
  T& of(Key& key) const { return *std::launder(static_cast<T*>(key.at(offset_))); }

 private:
  size_t offset_ = 0;
};

}  // namespace dh::dyn
