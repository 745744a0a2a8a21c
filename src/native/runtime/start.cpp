// Begin and end of the runtime in the program.
#include "native/runtime/start.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native/runtime/cxx_library.h"
#include "native/runtime/modules.h"
#include "native/runtime/options.h"
#include "native/runtime/recording.h"
#include "native/runtime/report.h"
#include "native/runtime/sync.h"

extern "C" {
constinit thread_local dh::native::ThreadView __deadheat_view = {
    dh::native::kLocked, 0, dh::native::idle_frames, nullptr, {}};
}

namespace dh::native {

void map_nodes();
void map_threads();

namespace {

std::atomic<int> is_started{0};
std::atomic<bool> is_finished{false};

size_t main_stack_bytes() {
  rlimit limit{};
  constexpr size_t kMax = size_t{1} << 30;
  if (::syscall(SYS_prlimit64, 0, RLIMIT_STACK, nullptr, &limit) != 0) return kMax;
  return limit.rlim_cur < kMax ? limit.rlim_cur : kMax;
}

void end_program() {
  const int status = finish_runtime();
  if (status >= 0) ::syscall(SYS_exit_group, status);
}

// Two runtimes would both stand before the same functions.
void refuse_other_runtimes() {
  for (const char* name : {"__asan_init", "__msan_init", "__tsan_get_current_report"}) {
    if (dlsym(RTLD_DEFAULT, name) != nullptr) {
      give_up(
          "the program is linked with another sanitizer's runtime; link it by 'deadheat c++' or 'deadheat "
          "cc' "
          "without -fsanitize=address, memory or thread of its own");
    }
  }
}

}  // namespace

void start_runtime() {
  if (is_started.exchange(1) != 0) return;
  const Inside inside;
  read_options();
  refuse_other_runtimes();
  map_shadow();
  map_nodes();
  map_threads();
  find_cxx_library();
  ask_for_two_threads();
  open_reports();
  start_recording();
  catch_last_signals();
  ::at_quick_exit(end_program);
  Thread* thread = new_thread(nullptr, 0, main_stack_bytes());
  enter_thread(*thread);
  note_thread(*thread);
  register_main(*thread);
}

int finish_runtime() {
  if (is_started.load() == 0 || is_finished.exchange(true)) return -1;
  const Inside inside;
  if (is_recording) note_process();
  finish_recording();
  return finish_reports();
}

void restart_after_fork() {
  is_forked_child.store(true);
  reopen_after_fork();
  record_in_new_file();
  if (Thread* thread = current(); thread != nullptr && !is_recording) know_all_threads(*thread);
  is_finished.store(false);
}

namespace {

__attribute__((constructor(101))) void at_load() {
  start_runtime();
}

__attribute__((destructor(101))) void at_exit() {
  end_program();
}

}  // namespace

}  // namespace dh::native

DH_EXPORT void __tsan_init() {
  dh::native::note_instrumented_module(DH_CALLER);
  dh::native::start_runtime();
}

DH_EXPORT __attribute__((noreturn)) void _exit(int status) {
  const int own = dh::native::finish_runtime();
  ::syscall(SYS_exit_group, own >= 0 ? own : status);
  __builtin_unreachable();
}
DH_EXPORT __attribute__((noreturn)) void _Exit(int status) {
  _exit(status);
}
