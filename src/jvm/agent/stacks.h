// Call stacks: of the thread that reports, and of earlier accesses as far as they were kept.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "dynamic/spin_lock.h"
#include "jvm/agent/sites.h"

namespace dh::jvm {

using RawStack = std::vector<jvmtiFrameInfo>;

// Each stack once, for the life of the process: threads that run the same code have the same ones, and there
// may be any number of such threads. Thread-safe.
class StackStore {
 public:
  const RawStack* intern(const RawStack& stack);

 private:
  dyn::SpinLock lock_;
  FlatMap<uint64_t, std::vector<std::unique_ptr<const RawStack>>> by_hash_;
};

// The stacks of one thread's slow accesses: the first at each place, so that the history stays small. A
// later access along the same path has the same place, and often the same stack.
class StackHistory {
 public:
  // Whether nothing is kept for the place yet. Called by the thread itself only.
  bool is_new(dyn::LocId place) const { return place.value >= seen_.size() || !seen_[place.value]; }
  void keep(dyn::LocId place, const RawStack* stack);
  // The thread keeps no more.
  void end() { seen_ = {}; }
  RawStack find(dyn::LocId place) const;
  // All of them, by place.
  std::vector<std::pair<dyn::LocId, RawStack>> all() const;
  // Whether the thread has been at the place.
  bool knows(dyn::LocId place) const;

 private:
  static constexpr size_t kMax = 4096;  // further places have no stack
  std::vector<bool> seen_;
  mutable dyn::SpinLock lock_;
  FlatMap<uint32_t, const RawStack*> stacks_;  // null: none was kept
};

class Frames {
 public:
  void set_jvmti(jvmtiEnv* jvmti) { jvmti_ = jvmti; }
  jvmtiEnv* jvmti() const { return jvmti_; }

  // Of the calling thread (null) or another one, without the shim's frames.
  RawStack capture(jthread thread = nullptr) const;
  std::vector<dyn::LocId> places(const RawStack& stack, Places& places) const;
  // The class whose code called the shim, as a local reference; null when there is none.
  jclass caller() const;

 private:
  static constexpr jint kDepth = 40;
  dyn::LocId place(const jvmtiFrameInfo& frame, Places& places) const;
  bool is_shim(jmethodID method) const;

  jvmtiEnv* jvmti_ = nullptr;
};

// The class's name in internal form: "a/b/C"; "" when the JVM does not say. Arrays keep their descriptor.
std::string class_name(jvmtiEnv* jvmti, jclass type);

}  // namespace dh::jvm
