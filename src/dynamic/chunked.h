// An array that grows without moving its items: readers index it while one writer appends.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "base/check.h"

namespace dh::dyn {

// Chunk k holds 2^k * kFirst items. Growing is for one thread at a time; an index may be used by every thread
// that learned it through a synchronised path (the shadow word).
template <typename T>
class Chunked {
 public:
  static constexpr uint32_t kFirstBits = 8;
  static constexpr uint32_t kFirst = 1u << kFirstBits;

  Chunked() = default;
  ~Chunked() {
    for (size_t k = 0; k < kChunks; ++k) delete[] chunks_[k].load(std::memory_order_relaxed);
  }
  Chunked(const Chunked&) = delete;
  Chunked& operator=(const Chunked&) = delete;

  T& operator[](uint32_t index) const {
    const uint64_t shifted = uint64_t{index} + kFirst;
    const auto top = static_cast<uint32_t>(std::bit_width(shifted) - 1);
    return chunks_[top - kFirstBits].load(std::memory_order_acquire)[shifted - (uint64_t{1} << top)];
  }

  void reach(uint32_t index) {
    const uint64_t shifted = uint64_t{index} + kFirst;
    const auto top = static_cast<uint32_t>(std::bit_width(shifted) - 1);
    DH_CHECK(top - kFirstBits < kChunks, "chunked array of {} items", index);
    auto& chunk = chunks_[top - kFirstBits];
    if (chunk.load(std::memory_order_relaxed) != nullptr) return;
    chunk.store(std::make_unique<T[]>(uint64_t{1} << top).release(), std::memory_order_release);
  }

 private:
  static constexpr size_t kChunks = 25;
  std::array<std::atomic<T*>, kChunks> chunks_{};
};

}  // namespace dh::dyn
