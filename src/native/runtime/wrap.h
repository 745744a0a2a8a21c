// Functions of the C library that are called first, and then count as accesses. Declared here as C has them,
// without the library's headers, which differ between C and C++.
#pragma once

#include "native/runtime/real.h"

namespace dh::native {

template <typename Function>
Function real_function(std::atomic<void*>& found, const char* name) {
  if (found.load(std::memory_order_relaxed) == nullptr) found.store(find_real(name, nullptr));
  return reinterpret_cast<Function>(found.load(std::memory_order_relaxed));
}

// The accesses of one call of such a function.
struct Accesses {
  uintptr_t pc;

  void reads(const void* at, size_t bytes) const { check_range(address_of(at), bytes, false, pc); }
  void writes(const void* at, size_t bytes) const { check_range(address_of(at), bytes, true, pc); }
  template <typename Char>
  static size_t length(const Char* text) {
    size_t length = 0;
    while (text[length] != 0) ++length;
    return length;
  }
  template <typename Char>
  static size_t length(const Char* text, size_t most) {
    size_t length = 0;
    while (length < most && text[length] != 0) ++length;
    return length;
  }
  // With its end.
  template <typename Char>
  void reads_text(const Char* text) const {
    if (text != nullptr) reads(text, (length(text) + 1) * sizeof(Char));
  }
  template <typename Char>
  void reads_text(const Char* text, size_t most) const {
    const size_t all = length(text, most);
    reads(text, (all < most ? all + 1 : most) * sizeof(Char));
  }
  template <typename Char>
  void writes_text(const Char* text) const {
    if (text != nullptr) writes(text, (length(text) + 1) * sizeof(Char));
  }
  // Up to what was found, or all.
  void reads_to(const char* text, const void* found) const {
    if (found == nullptr) return reads_text(text);
    reads(text, address_of(found) - address_of(text) + 1);
  }
  void reads_same(const char* a, const char* b, size_t most) const {
    size_t same = 0;
    while (same < most && a[same] == b[same]) ++same;
    reads(a, same < most ? same + 1 : most);
    reads(b, same < most ? same + 1 : most);
  }
};

}  // namespace dh::native

// `note` says what was accessed; it knows `result` and `call`. `throws` is empty for functions that call the
// program or may be cancelled.
#define DH_WRAP(type, name, parameters, arguments, note) \
  DH_WRAP_AS(type, name, parameters, noexcept, arguments, note)
#define DH_WRAP_AS(type, name, parameters, throws, arguments, note)                              \
  DH_EXPORT type name parameters throws {                                                        \
    static std::atomic<void*> found{nullptr};                                                    \
    const ::dh::native::Accesses call{DH_CALLER};                                                \
    const auto result = ::dh::native::real_function<type(*) parameters>(found, #name) arguments; \
    if (::dh::native::recording_thread() != nullptr) {                                           \
      note;                                                                                      \
    }                                                                                            \
    return result;                                                                               \
  }
#define DH_WRAP_VOID(name, parameters, arguments, note) \
  DH_WRAP_VOID_AS(name, parameters, noexcept, arguments, note)
#define DH_WRAP_VOID_AS(name, parameters, throws, arguments, note)           \
  DH_EXPORT void name parameters throws {                                    \
    static std::atomic<void*> found{nullptr};                                \
    const ::dh::native::Accesses call{DH_CALLER};                            \
    ::dh::native::real_function<void(*) parameters>(found, #name) arguments; \
    if (::dh::native::recording_thread() != nullptr) {                       \
      note;                                                                  \
    }                                                                        \
  }
