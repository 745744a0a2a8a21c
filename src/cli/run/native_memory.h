// The memory of a recorded native program as variables. Accesses of several sizes overlap: a variable is a
// range of bytes that no access divides. So the whole recording is looked at once before variables are known,
// and verdicts are exact to the byte.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace dh {

class NativeMemory {
 public:
  static constexpr uint32_t kNoVariable = UINT32_MAX;

  // First: the accesses of the whole recording.
  void mark_access(uint64_t address, uint64_t bytes);
  // Then: its atomic writes, and plain reads.
  void mark_atomic_write(uint64_t address, uint64_t bytes);
  void mark_plain_read(uint64_t address, uint64_t bytes, uint32_t thread);
  bool has_atomic_writes() const { return !plain_readers_.empty(); }

  // Calls take(begin, variable) for each variable of the range; `variable` is a reference, kNoVariable if the
  // range was not accessed since it was used for something new.
  template <typename Take>
  void for_variables(uint64_t address, uint64_t bytes, const Take& take) {
    for_edges(address, bytes, [&](Page& page, uint64_t begin) {
      if (page.variables.empty()) page.variables.assign(kPageBytes, kNoVariable);
      take(begin, page.variables[begin % kPageBytes]);
    });
  }
  // The bytes are used for something new.
  void renew(uint64_t address, uint64_t bytes);

  // Threads with plain reads of the variable that begins here; null: it has no atomic writes.
  const std::vector<uint32_t>* plain_readers(uint64_t begin) const;

 private:
  static constexpr uint64_t kPageBytes = 4096;
  struct Page {
    std::array<uint64_t, kPageBytes / 64> edges{};  // a bit for each byte where an access begins or has ended
    std::vector<uint32_t> variables;
  };

  Page* find_page(uint64_t number);
  void mark_edge(uint64_t address);

  template <typename Take>
  void for_edges(uint64_t address, uint64_t bytes, const Take& take) {
    const uint64_t end = address + bytes;
    for (uint64_t at = address; at < end; at = (at / kPageBytes + 1) * kPageBytes) {
      Page* page = find_page(at / kPageBytes);
      if (page == nullptr) continue;
      const uint64_t base = at - at % kPageBytes;
      for (uint64_t word = at % kPageBytes / 64; word < page->edges.size() && base + word * 64 < end;
           ++word) {
        for (uint64_t bits = page->edges[word]; bits != 0; bits &= bits - 1) {
          const uint64_t edge = base + word * 64 + static_cast<uint64_t>(__builtin_ctzll(bits));
          if (edge >= address && edge < end) take(*page, edge);
        }
      }
    }
  }

  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  uint64_t last_number_ = UINT64_MAX;
  Page* last_page_ = nullptr;
  std::unordered_map<uint64_t, std::vector<uint32_t>> plain_readers_;  // of variables with atomic writes
};

}  // namespace dh
