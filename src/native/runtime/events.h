// Where events go when other tools than the built-in FastTrack look at them: a library that is loaded then.
#pragma once

#include "native/runtime/access.h"

namespace dh::native {

enum class SyncKind : uint8_t {
  acquire,
  acquire_shared,
  release,
  release_shared,
  request,
  publish,  // an edge from here
  observe,  // to here
  atomic_read,
  atomic_write,
  atomic_update,
  barrier_enter,
  barrier_leave
};

// Implemented by the library; called with the runtime's `Inside` held, so signals wait and malloc is not
// checked.
struct EventSink {
  void (*access)(Thread& thread, uintptr_t address, size_t bytes, bool is_write, AccessFlavour flavour,
                 uint32_t place);
  void (*sync)(Thread& thread, SyncKind kind, uintptr_t address, uint32_t place);
  void (*thread_start)(Thread& creator, Thread& thread, uint32_t place);
  void (*thread_begin)(Thread& thread);
  void (*thread_end)(Thread& thread);
  void (*thread_join)(Thread& thread, Thread& ended, uint32_t place);
  void (*fresh_memory)(uintptr_t address, size_t bytes);
  void (*finish)();
};
extern const EventSink* events;  // null: the built-in detector

}  // namespace dh::native
