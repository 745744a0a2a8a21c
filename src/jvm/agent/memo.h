// What a thread's accesses did to words of certain values, for chains whose handlers do the same again until
// the thread's next event that is not an access (FastPaths::repeats). The shim looks here before it calls.
// The layout is known to DeadHeatPaths.java: numbers of 8 bytes, the reads first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jvm/agent/contract.h"

namespace dh::jvm {

class Memo {
 public:
  static constexpr size_t kReads = contract::kMemoReads, kSteps = contract::kMemoSteps;

  Memo() { clear_reads(); }

  // At every event of the thread that is not an access.
  void forget() {
    if (has_reads_) clear_reads();
    if (++stamp_ <= UINT32_MAX) return;
    steps_ = {};  // the stamps begin again
    stamp_ = 1;
  }

  // The words that it knows something about.
  void add_words(std::vector<uint64_t>& words) const {
    if (has_reads_) words.insert(words.end(), reads_.begin(), reads_.end());
    for (const Step& step : steps_) {
      if (step.stamp_and_write >> 32 == stamp_) words.insert(words.end(), {step.word, step.next});
    }
  }

  // Reads of locations with this word change nothing, wherever they are.
  void add_read(uint64_t word) {
    reads_[word % kReads] = word;
    has_reads_ = true;
  }

  // An access at `site` with these last places makes `next` of `word`.
  void add_step(uint64_t word, uint64_t next, uint32_t site, uint32_t last_read, uint32_t last_write) {
    steps_[index(word, site)] = {word, uint64_t{site} << 32 | last_read, stamp_ << 32 | last_write, next};
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

  // An empty place has a word that belongs to another place.
  void clear_reads() {
    for (size_t i = 0; i < kReads; ++i) reads_[i] = i ^ 1;
    has_reads_ = false;
  }

  std::array<uint64_t, kReads> reads_;
  uint64_t stamp_ = 1;  // of 32 bits
  std::array<Step, kSteps> steps_;
  bool has_reads_ = false;
};

}  // namespace dh::jvm
