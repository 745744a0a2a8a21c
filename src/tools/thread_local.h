// ThreadLocal: filters accesses to data that only one thread uses. RoadRunner paper, Figure 6.
//
// The word holds the first thread; the first access by another thread hands the location on, together with
// that access. What came before is filtered, so a detector after it does not see the first thread's
// accesses.
#pragma once

#include "dynamic/tool.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

class ThreadLocal {
 public:
  static constexpr ToolTraits kTraits = kFilter;

  explicit ThreadLocal(ToolSetup& setup)
      : tag_(DefaultLayout::owner_bits(setup.owner)), word_(setup.thread_word()), first_(setup.owner == 1) {}

  void thread_made(ShadowThread& thread) {
    if (word_ < kThreadWords) thread.words[word_] = word_of(thread);
  }
  uint64_t make(Event& e) { return word_of(*e.thread); }
  Flow access(Event& e) { return e.shadow == word_of(*e.thread) ? Flow::keep : Flow::advance; }

  void fast_paths(FastPaths& paths) const {
    paths.repeats = paths.covers = true;
    if (word_ >= kThreadWords) return;
    paths.read.push_back({~uint64_t{0}, word_, false, 0, 0});
    paths.write.push_back({~uint64_t{0}, word_, false, 0, 0});
    if (!first_) return;
    paths.read.push_back({~uint64_t{0}, kZeroWord, true, 0, word_});
    paths.write.push_back({~uint64_t{0}, kZeroWord, true, 0, word_});
  }

 private:
  uint64_t word_of(const ShadowThread& thread) const { return tag_ | thread.id.value; }

  const uint64_t tag_;
  const uint8_t word_;
  const bool first_;  // fresh locations come here
};

}  // namespace dh::dyn
