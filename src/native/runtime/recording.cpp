#include "native/runtime/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "native/runtime/line_writer.h"
#include "native/runtime/report.h"

namespace dh::native {

bool is_recording = false;

namespace {

// The file is written through a mapping, so that a program that is killed loses no event.
constexpr size_t kWindow = size_t{4} << 20;
constexpr size_t kWindowEvents = kWindow / sizeof(RawEvent);

SpinLock window_lock;
RawEvent* window = nullptr;  // null: not open, or closed again
size_t window_used = 0;
size_t windows = 0;
int events_file = -1;
int places_file = -1;
uint32_t places_written = 0;
bool has_accesses = true;

int open_beside_reports(const char* ending) {
  char path[4096];
  const char* folder = getenv("DEADHEAT_NATIVE_REPORTS");
  snprintf(path, sizeof path, "%s/%s.%s", folder == nullptr ? "." : folder, file_stem(), ending);
  return static_cast<int>(
      ::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
}

void write_all(int file, const void* from, size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const long n = ::syscall(SYS_write, file, at, bytes);
    if (n <= 0) return;
    at += n;
    bytes -= static_cast<size_t>(n);
  }
}

// Places that another thread is about to fill in come with the next call.
void write_places() {
  uint32_t end = places_written;
  const uint32_t made = nodes_made();
  while (end < made && (end == 0 || node(end).pc != 0)) ++end;
  static_assert(sizeof(Node) == sizeof(RawPlace));
  if (end > places_written)
    write_all(places_file, &node(places_written), sizeof(RawPlace) * (end - places_written));
  places_written = end;
}

void stop_with_message(const char* message) {
  window = nullptr;
  LineWriter(2).text("deadheat: ").text(message).text("; the events from here on are lost\n");
  note_lost_events();
}

// Blocks of the disk are taken first: a full disk is an error here, and not a signal at some store.
void next_window() {
  const int saved = errno;
  if (window != nullptr) ::syscall(SYS_munmap, window, kWindow);
  window = nullptr;
  const size_t offset = windows * kWindow;
  if (::syscall(SYS_fallocate, events_file, 0, offset, kWindow) != 0 &&
      (errno == ENOSPC || ::syscall(SYS_ftruncate, events_file, offset + kWindow) != 0)) {
    stop_with_message("no room for the events of the program");
  } else {
    const long at = ::syscall(SYS_mmap, 0, kWindow, PROT_READ | PROT_WRITE, MAP_SHARED, events_file, offset);
    if (at == -1) {
      stop_with_message("cannot map the file for events");
    } else {
      window = reinterpret_cast<RawEvent*>(at);
    }
  }
  ++windows;
  window_used = 0;
  write_places();
  if (windows > 1) note_process();
  errno = saved;
}

void open_files() {
  events_file = open_beside_reports("events");
  places_file = open_beside_reports("places");
  if (events_file < 0 || places_file < 0) give_up("cannot write the events of the program");
  windows = 0;
  places_written = 0;
  next_window();
}

RawEvent packed(const Thread& thread, RawKind kind, uint64_t value, uint8_t size, uint32_t place) {
  constexpr uint64_t kMask = (uint64_t{1} << kValueBits) - 1;
  return {(value & kMask) | uint64_t{size} << kValueBits | static_cast<uint64_t>(kind) << 56, place,
          thread.number};
}

void put(const RawEvent& event) {
  if (window == nullptr) return;
  if (window_used == kWindowEvents) next_window();
  if (window != nullptr) window[window_used++] = event;
}

std::atomic<uint32_t> channels{0};

bool has_channel(const Clock& clock, uint32_t channel) {
  for (uint32_t i = 0; i < clock.width; ++i) {
    if (clock.times[i] == channel) return true;
  }
  return false;
}

void add_channel(Clock& clock, uint32_t channel) {
  if (has_channel(clock, channel)) return;
  widen(clock, clock.width + 1);
  clock.times[clock.width++] = channel;
}

constexpr uint32_t kMaxChannels = 256;  // in one clock

}  // namespace

void start_recording() {
  const char* what = getenv("DEADHEAT_NATIVE_RECORD");
  if (what == nullptr || *what == '\0') return;
  has_accesses = strcmp(what, kRecordLocks) != 0;
  if (!has_accesses) unsetenv("LD_PRELOAD");  // the program that was named, and not what it starts
  open_files();
  is_recording = true;
  note_process();
}

void finish_recording() {
  if (!is_recording) return;
  const Locked locked(window_lock);
  if (window == nullptr) return;
  ::syscall(SYS_munmap, window, kWindow);
  window = nullptr;
  ::syscall(SYS_ftruncate, events_file, (windows - 1) * kWindow + window_used * sizeof(RawEvent));
  write_places();
}

void record_in_new_file() {
  if (!is_recording) return;
  if (window != nullptr) ::syscall(SYS_munmap, window, kWindow);
  window = nullptr;
  ::syscall(SYS_close, events_file);
  ::syscall(SYS_close, places_file);
  open_files();
  note_process();
}

void record(const Thread& thread, RawKind kind, uint64_t value, uint32_t place) {
  const Locked locked(window_lock);
  put(packed(thread, kind, value, 0, place));
  // A thread that waits for ever is ended by a signal: a report of that has places, too.
  if (kind == RawKind::request || kind == RawKind::request_shared) write_places();
}

void record_bytes(const Thread& thread, RawKind kind, uintptr_t address, size_t bytes, uint32_t place) {
  if (!has_accesses || bytes == 0) return;
  const bool is_long = bytes >= kLongSize;
  const RawEvent event =
      packed(thread, kind, address, is_long ? kLongSize : static_cast<uint8_t>(bytes), place);
  const Locked locked(window_lock);
  put(event);
  if (is_long) put(packed(thread, RawKind::extent, bytes, 0, place));
}

void record_access(const Thread& thread, const Access& access) {
  RawKind kind = access.is_write ? RawKind::write : RawKind::read;
  if (access.flavour == AccessFlavour::atomic)
    kind = access.is_write ? RawKind::atomic_write : RawKind::atomic_read;
  if (access.place != 0 && node(access.place).pc == kFreeTag) kind = RawKind::free;
  record_bytes(thread, kind, access.address, access.size, access.place);
}

void record_fresh(uintptr_t address, size_t bytes) {
  const Thread* thread = current();
  if (thread != nullptr) record_bytes(*thread, RawKind::fresh, address, bytes, 0);
}

void observe_channels(Thread& thread, Clock& clock) {
  for (uint32_t i = 0; i < clock.width; ++i)
    record(thread, RawKind::observe, clock.times[i], thread.sync_place);
  if (clock.width != 0) clock.knower = thread.number + 1;
}

// What the channel gets later is nothing that `to` has seen.
void join_channels(Clock& to, Clock& from) {
  for (uint32_t i = 0; i < from.width; ++i) add_channel(to, from.times[i]);
  from.home = 0;
}

// A channel collects what is published on it. So the clock's own one can be used again if what it has stays,
// or if the thread knows all of that: then it is replaced by the same and more. Else a new one begins.
void publish_channel(Thread& thread, Clock& clock, bool keep_old) {
  const bool knows = clock.knower == thread.number + 1;
  const bool goes_on = keep_old && clock.width != 0;
  const bool is_used_again = clock.home != 0 && (knows || (goes_on && has_channel(clock, clock.home)));
  if (!goes_on) clock.width = 0;
  if (!is_used_again) clock.home = channels.fetch_add(1) + 1;
  clock.knower = !is_used_again || knows ? thread.number + 1 : 0;
  add_channel(clock, clock.home);
  record(thread, RawKind::publish, clock.home, thread.sync_place);
  if (clock.width <= kMaxChannels) return;
  observe_channels(thread, clock);  // more order than there is, but no unbounded list
  clock.width = 0;
  publish_channel(thread, clock, false);
}

}  // namespace dh::native
