// A whole chain: the branches, the decorations of its tools, and where its reports go.
#pragma once

#include <memory>
#include <vector>

#include "dynamic/branch.h"

namespace dh::dyn {

// Made by build_chain (tools/registry.h). Immutable once built; dispatch is thread-safe because tools are.
class ToolChain {
 public:
  ToolChain() = default;
  ToolChain(const ToolChain&) = delete;
  ToolChain& operator=(const ToolChain&) = delete;

  DecorationLayout thread_layout;
  DecorationLayout lock_layout;
  std::vector<std::unique_ptr<Branch>> branches;
  std::vector<bool> fused;  // by branch
  EventNeeds needs;         // of all tools

  uint32_t thread_words = 1;  // ShadowThread::words in use; the rest stays zero

  // Accesses that inline code can settle, by branch; an access is done when a path hits in each branch. A
  // source with inline code loads the words of a location, tries, and calls Engine::access on a miss.
  std::vector<FastPaths> fast_paths() const {
    std::vector<FastPaths> paths;
    for (const auto& branch : branches) paths.push_back(branch->fast_paths());
    return paths;
  }
  // Shadow words that a location needs: one per branch.
  size_t words() const { return branches.size(); }

  // Events that are no accesses.
  void dispatch(Event& e) {
    for (auto& branch : branches) branch->dispatch(e);
  }
  void thread_begins(ShadowThread& thread) {
    for (auto& branch : branches) branch->thread_begins(thread);
  }
  // `words` are those of the location, one per branch.
  void dispatch_access(Event& e, std::atomic<uint64_t>* words) {
    for (auto& branch : branches) {
      e.word = words++;
      e.shadow = e.word->load(std::memory_order_acquire);
      branch->dispatch(e);
    }
  }
  bool listens(EventKind kind) const {
    for (const auto& branch : branches) {
      if (branch->listens(kind)) return true;
    }
    return false;
  }
  // Before the engine goes, for tools add up what they keep of its threads.
  std::vector<ToolOutput> finish() {
    std::vector<ToolOutput> outputs;
    for (auto& branch : branches) branch->finish(outputs);
    return outputs;
  }
};

}  // namespace dh::dyn
