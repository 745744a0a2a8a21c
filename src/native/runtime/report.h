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

// annotations.cpp: memory whose races the program does not want to know.
void note_benign(uintptr_t begin, size_t bytes);
bool is_benign(uintptr_t begin, size_t bytes);

void note_thread(const Thread& thread);  // for reports about it
void note_thread_name(uint32_t number, const char* name);
// The thread stands for a task that this thread of the program runs.
void note_runner(uint32_t number, uint32_t runner);

void open_reports();
void reopen_after_fork();
// At the end of the program: shows what was found. The status to exit with, or -1 to leave it as it is.
int finish_reports();
uint64_t reports_written();
// What the names of this program's files begin with, beside its reports.
const char* file_stem();
// Without `deadheat run`: the program shows what was found by itself.
bool shows_own_reports();
// Before the program ends without its destructors, or becomes another one. Callable from signal handlers.
void show_unfinished_reports();
// The program goes on: it could not become another one.
void resume_reports();
// The file is the runtime's own: the program cannot mean it when it closes it or puts another one there.
bool is_own_file(int file);
void leave_file(int file);
// Standard error is about to be closed: kept when there is something to show.
void keep_error_output();
// For recorded events: what names are made of, and that there were more than could be recorded.
void note_process();
void note_lost_events();

}  // namespace dh::native
