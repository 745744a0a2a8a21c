// fork, signals, long jumps.
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

#include "native/runtime/files.h"
#include "native/runtime/real.h"
#include "native/runtime/report.h"
#include "native/runtime/start.h"

namespace dh::native {

std::atomic<uint32_t> waiting_signals{0};

namespace {

constexpr int kSignals = 65;
struct Handler {
  std::atomic<void*> function;  // the program's
  std::atomic<bool> has_info;
};
Handler handlers[kSignals];

// Signals that came while this thread was inside the runtime.
struct Waiting {
  int signal;
  siginfo_t info;
};
constexpr unsigned kMaxWaiting = 8;
thread_local Waiting waiting[kMaxWaiting] __attribute__((tls_model("initial-exec")));
thread_local unsigned waiting_count __attribute__((tls_model("initial-exec"))) = 0;

bool is_caused_by_code(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP ||
         signal == SIGABRT || signal == SIGSYS;
}

void run_handler(int signal, siginfo_t* info, void* context) {
  const Handler& handler = handlers[signal];
  void* function = handler.function.load();
  const int saved = errno;
  if (!is_caused_by_code(signal)) observe_signal(signal, address_of(function));
  if (handler.has_info.load()) {
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(function)(signal, info, context);
  } else {
    reinterpret_cast<void (*)(int)>(function)(signal);
  }
  errno = saved;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (__deadheat_view.busy != 0 && !is_caused_by_code(signal) && waiting_count < kMaxWaiting) {
    waiting[waiting_count] = {signal, *info};
    waiting_count = waiting_count + 1;
    waiting_signals.fetch_add(1);
    return;
  }
  // A fault inside the runtime is the program's: it must get out of it.
  const uint32_t busy = __deadheat_view.busy;
  __deadheat_view.busy = 0;
  run_handler(signal, info, context);
  __deadheat_view.busy = busy;
}

// Signals that end the program, in which the report of what was found until then must not be lost.
bool ends_program(int signal) {
  return is_caused_by_code(signal) || signal == SIGTERM || signal == SIGINT || signal == SIGHUP ||
         signal == SIGQUIT;
}

void on_end(int signal, siginfo_t*, void*) {
  show_unfinished_reports();
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  DH_REAL(sigaction)(signal, &usual, nullptr);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  DH_REAL(raise)(signal);
}

bool is_function(const void* handler) {
  return handler != reinterpret_cast<void*>(SIG_DFL) && handler != reinterpret_cast<void*>(SIG_IGN) &&
         handler != reinterpret_cast<void*>(SIG_ERR);
}

int set_action(int signal, const struct sigaction* given, struct sigaction* old) {
  const auto real = DH_REAL(sigaction);
  if (signal <= 0 || signal >= kSignals) return real(signal, given, old);
  void* before = handlers[signal].function.load();
  const bool had_info = handlers[signal].has_info.load();
  struct sigaction ours {};
  if (given != nullptr) {
    ours = *given;
    const bool has_info = (given->sa_flags & SA_SIGINFO) != 0;
    void* function =
        has_info ? reinterpret_cast<void*>(given->sa_sigaction) : reinterpret_cast<void*>(given->sa_handler);
    if (is_function(function)) {
      handlers[signal].has_info.store(has_info);
      handlers[signal].function.store(function);
      ours.sa_sigaction = on_signal;
      ours.sa_flags |= SA_SIGINFO;
    } else if (function == reinterpret_cast<void*>(SIG_DFL) && ends_program(signal) && shows_own_reports()) {
      ours.sa_sigaction = on_end;
      ours.sa_flags |= SA_SIGINFO;
    }
  }
  const int error = real(signal, given == nullptr ? nullptr : &ours, old);
  if (error == 0 && old != nullptr && old->sa_sigaction == on_signal) {
    if (had_info) {
      old->sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t*, void*)>(before);
    } else {
      old->sa_handler = reinterpret_cast<void (*)(int)>(before);
      old->sa_flags &= ~SA_SIGINFO;
    }
  }
  if (error == 0 && old != nullptr && old->sa_sigaction == on_end) {
    old->sa_handler = SIG_DFL;
    old->sa_flags &= ~SA_SIGINFO;
  }
  return error;
}

// glibc hides the stack pointer in a jmp_buf (PTR_MANGLE): rotated by 17 and mixed with a secret of the
// thread.
uintptr_t stack_pointer_of(const struct __jmp_buf_tag* target) {
  uintptr_t value = static_cast<uintptr_t>(target->__jmpbuf[6]);
  uintptr_t secret = 0;
  asm("mov %%fs:0x30, %0" : "=r"(secret));
  value = value >> 17 | value << 47;
  return value ^ secret;
}

// The calls that a jump leaves are over.
void leave_calls(const struct __jmp_buf_tag* target) {
  Thread* thread = current();
  if (thread == nullptr) return;
  const auto stack = static_cast<uint32_t>(stack_pointer_of(target));
  CallFrame* top = __deadheat_view.top;
  while (top != thread->frames && static_cast<int32_t>(top[-1].stack() - stack) < 0) --top;
  __deadheat_view.top = top;
}

}  // namespace

void catch_last_signals() {
  if (!shows_own_reports()) return;
  const auto real = DH_REAL(sigaction);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction given {};
    if (!ends_program(signal) || real(signal, nullptr, &given) != 0 || given.sa_handler != SIG_DFL) continue;
    given.sa_sigaction = on_end;
    given.sa_flags = SA_SIGINFO;
    real(signal, &given, nullptr);
  }
}

void deliver_signals() {
  while (waiting_count != 0 && __deadheat_view.busy == 0) {
    waiting_count = waiting_count - 1;
    Waiting next = waiting[waiting_count];
    waiting_signals.fetch_sub(1);
    run_handler(next.signal, &next.info, nullptr);
  }
}

}  // namespace dh::native

using namespace dh::native;

DH_EXPORT int sigaction(int signal, const struct sigaction* given, struct sigaction* old) noexcept {
  return set_action(signal, given, old);
}
DH_EXPORT sighandler_t signal(int number, sighandler_t handler) noexcept {
  struct sigaction action {};
  struct sigaction old {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, number);
  return set_action(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

DH_EXPORT pid_t fork() noexcept {
  const auto real = DH_REAL(fork);
  const Inside inside;
  const pid_t child = real();
  if (child == 0) restart_after_fork();
  return child;
}

// The child of a vfork() shares the memory of its parent, and with it what this runtime knows; a child that
// is a copy does what programs may do after vfork().
DH_EXPORT pid_t vfork() noexcept {
  return fork();
}

// Another program takes the place of this one: what was found is shown before.
#define DH_EXEC(name, parameters, arguments)   \
  DH_EXPORT int name parameters noexcept {     \
    show_unfinished_reports();                 \
    const int error = DH_REAL(name) arguments; \
    resume_reports();                          \
    return error;                              \
  }
DH_EXEC(execve, (const char* path, char* const* arguments, char* const* variables),
        (path, arguments, variables))
DH_EXEC(execv, (const char* path, char* const* arguments), (path, arguments))
DH_EXEC(execvp, (const char* path, char* const* arguments), (path, arguments))
DH_EXEC(execvpe, (const char* path, char* const* arguments, char* const* variables),
        (path, arguments, variables))
DH_EXEC(fexecve, (int file, char* const* arguments, char* const* variables), (file, arguments, variables))

namespace {
constexpr size_t kMaxArguments = 4096;
// The arguments of execl() and its like, up to the null that ends them.
bool collect_arguments(const char* first, va_list rest, char** arguments) {
  arguments[0] = const_cast<char*>(first);
  for (size_t i = 0; arguments[i] != nullptr;) {
    if (++i == kMaxArguments) return false;
    arguments[i] = va_arg(rest, char*);
  }
  return true;
}
}  // namespace
#define DH_EXEC_LIST(name, call)                                                \
  DH_EXPORT int name(const char* path, const char* first, ...) noexcept {       \
    char* arguments[kMaxArguments];                                             \
    va_list rest;                                                               \
    va_start(rest, first);                                                      \
    const bool fits = collect_arguments(first, rest, arguments);                \
    char* const* variables = environ;                                           \
    if (fits && takes_variables(#name)) variables = va_arg(rest, char* const*); \
    va_end(rest);                                                               \
    if (!fits) errno = E2BIG;                                                   \
    return fits ? call : -1;                                                    \
  }
namespace {
bool takes_variables(const char* name) {
  return name[4] == 'l' && name[5] == 'e';
}
}  // namespace
DH_EXEC_LIST(execl, execve(path, arguments, variables))
DH_EXEC_LIST(execle, execve(path, arguments, variables))
DH_EXEC_LIST(execlp, execvpe(path, arguments, variables))

extern "C" {
void __longjmp_chk(struct __jmp_buf_tag* target, int value) __attribute__((noreturn));
}
#define DH_JUMP(name)                                                                               \
  DH_EXPORT __attribute__((noreturn)) void name(struct __jmp_buf_tag* target, int value) noexcept { \
    leave_calls(target);                                                                            \
    DH_REAL(name)(target, value);                                                                   \
    __builtin_unreachable();                                                                        \
  }
DH_JUMP(longjmp)
DH_JUMP(_longjmp)
DH_JUMP(siglongjmp)
DH_EXPORT __attribute__((noreturn)) void __longjmp_chk(struct __jmp_buf_tag* target, int value) {
  leave_calls(target);
  DH_REAL(__longjmp_chk)(target, value);
  __builtin_unreachable();
}
