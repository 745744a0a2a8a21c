#include "base/arena.h"

#include <algorithm>

namespace dh {

void* Arena::allocate_in_new_block(size_t size, size_t alignment) {
  constexpr size_t kFirstBlock = 4 * 1024;
  constexpr size_t kLargestBlock = 1024 * 1024;
  size_t block = std::clamp(reserved_, kFirstBlock, kLargestBlock);
  // new char[] is aligned for every fundamental type; larger alignments need room to move up.
  size_t needed = size + alignment;
  block = std::max(block, needed);
  blocks_.push_back(std::unique_ptr<char[]>(new char[block]));
  reserved_ += block;
  current_ = blocks_.back().get();
  capacity_ = block;
  size_t misaligned = reinterpret_cast<uintptr_t>(current_) % alignment;
  size_t start = misaligned == 0 ? 0 : alignment - misaligned;
  used_ = start + size;
  return current_ + start;
}

}  // namespace dh
