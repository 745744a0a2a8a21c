// A bump allocator: one per unit of work (file, trace), freed as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dh {

// Not thread-safe. Objects are never destroyed, so only trivially destructible types may live here.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t size, size_t alignment) {
    uintptr_t start = (next_ + alignment - 1) & ~(uintptr_t{alignment} - 1);
    if (start > end_ || size > end_ - start) return allocate_in_new_block(size, alignment);
    next_ = start + size;
    return reinterpret_cast<void*>(start);
  }

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* data = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
    std::memcpy(static_cast<void*>(data), items.data(), items.size_bytes());
    return {data, items.size()};
  }
  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    return copy(std::span<const T>(items));
  }
  std::string_view copy(std::string_view text) {
    auto bytes = copy(std::span<const char>(text.data(), text.size()));
    return {bytes.data(), bytes.size()};
  }

  size_t bytes_reserved() const { return reserved_; }

 private:
  void* allocate_in_new_block(size_t size, size_t alignment);

  std::vector<std::unique_ptr<char[]>> blocks_;
  uintptr_t next_ = 0;
  uintptr_t end_ = 0;
  size_t reserved_ = 0;
};

}  // namespace dh
