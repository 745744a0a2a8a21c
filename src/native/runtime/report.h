// Reports, written as text lines when something is found, so that a program that is killed loses none. The
// program `deadheat` reads them (docs/native.md, "Report files").
#pragma once

#include "native/runtime/access.h"

namespace dh::native {

enum class MisuseKind : uint8_t { none, unlock_free, unlock_other, destroy_held };
struct Misuse {
  MisuseKind kind = MisuseKind::none;
  uintptr_t lock = 0;
  uint32_t owner = kNoThread;
  uint32_t owner_place = 0;
};
void report_misuse(Thread& thread, const Misuse& misuse, uint32_t place);

struct WaitingThread;
void report_lock_cycle(const WaitingThread* cycle, uint32_t count);

void note_thread(const Thread& thread);  // for reports about it
void note_thread_name(uint32_t number, const char* name);
// The thread stands for a task that this thread of the program runs.
void note_runner(uint32_t number, uint32_t runner);

void open_reports();
void reopen_after_fork();
// At the end of the program: shows what was found. The status to exit with, or -1 to leave it as it is.
int finish_reports();
uint64_t reports_written();
// For recorded events: what names are made of, and that there were more than could be recorded.
void note_process();
void note_lost_events();

}  // namespace dh::native
