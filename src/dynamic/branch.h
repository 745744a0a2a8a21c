// One sequence of tools, A:B:C. A chain is one branch, or several side by side (A|B).
#pragma once

#include <vector>

#include "dynamic/tool.h"

namespace dh::dyn {

class Branch {
 public:
  virtual ~Branch() = default;
  // Sends the event down the sequence. Of an access, `shadow` is the word's value as just loaded.
  virtual void dispatch(Event& e) = 0;
  virtual bool listens(EventKind kind) const = 0;
  virtual void thread_made(ShadowThread& thread) = 0;
  virtual void thread_begins(ShadowThread& thread) = 0;
  // For sources that test inline, in the order of the tests. Constant once the chain is built.
  virtual FastPaths fast_paths() const = 0;
  virtual void finish(std::vector<ToolOutput>& outputs) = 0;
  // Frees what no live word refers to. No handler may run.
  virtual void sweep(const LiveWords& live) = 0;
  // How many states sweep() could free at most. Thread-safe.
  virtual size_t states() const = 0;
  // Whether no tool will mention or use the thread again, which has ended. Asked just after a sweep.
  virtual bool can_forget(const ShadowThread& thread) const = 0;
  // The word that a source gives the elements of a new array, `count` of them from `first` on, before any is
  // accessed. kFreshWord: the tool that gets the locations does not care which array they are of.
  virtual uint64_t elements_word(ShadowThread&, uint32_t /*first*/, uint32_t /*count*/) { return kFreshWord; }
  // False: there are never any, and sweep() does nothing.
  virtual bool keeps_states() const = 0;
};

}  // namespace dh::dyn
