#include "base/arena.h"

#include <algorithm>

namespace dh {

void* Arena::allocate_in_new_block(size_t size, size_t alignment) {
  constexpr size_t kFirstBlock = 4 * 1024;
  constexpr size_t kMaxBlock = 1024 * 1024;
  size_t block = std::clamp(reserved_, kFirstBlock, kMaxBlock);
  block = std::max(block, size + alignment);  // room to move up to the alignment
  blocks_.push_back(std::unique_ptr<char[]>(new char[block]));
  reserved_ += block;
  next_ = reinterpret_cast<uintptr_t>(blocks_.back().get());
  end_ = next_ + block;
  return allocate(size, alignment);
}

}  // namespace dh
