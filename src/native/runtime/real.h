// The function of the C library that one of ours stands before.
#pragma once

#include <dlfcn.h>

#include <atomic>

#include "native/runtime/sync.h"

namespace dh::native {

inline void* find_real(const char* name, const char* version) {
  void* found = version == nullptr ? dlsym(RTLD_NEXT, name) : dlvsym(RTLD_NEXT, name, version);
  return found != nullptr ? found : dlsym(RTLD_NEXT, name);
}

#define DH_REAL_VERSION(name, version)                      \
  ([]() -> decltype(&::name) {                              \
    static std::atomic<void*> found{nullptr};               \
    void* function = found.load(std::memory_order_relaxed); \
    if (function == nullptr) [[unlikely]] {                 \
      function = ::dh::native::find_real(#name, version);   \
      found.store(function, std::memory_order_relaxed);     \
    }                                                       \
    return reinterpret_cast<decltype(&::name)>(function);   \
  }())
#define DH_REAL(name) DH_REAL_VERSION(name, nullptr)

inline uintptr_t address_of(const volatile void* object) {
  return reinterpret_cast<uintptr_t>(object);
}

}  // namespace dh::native
