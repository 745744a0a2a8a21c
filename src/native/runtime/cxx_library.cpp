// Exceptions that several threads have: libstdc++ counts their users in code that is not instrumented.
#include "native/runtime/cxx_library.h"

#include "native/runtime/real.h"

namespace dh::native {

CodeRange cxx_library_code;

void find_cxx_library() {
  note_code(dlsym(RTLD_DEFAULT, "__cxa_allocate_exception"), cxx_library_code);
}

namespace {

// Before a user goes, and for the case that it was the last one.
void leave_exception(const void* exception, uintptr_t pc) {
  if (exception == nullptr) return;
  publish(address_of(exception), pc);
  observe(address_of(exception), pc);
}

template <typename Function>
Function find(const char* name) {
  return reinterpret_cast<Function>(find_real(name, nullptr));
}

}  // namespace

}  // namespace dh::native

using namespace dh::native;

// std::exception_ptr::_M_release() and std::current_exception(), whose result goes through a pointer.
using Release = void (*)(void** pointer);
using CurrentException = void (*)(void** result);
constexpr char kRelease[] = "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv";

DH_EXPORT void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) noexcept {
  static std::atomic<Release> real{nullptr};
  if (real.load() == nullptr) real.store(find<Release>(kRelease));
  leave_exception(*pointer, DH_CALLER);
  real.load()(pointer);
}

DH_EXPORT void __cxa_end_catch() {
  static std::atomic<void (*)()> real{nullptr};
  static std::atomic<CurrentException> current_exception{nullptr};
  static std::atomic<Release> drop{nullptr};
  if (real.load() == nullptr) {
    current_exception.store(find<CurrentException>("_ZSt17current_exceptionv"));
    drop.store(find<Release>(kRelease));
    real.store(find<void (*)()>("__cxa_end_catch"));
  }
  void* exception = nullptr;
  if (current_exception.load() != nullptr && drop.load() != nullptr) current_exception.load()(&exception);
  if (exception != nullptr) {
    leave_exception(exception, DH_CALLER);
    drop.load()(&exception);
  }
  real.load()();
}
