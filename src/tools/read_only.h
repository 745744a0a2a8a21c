// ReadOnly: filters accesses to data that is only read. RoadRunner paper, section 1.
//
// The first write passes the location on. After ThreadLocal this is "shared and then written": the
// initialisation by the first thread is not seen here.
#pragma once

#include "dynamic/tool.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

class ReadOnly {
 public:
  static constexpr ToolTraits kTraits = kFilter;

  explicit ReadOnly(ToolSetup& setup)
      : tag_(DefaultLayout::owner_bits(setup.owner)), word_(setup.thread_word()) {}

  void thread_made(ShadowThread& thread) {
    if (word_ < kThreadWords) thread.words[word_] = tag_;
  }
  uint64_t make(Event&) { return tag_; }
  Flow access(Event& e) { return e.is_write() ? Flow::advance : Flow::keep; }

  void fast_paths(FastPaths& paths) const {
    paths.repeats = paths.covers = true;
    if (word_ < kThreadWords) paths.read.push_back({~uint64_t{0}, word_, false, 0, 0});
  }

 private:
  const uint64_t tag_;
  const uint8_t word_;
};

}  // namespace dh::dyn
