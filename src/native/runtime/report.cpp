#include "native/runtime/report.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>

#include "native/runtime/line_writer.h"
#include "native/runtime/lock_order.h"
#include "native/runtime/options.h"

extern char** environ;

namespace dh::native {

namespace {

struct ThreadNote {
  uint32_t creator;
  uint32_t place;
  uint32_t runner;  // of a task: the thread that runs it, plus one
  bool is_written;
  char name[16];
};
constexpr uint32_t kMaxNotes = 1u << 22;
constexpr uint32_t kSeen = 1u << 16;

ThreadNote* thread_notes = nullptr;
std::atomic<uint64_t> seen[kSeen];  // pairs of places that were reported
std::atomic<uint64_t> written{0};
SpinLock report_lock;
int report_file = -1;
bool is_collected = false;  // by `deadheat run`; else this process shows its report itself
char stem[32] = "";         // of the names of this program's files
bool has_shown = false;     // a part of what was found
int kept_errors = -1;       // a copy of the standard error that the program closed

// Whether this is the first report of its kind and places.
bool is_new(uint64_t kind, uint64_t a, uint64_t b) {
  if (a > b) std::swap(a, b);
  uint64_t key = (a * 0x9E3779B97F4A7C15ull) ^ (b * 0xC2B2AE3D27D4EB4Full) ^ kind << 60;
  key |= 1;
  for (uint32_t i = 0; i < kSeen; ++i) {
    std::atomic<uint64_t>& slot = seen[(key >> 20 ^ i) % kSeen];
    uint64_t old = slot.load();
    if (old == 0 && slot.compare_exchange_strong(old, key)) return true;
    if (old == key) return false;
  }
  return false;
}

void write_stack(LineWriter& out, uint32_t place) {
  if (place != 0 && node(place).pc == kFreeTag) place = node(place).parent;
  for (unsigned depth = 0; place != 0 && depth < 400; ++depth) {
    if (node(place).pc != kNoPc) out.hex(node(place).pc);
    place = node(place).parent;
  }
  out.end();
}

void write_thread(LineWriter& out, uint32_t number) {
  for (unsigned depth = 0; number < kMaxNotes && depth < 64; ++depth) {
    ThreadNote& note = thread_notes[number];
    if (note.is_written) return;
    note.is_written = true;
    out.text("thread").hex(number).hex(note.creator);
    write_stack(out, note.place);
    if (note.name[0] != '\0') out.text("name").hex(number).rest(note.name);
    number = note.creator;
  }
}

// The modules of the process, for the addresses of code and data.
void write_modules(LineWriter& out) {
  const int maps =
      static_cast<int>(::syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0));
  if (maps < 0) return;
  out.text("maps\n");
  char buffer[2048];
  for (;;) {
    const long n = ::syscall(SYS_read, maps, buffer, sizeof buffer - 1);
    if (n <= 0) break;
    buffer[n] = '\0';
    out.text(buffer);
  }
  out.text("end\n");
  ::syscall(SYS_close, maps);
}

bool is_free(uint32_t place) {
  return place != 0 && node(place).pc == kFreeTag;
}

void write_access(LineWriter& out, char kind, AccessFlavour flavour, uint32_t epoch, uint32_t thread,
                  uintptr_t address, uint32_t size, uint32_t place) {
  const char text[] = {kind, '\0'};
  out.text("access ")
      .text(is_free(place) ? "f" : text)
      .text(flavour == AccessFlavour::atomic ? " atomic" : " plain");
  out.hex(thread).hex(epoch & kMaxTime).hex(address).hex(size);
  write_stack(out, place);
}

void end_report(LineWriter& out) {
  out.text("end\n");
  if (!out.flush()) {
    LineWriter(2).text("deadheat: cannot write the report of what was found\n");
  }
  written.fetch_add(1);
}

void stop_if_asked() {
  if (options.halt_on_error == 0) return;
  const int status = finish_reports();
  ::syscall(SYS_exit_group, status < 0 ? 66 : status);
}

uint32_t runner_of(uint32_t number) {
  if (number >= kMaxNotes) return number;
  const uint32_t runner = thread_notes[number].runner;
  return runner == 0 ? number : runner - 1;
}

// Whether it is a thread-local variable of the thread of the program that runs this.
bool is_thread_local(uintptr_t address) {
  const auto look = [](dl_phdr_info* module, size_t, void* given) {
    const auto at = *static_cast<uintptr_t*>(given);
    for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
      const auto begin = reinterpret_cast<uintptr_t>(module->dlpi_tls_data);
      if (module->dlpi_phdr[i].p_type == PT_TLS && begin != 0 && at - begin < module->dlpi_phdr[i].p_memsz)
        return 1;
    }
    return 0;
  };
  return dl_iterate_phdr(look, &address) != 0;
}

uint64_t pc_of(uint32_t place) {
  if (is_free(place)) place = node(place).parent;
  return place == 0 ? 0 : node(place).pc;
}

void write_memory(LineWriter& out, uintptr_t address) {
  Block block;
  if (!find_block(address, block)) return;
  write_thread(out, block.thread);
  out.text("block").hex(block.begin).hex(block.bytes).hex(block.thread);
  write_stack(out, block.place);
}

void write_locks(LineWriter& out, const Thread& thread) {
  for (uint32_t i = 0; i < std::min(thread.held_count, kMaxHeld); ++i) {
    out.text("lock").hex(thread.held[i].address);
    write_stack(out, thread.held[i].place);
  }
}

}  // namespace

void note_thread(const Thread& thread) {
  if (thread.number >= kMaxNotes) return;
  ThreadNote& note = thread_notes[thread.number];
  note.creator = thread.creator;
  note.place = thread.created_at;
  note.runner = 0;
}

void note_runner(uint32_t number, uint32_t runner) {
  if (number < kMaxNotes && runner < kMaxNotes)
    thread_notes[number].runner = thread_notes[runner].runner == 0 ? runner + 1 : thread_notes[runner].runner;
}

void note_thread_name(uint32_t number, const char* name) {
  if (number >= kMaxNotes) return;
  char* to = thread_notes[number].name;
  for (unsigned i = 0; i < 15; ++i) {
    to[i] = name[i];
    if (name[i] == '\0') break;
  }
}

uint64_t reports_written() {
  return written.load();
}

void report_race(Thread& thread, const Access& access, const EarlierAccess& earlier) {
  if (options.report_bugs == 0) return;
  const bool is_atomic = access.flavour == AccessFlavour::atomic || earlier.flavour == AccessFlavour::atomic;
  if (is_atomic && options.report_atomic_races == 0) return;
  if (is_benign(access.address, access.size)) return;
  const uint32_t earlier_place = unpack_place(earlier.entry.place, 0);
  // Tasks that one thread runs share its thread-local variables, one after the other.
  const uint32_t other = thread_of(earlier.entry.epoch);
  if (runner_of(other) == runner_of(thread.number) && is_thread_local(access.address)) return;
  if (!is_new(1, pc_of(access.place), pc_of(earlier_place))) return;
  if (static_cast<int64_t>(written.load()) >= options.max_reports) return;
  {
    const Locked locked(report_lock);
    const int saved = errno;
    LineWriter out(report_file);
    write_thread(out, thread.number);
    write_thread(out, other);
    write_modules(out);
    out.text("race").hex(access.address).hex(thread.times[slot_of(earlier.entry.epoch)] & kMaxTime).end();
    write_access(out, access.is_write ? 'w' : 'r', access.flavour, thread.times[thread.slot], thread.number,
                 access.address, access.size, access.place);
    write_access(out, earlier.is_write ? 'w' : 'r', earlier.flavour, earlier.entry.epoch, other,
                 access.address, 0, earlier_place);
    write_locks(out, thread);
    write_memory(out, access.address);
    end_report(out);
    errno = saved;
  }
  stop_if_asked();
}

void report_misuse(Thread& thread, const Misuse& misuse, uint32_t place) {
  if (options.report_bugs == 0 || options.report_mutex_bugs == 0) return;
  const auto kind = static_cast<uint64_t>(misuse.kind);
  if (!is_new(2 + kind, pc_of(place), pc_of(misuse.owner_place))) return;
  {
    const Locked locked(report_lock);
    const int saved = errno;
    LineWriter out(report_file);
    write_thread(out, thread.number);
    write_thread(out, misuse.owner);
    write_modules(out);
    out.text("misuse").hex(kind).hex(misuse.lock).end();
    write_access(out, 'm', AccessFlavour::plain, thread.times[thread.slot], thread.number, misuse.lock, 0,
                 place);
    if (misuse.owner_place != 0)
      write_access(out, 'a', AccessFlavour::plain, 0, misuse.owner, misuse.lock, 0, misuse.owner_place);
    write_memory(out, misuse.lock);
    end_report(out);
    errno = saved;
  }
  stop_if_asked();
}

void report_lock_cycle(const WaitingThread* cycle, uint32_t count) {
  if (options.report_bugs == 0) return;
  uint64_t places = 0;  // of all threads, in any order
  for (uint32_t i = 0; i < count; ++i)
    places += pc_of(cycle[i].held_place) * 31 + pc_of(cycle[i].asked_place);
  if (!is_new(7, places, places)) return;
  {
    const Locked locked(report_lock);
    const int saved = errno;
    LineWriter out(report_file);
    for (uint32_t i = 0; i < count; ++i) write_thread(out, cycle[i].thread);
    write_modules(out);
    out.text("deadlock").hex(cycle[0].asked).end();
    for (uint32_t i = 0; i < count; ++i) {
      const WaitingThread& waits = cycle[i];
      write_access(out, 'q', AccessFlavour::plain, 0, waits.thread, waits.asked, 0, waits.asked_place);
      write_access(out, 'a', AccessFlavour::plain, 0, waits.thread, waits.held, 0, waits.held_place);
    }
    end_report(out);
    errno = saved;
  }
  stop_if_asked();
}

void note_process() {
  const Locked locked(report_lock);
  LineWriter out(report_file);
  for (uint32_t i = 0; i < std::min(threads_created(), kMaxNotes); ++i) write_thread(out, i);
  write_modules(out);
}

void note_lost_events() {
  LineWriter(report_file).text("lost\n");
}

void open_reports() {
  thread_notes = static_cast<ThreadNote*>(reserve(sizeof(ThreadNote) * size_t{kMaxNotes}, "threads"));
  reopen_after_fork();
}

namespace {
// Numbers that programs neither expect nor close.
int moved_up(int file) {
  constexpr int kHigh = 900;
  const int moved = static_cast<int>(::syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, kHigh));
  if (moved < 0) return file;
  ::syscall(SYS_close, file);
  return moved;
}
}  // namespace

namespace {
// A process can run several programs, one after the other: each has a file.
int open_collected(const char* folder) {
  constexpr int kMaxPrograms = 1000;
  const auto process = static_cast<int>(::syscall(SYS_getpid));
  char path[4096];
  for (int program = 0; program < kMaxPrograms; ++program) {
    snprintf(stem, sizeof stem, program == 0 ? "%d" : "%d-%d", process, program);
    snprintf(path, sizeof path, "%s/%s.native", folder, stem);
    const long file =
        ::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0 || errno != EEXIST) return static_cast<int>(file);
  }
  return -1;
}
}  // namespace

const char* file_stem() {
  return stem;
}

bool shows_own_reports() {
  return !is_collected;
}

void resume_reports() {
  if (is_collected) LineWriter(report_file).text("resumed\n");
}

bool is_own_file(int file) {
  return file > 2 && (file == report_file || file == kept_errors);
}

void leave_file(int file) {
  if (file == report_file && file > 2)
    report_file = static_cast<int>(::syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, file + 1));
  if (file == kept_errors && file > 2)
    kept_errors = static_cast<int>(::syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, file + 1));
}

void keep_error_output() {
  if (written.load() == 0 || is_collected || kept_errors >= 0) return;
  kept_errors = static_cast<int>(::syscall(SYS_fcntl, 2, F_DUPFD_CLOEXEC, 3));
  if (kept_errors >= 0) kept_errors = moved_up(kept_errors);
}

void reopen_after_fork() {
  written.store(0);
  has_shown = false;
  const char* folder = getenv("DEADHEAT_NATIVE_REPORTS");
  is_collected = folder != nullptr && *folder != '\0';
  if (report_file >= 0) ::syscall(SYS_close, report_file);
  if (is_collected) {
    report_file = open_collected(folder);
  } else {
    report_file = static_cast<int>(::syscall(SYS_memfd_create, "deadheat", MFD_CLOEXEC));
  }
  if (report_file < 0) {
    LineWriter(2).text("deadheat: cannot make a file for reports; they go to standard error as they are\n");
    report_file = 2;
    is_collected = true;
  }
  if (report_file > 2) report_file = moved_up(report_file);
  LineWriter out(report_file);
  out.text("deadheat-native 1\n");
  for (uint32_t i = 0; i < std::min(threads_created(), kMaxNotes); ++i) thread_notes[i].is_written = false;
}

namespace {

// The program `deadheat`, beside this library or where it was installed with it.
bool find_deadheat(char (&path)[4096]) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&find_deadheat), &info) == 0 || info.dli_fname == nullptr) return false;
  const char* slash = strrchr(info.dli_fname, '/');
  const int folder = slash == nullptr ? 0 : static_cast<int>(slash - info.dli_fname);
  for (const char* name : {"deadheat", "../../bin/deadheat"}) {
    snprintf(path, sizeof path, "%.*s/%s", folder, info.dli_fname, name);
    if (::access(path, X_OK) == 0) return true;
  }
  return false;
}

// Runs `deadheat run --collect` on the reports; its exit status, or -1.
int show_reports(const char* program) {
  char file[64];
  const int copy = static_cast<int>(::syscall(SYS_dup, report_file));  // without close-on-exec
  snprintf(file, sizeof file, "/proc/self/fd/%d", copy);
  char log[1100] = "";
  if (options.log_path[0] != '\0')
    snprintf(log, sizeof log, "--output=text=%s.%d", options.log_path,
             static_cast<int>(::syscall(SYS_getpid)));
  char suppressions[1100];
  snprintf(suppressions, sizeof suppressions, "--suppressions=%s", options.suppressions);
  const char* arguments[10] = {program, "run", "--collect", "--reports", file};
  unsigned count = 5;
  if (log[0] != '\0') arguments[count++] = log;
  if (options.suppressions[0] != '\0') arguments[count++] = suppressions;
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (kept_errors >= 0) posix_spawn_file_actions_adddup2(&actions, kept_errors, 2);
  const int error = posix_spawn(&child, program, &actions, nullptr, const_cast<char**>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::syscall(SYS_close, copy);
  if (error != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void print_raw() {
  LineWriter out(kept_errors >= 0 ? kept_errors : 2);
  out.text("deadheat: cannot run 'deadheat' to show the report; its lines are:\n");
  out.flush();
  ::syscall(SYS_lseek, report_file, 0, SEEK_SET);
  char buffer[2048];
  for (;;) {
    const long n = ::syscall(SYS_read, report_file, buffer, sizeof buffer - 1);
    if (n <= 0) break;
    buffer[n] = '\0';
    out.text(buffer);
  }
}

}  // namespace

namespace {

// Whether something was shown; nothing is when all of it is suppressed.
bool show() {
  char program[4096];
  const int shown = find_deadheat(program) ? show_reports(program) : -1;
  if (shown < 0 || shown > 1) print_raw();
  return shown != 0;
}

int found_status() {
  return options.exitcode == 0 ? -1 : static_cast<int>(options.exitcode);
}

}  // namespace

int finish_reports() {
  const Inside inside;
  {
    LineWriter out(report_file);
    out.text("finished").hex(threads_created()).end();
  }
  if (is_collected)
    return options.halt_on_error != 0 && written.load() != 0 ? static_cast<int>(options.exitcode) : -1;
  if (written.load() == 0) return has_shown ? found_status() : -1;
  fflush(nullptr);
  return show() || has_shown ? found_status() : -1;
}

void show_unfinished_reports() {
  const Inside inside;
  if (is_collected || written.load() != 0) {
    LineWriter out(report_file);
    out.text("finished").hex(threads_created()).end();
  }
  if (is_collected || written.load() == 0) return;
  if (show()) has_shown = true;
  // What is found later follows in a file of its own: lines there do not repeat those of before.
  const bool had_shown = has_shown;
  reopen_after_fork();
  has_shown = had_shown;
}

}  // namespace dh::native
