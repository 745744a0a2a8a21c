// Fibers: stacks that the program switches between by itself, of which ThreadSanitizer's public interface
// tells. Each counts as a thread of its own while it runs.
#include "native/runtime/lock_order.h"
#include "native/runtime/openmp.h"
#include "native/runtime/report.h"

using namespace dh::native;

namespace {

struct Fiber {
  Thread* thread = nullptr;
  CallFrame* top = nullptr;
  OrderPoint switched;  // what those did that switched to it
  bool is_created = false;
};

thread_local Fiber own_fiber __attribute__((tls_model("initial-exec")));  // of the thread itself
thread_local Fiber* running_fiber __attribute__((tls_model("initial-exec"))) = nullptr;

Fiber& current_fiber() {
  if (running_fiber == nullptr) running_fiber = &own_fiber;
  return *running_fiber;
}

}  // namespace

extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned);
void __tsan_destroy_fiber(void*);
void __tsan_switch_to_fiber(void*, unsigned);
void __tsan_set_fiber_name(void*, const char*);
}

DH_EXPORT void* __tsan_get_current_fiber() {
  return &current_fiber();
}

DH_EXPORT void* __tsan_create_fiber(unsigned) {
  const Inside inside;
  auto* fiber = static_cast<Fiber*>(allocate(sizeof(Fiber)));
  fiber->is_created = true;
  Thread* creator = current();
  if (creator == nullptr) return fiber;
  constexpr size_t kFrames = 1 << 20;
  fiber->thread = new_thread(creator, place_of(*creator, DH_CALLER), kFrames);
  if (fiber->thread == nullptr) return fiber;
  note_thread(*fiber->thread);
  order_creation(*creator, *fiber->thread);
  note_thread_name(fiber->thread->number, "fiber");
  fiber->top = fiber->thread->frames;
  return fiber;
}

DH_EXPORT void __tsan_destroy_fiber(void* given) {
  auto* fiber = static_cast<Fiber*>(given);
  Thread* thread = current();
  if (fiber == &current_fiber() || !fiber->is_created || fiber->thread == nullptr || thread == nullptr)
    return;
  const Inside inside;
  CallFrame* top = __deadheat_view.top;
  end_thread(*fiber->thread);
  recycle_thread(*fiber->thread);
  fiber->thread = nullptr;
  switch_to(*thread, top);
}

DH_EXPORT void __tsan_switch_to_fiber(void* given, unsigned flags) {
  constexpr unsigned kNoOrder = 1;
  Fiber& from = current_fiber();
  auto* to = static_cast<Fiber*>(given);
  running_fiber = to;
  Thread* thread = current();
  if (thread == nullptr || &from == to) return;
  const Inside inside;
  const uint32_t place = place_of(*thread, DH_CALLER);
  if ((flags & kNoOrder) == 0) release(*thread, to->switched, place);
  from.thread = thread;
  from.top = __deadheat_view.top;
  if (to->thread == nullptr) return;  // there was none left
  switch_to(*to->thread, to->top);
  if ((flags & kNoOrder) == 0) acquire(*to->thread, to->switched, place);
}

DH_EXPORT void __tsan_set_fiber_name(void* given, const char* name) {
  const auto* fiber = static_cast<Fiber*>(given);
  if (fiber->thread != nullptr) note_thread_name(fiber->thread->number, name);
}
