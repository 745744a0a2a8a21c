// What a thread's accesses did to words of certain values, for chains whose handlers do the same again until
// the thread's next event that is not an access (FastPaths::repeats). The shim looks here before it calls.
// The layout is known to DeadHeatPaths.java: numbers of 8 bytes, the reads first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "jvm/agent/contract.h"

namespace dh::jvm {

class Memo {
 public:
  static constexpr size_t kSteps = contract::kMemoSteps;

  // `reads` is a power of two. Memory that is not used takes no pages.
  explicit Memo(size_t reads)
      : reads_(reads),
        words_(static_cast<uint64_t*>(
            std::calloc(reads + 1 + kSteps * sizeof(Step) / sizeof(uint64_t), sizeof(uint64_t)))) {
    if (words_ == nullptr) throw std::bad_alloc();
    words_[0] = kEmptyFirst;
    words_[reads_] = 1;
  }

  // For the shim: reads, the stamp, steps.
  const uint64_t* words() const { return words_.get(); }

  // At every event of the thread that is not an access.
  void forget() {
    for (const uint32_t at : used_) words_[at] = empty(at);
    used_.clear();
    if (++stamp() <= UINT32_MAX) return;
    std::fill_n(steps(), kSteps, Step());  // the stamps begin again
    stamp() = 1;
  }

  // The words that it knows something about.
  void add_words(std::vector<uint64_t>& words) const {
    for (const uint32_t at : used_) words.push_back(words_[at]);
    for (size_t i = 0; i < kSteps; ++i) {
      const Step& step = steps()[i];
      if (step.stamp_and_write >> 32 == stamp()) words.insert(words.end(), {step.word, step.next});
    }
  }

  // Reads of locations with this word change nothing, wherever they are.
  void add_read(uint64_t word) {
    const auto at = static_cast<uint32_t>(word % reads_);
    if (words_[at] == empty(at)) used_.push_back(at);
    words_[at] = word;
  }

  // An access at `site` with these last places makes `next` of `word`.
  void add_step(uint64_t word, uint64_t next, uint32_t site, uint32_t last_read, uint32_t last_write) {
    steps()[index(word, site)] = {word, uint64_t{site} << 32 | last_read, stamp() << 32 | last_write, next};
  }

 private:
  struct Step {
    uint64_t word = 0;
    uint64_t site_and_read = 0;
    uint64_t stamp_and_write = 0;  // stamps count from 1: an empty one matches nothing
    uint64_t next = 0;
  };
  static_assert(sizeof(Step) == 32);

  static size_t index(uint64_t word, uint32_t site) {
    const uint64_t mixed = word ^ word >> 30 ^ uint64_t { site } * 31;
    return (mixed ^ mixed >> 8) % kSteps;
  }

  // An empty place has a word that belongs to another place: zero, or in the place of zero one.
  static constexpr uint64_t kEmptyFirst = 1;
  static uint64_t empty(uint32_t at) { return at == 0 ? kEmptyFirst : 0; }

  struct Free {
    void operator()(uint64_t* words) const { std::free(words); }
  };
  uint64_t& stamp() { return words_[reads_]; }  // of 32 bits
  uint64_t stamp() const { return words_[reads_]; }
  Step* steps() { return reinterpret_cast<Step*>(&words_[reads_ + 1]); }
  const Step* steps() const { return reinterpret_cast<const Step*>(&words_[reads_ + 1]); }

  const size_t reads_;
  std::unique_ptr<uint64_t[], Free> words_;
  std::vector<uint32_t> used_;  // places of reads
};

}  // namespace dh::jvm
