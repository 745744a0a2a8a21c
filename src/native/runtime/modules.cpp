#include "native/runtime/modules.h"

#include "native/runtime/openmp.h"

namespace dh::native {

namespace {

constexpr uint32_t kMaxModules = 128;
CodeRange modules[kMaxModules];
std::atomic<uint32_t> module_count{0};
SpinLock modules_lock;

}  // namespace

bool is_instrumented(uintptr_t pc) {
  const uint32_t count = module_count.load(std::memory_order_acquire);
  for (uint32_t i = 0; i < count; ++i) {
    if (pc < modules[i].end.load(std::memory_order_relaxed) &&
        pc >= modules[i].begin.load(std::memory_order_relaxed))
      return true;
  }
  return false;
}

void note_instrumented_module(uintptr_t pc) {
  const Locked locked(modules_lock);
  const uint32_t count = module_count.load(std::memory_order_relaxed);
  if (is_instrumented(pc) || count == kMaxModules) return;
  note_code(reinterpret_cast<const void*>(pc), modules[count]);
  module_count.store(count + 1, std::memory_order_release);
}

}  // namespace dh::native
