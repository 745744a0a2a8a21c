// An array of plain items that is one pointer wide, and an empty one takes no memory: for what there are
// millions of, such as clocks of locks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace dh::dyn {

template <typename T>
class CompactArray {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(uint64_t));

 public:
  CompactArray() = default;
  CompactArray(const CompactArray& other) { *this = other; }
  CompactArray(CompactArray&& other) noexcept : head_(std::exchange(other.head_, none())) {}
  ~CompactArray() { free_memory(); }
  CompactArray& operator=(const CompactArray& other) {
    if (this == &other) return *this;
    if (other.size() > capacity()) {
      clear_and_free();
      allocate(other.size());
    }
    if (other.empty()) {
      clear();
    } else {
      std::memcpy(static_cast<void*>(data()), other.data(), other.size() * sizeof(T));
      head_->size = other.head_->size;
    }
    return *this;
  }
  CompactArray& operator=(CompactArray&& other) noexcept {
    std::swap(head_, other.head_);
    return *this;
  }

  size_t size() const { return head_->size; }
  size_t capacity() const { return head_->capacity; }
  bool empty() const { return size() == 0; }
  T* data() { return reinterpret_cast<T*>(head_ + 1); }
  const T* data() const { return reinterpret_cast<const T*>(head_ + 1); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  const T& back() const { return data()[size() - 1]; }

  void clear() {
    if (!empty()) head_->size = 0;
  }
  void clear_and_free() {
    free_memory();
    head_ = none();
  }
  void reserve(size_t items) {
    if (items > capacity()) move_to(items);
  }
  // New items are T().
  void resize(size_t items) {
    const size_t before = size();
    if (items > capacity()) move_to(std::max(items, before + before / 2));
    if (items == before) return;
    std::fill(data() + std::min(before, items), data() + items, T());
    head_->size = static_cast<uint32_t>(items);
  }
  void push_back(const T& item) {
    const T copy = item;  // it may be in this array
    resize(size() + 1);
    data()[size() - 1] = copy;
  }
  void insert(T* at, const T& item) {
    const T copy = item;
    const auto index = static_cast<size_t>(at - begin());
    resize(size() + 1);
    std::copy_backward(begin() + index, end() - 1, end());
    data()[index] = copy;
  }
  void erase(T* first, T* last) {
    if (first == last) return;
    std::copy(last, end(), first);
    head_->size -= static_cast<uint32_t>(last - first);
  }

 private:
  struct alignas(uint64_t) Head {
    uint32_t size = 0;
    uint32_t capacity = 0;
  };
  // Of all arrays without memory; nobody writes to it. It has room for an item, which compilers think they
  // see used.
  static Head* none() {
    static constinit Head heads[1 + (sizeof(T) + sizeof(Head) - 1) / sizeof(Head)]{};
    return heads;
  }

  void free_memory() {
    if (head_ != none()) std::free(head_);
  }
  void allocate(size_t items) {
    head_ = static_cast<Head*>(std::malloc(sizeof(Head) + items * sizeof(T)));
    if (head_ == nullptr) {
      head_ = none();
      throw std::bad_alloc();
    }
    *head_ = {0, static_cast<uint32_t>(items)};
  }
  void move_to(size_t items) {
    CompactArray larger;
    larger.allocate(items);
    if (!empty()) {
      std::memcpy(static_cast<void*>(larger.data()), data(), size() * sizeof(T));
      larger.head_->size = head_->size;
    }
    std::swap(head_, larger.head_);
  }

  Head* head_ = none();
};

}  // namespace dh::dyn
