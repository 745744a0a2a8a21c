#include "cli/run/native_memory.h"

#include <algorithm>

namespace dh {

NativeMemory::Page* NativeMemory::find_page(uint64_t number) {
  if (number == last_number_) return last_page_;
  const auto found = pages_.find(number);
  if (found == pages_.end()) return nullptr;
  last_number_ = number;
  return last_page_ = found->second.get();
}

void NativeMemory::mark_edge(uint64_t address) {
  const uint64_t number = address / kPageBytes;
  Page* page = find_page(number);
  if (page == nullptr) page = pages_.emplace(number, std::make_unique<Page>()).first->second.get();
  page->edges[address % kPageBytes / 64] |= uint64_t{1} << address % 64;
}

void NativeMemory::mark_access(uint64_t address, uint64_t bytes) {
  mark_edge(address);
  mark_edge(address + bytes);
}

void NativeMemory::mark_atomic_write(uint64_t address, uint64_t bytes) {
  for_edges(address, bytes, [&](Page&, uint64_t begin) { plain_readers_[begin]; });
}

void NativeMemory::mark_plain_read(uint64_t address, uint64_t bytes, uint32_t thread) {
  for_edges(address, bytes, [&](Page&, uint64_t begin) {
    const auto found = plain_readers_.find(begin);
    if (found == plain_readers_.end()) return;
    std::vector<uint32_t>& threads = found->second;
    if (std::find(threads.begin(), threads.end(), thread) == threads.end()) threads.push_back(thread);
  });
}

void NativeMemory::renew(uint64_t address, uint64_t bytes) {
  for_edges(address, bytes, [&](Page& page, uint64_t begin) {
    if (!page.variables.empty()) page.variables[begin % kPageBytes] = kNoVariable;
  });
}

const std::vector<uint32_t>* NativeMemory::plain_readers(uint64_t begin) const {
  const auto found = plain_readers_.find(begin);
  return found == plain_readers_.end() ? nullptr : &found->second;
}

}  // namespace dh
