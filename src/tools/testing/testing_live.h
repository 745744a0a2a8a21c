// A target for tests: feeds the events of a trace to an engine as a live source does, with shadow words of
// its own and, if wanted, an interpreter of the chain's fast paths before the handlers.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "dynamic/engine.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn::testing {

class LiveTarget {
 public:
  LiveTarget(ToolChain& chain, size_t variables, bool use_fast_paths)
      : engine_(chain, {}), width_(chain.words()), words_(variables * width_) {
    if (use_fast_paths) paths_ = chain.fast_paths();
  }

  void feed(const TraceEvent& event, uint64_t position);
  // Also does again what an access did before, where the chain says that it may (FastPaths::repeats).
  // `reports` counts the reports so far.
  void remember(const uint64_t& reports) { reports_ = &reports; }
  uint64_t hits() const { return hits_; }
  const std::vector<std::atomic<uint64_t>>& words() const { return words_; }

 private:
  ShadowThread& thread(uint32_t id);
  void access(Event& e, std::atomic<uint64_t>* words);

  Engine engine_;
  const size_t width_;
  std::vector<std::atomic<uint64_t>> words_;
  std::vector<FastPaths> paths_;  // empty: handlers only
  std::vector<ShadowThread*> threads_;
  std::map<std::pair<Space, uint32_t>, ShadowLock*> locks_;
  // By thread: what accesses of a kind made of a word at a place; and the words that they left alone.
  using Step = std::tuple<EventKind, uint64_t, uint32_t>;
  struct Memory {
    std::map<Step, uint64_t> steps;
    std::set<std::pair<EventKind, uint64_t>> unchanged;
  };
  std::map<uint32_t, Memory> memories_;
  const uint64_t* reports_ = nullptr;  // null: remembers nothing
  uint64_t hits_ = 0;
};

}  // namespace dh::dyn::testing
