// What libstdc++ does for several threads in code that is not instrumented: it counts the users of
// exceptions, ends calls of `call_once` by exceptions, and makes promises ready at the end of a thread.
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

extern "C" void __cxa_throw(void*, void*, void (*)(void*)) __attribute__((noreturn));
DH_EXPORT void __cxa_throw(void* exception, void* type, void (*destroy)(void*)) {
  leave_once(DH_CALLER);
  DH_REAL(__cxa_throw)(exception, type, destroy);
  __builtin_unreachable();
}

// std::promise::set_value_at_thread_exit(): libstdc++ calls `make_ready` when the thread ends, and so makes
// the status known that std::future::get() reads with acquire. The objects are as libstdc++ 4.9 to 15 have
// them.
namespace {
struct SharedState {
  void* virtual_table;
  void* result;
  uint32_t status;
};
struct AtThreadExit {
  AtThreadExit* next;
  void (*make_ready)(void*);
  SharedState* state;
};
std::atomic<void (*)(void*)> library_make_ready{nullptr};
void make_ready(void* given) {
  const SharedState* state = static_cast<AtThreadExit*>(given)->state;
  if (state != nullptr) publish(address_of(&state->status), DH_CALLER);
  library_make_ready.load()(given);
}
constexpr char kMakeReadyAtExit[] = "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv";
}  // namespace

DH_EXPORT void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(AtThreadExit* element) {
  static std::atomic<void (*)(void*)> real{nullptr};
  if (real.load() == nullptr) real.store(find<void (*)(void*)>(kMakeReadyAtExit));
  real.load()(element);
  if (element->make_ready == nullptr || element->make_ready == make_ready) return;
  library_make_ready.store(element->make_ready);
  element->make_ready = make_ready;
}
